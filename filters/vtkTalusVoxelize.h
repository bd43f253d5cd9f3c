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
 * corners, blocks that are not polygons; properties out of their ranges, bounds that hold nothing, padding
 * that leaves no voxel; arrays that would take more than MemoryLimit, told before they are made. The input is
 * never modified.
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
#include "vtkTalusVoxelizeOptions.h"

#include <array>   // for std::array
#include <memory>  // for std::unique_ptr

class vtkMultiProcessController;

class TALUSFILTERS_EXPORT vtkTalusVoxelize : public vtkTalusVoxelizeOptions {
 public:
  static vtkTalusVoxelize* New();
  vtkTypeMacro(vtkTalusVoxelize, vtkTalusVoxelizeOptions)  // brings its own semicolon
      void PrintSelf(ostream& os, vtkIndent indent) override;

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

  vtkMultiProcessController* Controller = nullptr;
  std::unique_ptr<Prepared> Kept;
};

#endif
