/**
 * @class   vtkTalusVoxelize
 * @brief   turns surfaces into voxels: labels, signed distances and volume fractions on a regular grid
 *
 * **Input**: one scene, or one or several surfaces and composites of them: each block is a body (all
 * partitions of a vtkPartitionedDataSet are one). Polygons and strips are triangulated, equal points merged
 * exactly; vertices and lines are ignored.
 *
 * **Output 0**: a vtkImageData. **Output 1**: a vtkUnstructuredGrid of the voxels that hold any of the body
 * (their centre is not outside, or their volume fraction is above 0). Cell data, or for the first three of an
 * image with Association POINTS point data:
 *  - `Side` (signed char): of the voxel's centre, or of the node: 1 inside, 0 on the surface, -1 outside
 *  - `EnclosingBody` (int), if ComputeEnclosingBody: who holds that place: the BodyId of a scene, the number
 * of the surface block, or for a single surface its innermost connected shell; -1 none
 *  - `Distance` (double), if ComputeDistance: length from there to the nearest triangle, negative inside
 *  - `VolumeFraction` (double), by VolumeFraction: the part of the voxel's volume that lies inside, 0 to 1
 *  - `VoxelIndex` (3 ints), of output 1: i, j, k of the voxel in the grid
 *
 * and in the field data of both
 *  - `FractionMethod` (string): Exact, Sampled or None: what was done
 *  - `FilledVolume` (double), if there are fractions: their sum times the volume of a voxel, length cubed
 *  - `InsideCount` (int64): voxels (or nodes) whose `Side` is 1
 *  - `TouchedCount` (int64): voxels (or cells of that size around nodes) through which triangles pass
 *
 * **The grid** is the same for all times, so that voxels can be compared. Without UseBounds it lies around
 * the surfaces as they are at the first time step, with Padding voxels on each side; a surface that moves out
 * of it is told in one warning: give Bounds then. Node (i, j, k) lies at origin + (i, j, k) * spacing.
 *
 * **Labels** are those of vtkTalusInsideOutsideClassifier, exact for closed surfaces; open ones are labelled
 * by their winding number, with one warning that says what is wrong. Shells of one surface combine by the
 * InsideRule; several bodies are united.
 *
 * **Volume fractions**: EXACT integrates over the triangles cut by the voxels (divergence theorem): right to
 * rounding, so that `FilledVolume` is the body's volume if the grid holds all of it. It needs closed,
 * consistently oriented surfaces that neither cut nor touch themselves and have no duplicate triangles;
 * shells may face either way. Otherwise fractions are SAMPLED, and one warning says so and why: the mean over
 * Samples^3 points in each voxel on the surface. Fractions of several bodies are added, up to 1; where their
 * sum exceeds 1 bodies overlap, and one warning counts these voxels.
 *
 * **Errors** (one message, no output): no triangles, NaN or infinite corners, polygons of fewer than three
 * corners, blocks that are not polygons; voxels that are not above 0 in size, bounds that hold nothing,
 * padding that leaves no voxel; arrays that would take more than MemoryLimit, told before they are made. The
 * input is never modified.
 *
 * **Cost**: 0.1 to 1 us for each voxel that triangles touch and a nanosecond for others: 256^3 voxels of
 * 100 000 triangles in a second. Distances about 1 us a voxel, sampling Samples^3 labels a voxel on the
 * surface. What was prepared is kept until the surfaces or a property change. **Threads**: all of oneTBB's;
 * the same bits for any number.
 *
 * **MPI**: surfaces are gathered to all ranks; each rank computes its part of the grid, with the bits of one
 * rank. Field data are of all; nodes between parts count for each. All ranks must execute together.
 *
 * **Time**: the surfaces of the time that is asked for. To choose the grid without UseBounds, the first time
 * step is read as soon as the pipeline asks for information. **Progress** is monotone; an abort leaves an
 * empty output.
 *
 * @par Reference
 * The exact fractions are the area-and-cover sums of anti-aliased scan conversion (R. Levien, FreeType's
 * smooth rasteriser) with one dimension more.
 */

#ifndef vtkTalusVoxelize_h
#define vtkTalusVoxelize_h

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkDataObjectAlgorithm.h"

#include <array>   // for std::array
#include <memory>  // for std::unique_ptr

class vtkMultiProcessController;

class TALUSFILTERS_EXPORT vtkTalusVoxelize : public vtkDataObjectAlgorithm {
 public:
  static vtkTalusVoxelize* New();
  vtkTypeMacro(vtkTalusVoxelize, vtkDataObjectAlgorithm)  // brings its own semicolon
      void PrintSelf(ostream& os, vtkIndent indent) override;

  /// How the size of voxels is chosen. The numbers are stored in state files.
  enum SizeByType { LONGEST_EDGE = 0, COUNTS = 1, SPACING = 2 };
  /// What is labelled.
  enum AssociationType { CELLS = 0, POINTS = 1 };
  /// How the part of each voxel inside is found.
  enum VolumeFractionType { NONE = 0, EXACT = 1, SAMPLED = 2 };
  /// Which winding numbers of a closed surface mean inside.
  enum InsideRuleType { PARITY = 0, NON_ZERO = 1 };

  ///@{
  /**
   * Fill the image (output 0). Off: it has its place and size but no arrays, for grids whose image does not
   * fit into memory. Default: on.
   */
  vtkSetMacro(ComputeImage, bool);
  vtkGetMacro(ComputeImage, bool);
  vtkBooleanMacro(ComputeImage, bool);
  ///@}

  ///@{
  /**
   * Make cells of the occupied voxels (output 1), about 150 bytes each. Default: on.
   */
  vtkSetMacro(ComputeVoxels, bool);
  vtkGetMacro(ComputeVoxels, bool);
  vtkBooleanMacro(ComputeVoxels, bool);
  ///@}

  ///@{
  /**
   * How the size of voxels is chosen: cubes, LongestCount of them along the longest edge (LONGEST_EDGE);
   * Counts along each axis (COUNTS); of given Spacing (SPACING). Default: LONGEST_EDGE.
   */
  vtkSetClampMacro(SizeBy, int, LONGEST_EDGE, SPACING);
  vtkGetMacro(SizeBy, int);
  ///@}

  ///@{
  /**
   * Voxels along the longest edge of the grid, padding included, at least 1. Default: 64.
   */
  vtkSetClampMacro(LongestCount, int, 1, VTK_INT_MAX);
  vtkGetMacro(LongestCount, int);
  ///@}

  ///@{
  /**
   * Voxels along each axis, padding included, at least 1; anything else is an error. Default: 64 64 64.
   */
  vtkSetVector3Macro(Counts, int);
  vtkGetVector3Macro(Counts, int);
  ///@}

  ///@{
  /**
   * Edges of a voxel along x, y, z: lengths in the unit of the surface, above 0; anything else is an error.
   * Default: 1 1 1.
   */
  vtkSetVector3Macro(Spacing, double);
  vtkGetVector3Macro(Spacing, double);
  ///@}

  ///@{
  /**
   * Cover Bounds instead of the surface's box and its Padding. Default: off.
   */
  vtkSetMacro(UseBounds, bool);
  vtkGetMacro(UseBounds, bool);
  vtkBooleanMacro(UseBounds, bool);
  ///@}

  ///@{
  /**
   * What to cover with UseBounds: least and greatest x, y, z, in the unit of the surface. With a fixed
   * spacing the grid may exceed the greatest. Default: 0 1 0 1 0 1.
   */
  vtkSetVector6Macro(Bounds, double);
  vtkGetVector6Macro(Bounds, double);
  ///@}

  ///@{
  /**
   * Voxels on each side of the surface's box, at least 0. Not with UseBounds. Default: 1.
   */
  vtkSetClampMacro(Padding, int, 0, VTK_INT_MAX);
  vtkGetMacro(Padding, int);
  ///@}

  ///@{
  /**
   * Label the centres of voxels (CELLS), or the nodes of an image (POINTS). Occupied voxels are labelled by
   * their centres always. Default: CELLS.
   */
  vtkSetClampMacro(Association, int, CELLS, POINTS);
  vtkGetMacro(Association, int);
  ///@}

  ///@{
  /**
   * Write `VolumeFraction`: EXACT by integration where the surfaces allow it (see above), else sampled, with
   * a warning; SAMPLED at Samples^3 points always; NONE not at all. Default: EXACT.
   */
  vtkSetClampMacro(VolumeFraction, int, NONE, SAMPLED);
  vtkGetMacro(VolumeFraction, int);
  ///@}

  ///@{
  /**
   * Points along each edge of a voxel where fractions are sampled, 1 to 64. Default: 4.
   */
  vtkSetClampMacro(Samples, int, 1, 64);
  vtkGetMacro(Samples, int);
  ///@}

  ///@{
  /**
   * Write the array `EnclosingBody`. Default: on.
   */
  vtkSetMacro(ComputeEnclosingBody, bool);
  vtkGetMacro(ComputeEnclosingBody, bool);
  vtkBooleanMacro(ComputeEnclosingBody, bool);
  ///@}

  ///@{
  /**
   * Write the array `Distance`. Default: off.
   */
  vtkSetMacro(ComputeDistance, bool);
  vtkGetMacro(ComputeDistance, bool);
  vtkBooleanMacro(ComputeDistance, bool);
  ///@}

  ///@{
  /**
   * Which points are inside where the shells of one closed surface overlap or are nested, as of
   * vtkTalusInsideOutsideClassifier. Default: PARITY.
   */
  vtkSetClampMacro(InsideRule, int, PARITY, NON_ZERO);
  vtkGetMacro(InsideRule, int);
  ///@}

  ///@{
  /**
   * Most memory for each output in each process, in MiB (2^20 bytes), at least 1. More is an error that tells
   * the size. Default: 4096.
   */
  vtkSetClampMacro(MemoryLimit, int, 1, VTK_INT_MAX);
  vtkGetMacro(MemoryLimit, int);
  ///@}

  ///@{
  /**
   * Limit of the number of threads; 0: all cores. The result does not depend on it. Default: 0.
   */
  vtkSetClampMacro(NumberOfThreads, int, 0, VTK_INT_MAX);
  vtkGetMacro(NumberOfThreads, int);
  ///@}

  ///@{
  /**
   * The processes that execute together. Default: the global controller; null: this process alone.
   */
  virtual void SetController(vtkMultiProcessController* controller);
  vtkGetObjectMacro(Controller, vtkMultiProcessController);
  ///@}

  ///@{
  /**
   * The grid of the last UpdateInformation() or Update(): place of its first node, edges of a voxel, voxels
   * along each axis.
   */
  void GetGridOrigin(double origin[3]);
  void GetGridSpacing(double spacing[3]);
  void GetGridCounts(int counts[3]);
  ///@}

 protected:
  vtkTalusVoxelize();
  ~vtkTalusVoxelize() override;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int RequestInformation(vtkInformation* request, vtkInformationVector** inputs,
                         vtkInformationVector* outputs) override;
  int RequestUpdateExtent(vtkInformation* request, vtkInformationVector** inputs,
                          vtkInformationVector* outputs) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;

 private:
  vtkTalusVoxelize(const vtkTalusVoxelize&) = delete;
  void operator=(const vtkTalusVoxelize&) = delete;

  class Execution;
  struct Prepared;

  std::array<int, 6> AskedExtent(vtkInformation& request, vtkInformation& output, int port) const;

  bool ComputeImage = true;
  bool ComputeVoxels = true;
  int SizeBy = LONGEST_EDGE;
  int LongestCount = 64;
  int Counts[3] = {64, 64, 64};
  double Spacing[3] = {1, 1, 1};
  bool UseBounds = false;
  double Bounds[6] = {0, 1, 0, 1, 0, 1};
  int Padding = 1;
  int Association = CELLS;
  int VolumeFraction = EXACT;
  int Samples = 4;
  bool ComputeEnclosingBody = true;
  bool ComputeDistance = false;
  int InsideRule = PARITY;
  int MemoryLimit = 4096;
  int NumberOfThreads = 0;
  vtkMultiProcessController* Controller = nullptr;
  std::unique_ptr<Prepared> Kept;
};

#endif
