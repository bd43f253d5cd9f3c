/**
 * @class   vtkTalusVoxelize
 * @brief   converts surfaces to voxels: labels, signed distances and volume fractions on a regular grid
 *
 * **Input**: one scene, or one or several surfaces and composites of them: each block is a body (all
 * partitions of a vtkPartitionedDataSet are one). Polygons and strips are triangulated, equal points merged
 * exactly; vertices and lines are ignored.
 *
 * **Output 0**: a vtkImageData. **Output 1**: a vtkUnstructuredGrid of the voxels that contain part of a body
 * (their centre is not outside, or their volume fraction is above 0). Cell data; with Association POINTS, the
 * first three arrays of the image are point data:
 *  - `Side` (signed char): of the voxel's centre, or of the node: 1 inside, 0 on the surface, -1 outside
 *  - `EnclosingBody` (int), if ComputeEnclosingBody: the body that contains the centre or node: the BodyId of
 *    a scene, the number of the surface block, or for a single surface its innermost shell; -1 none
 *  - `Distance` (double), if ComputeDistance: distance from the centre or node to the nearest triangle,
 *    negative inside
 *  - `VolumeFraction` (double), by VolumeFraction: fraction of the voxel's volume that lies inside, 0 to 1
 *  - `VoxelIndex` (3 ints), of output 1: i, j, k of the voxel in the grid
 *
 * and in the field data of both
 *  - `Answer` (string): voxels inside and on the surface, their volume, and the grid
 *  - `FractionMethod` (string): the method used: Exact, Sampled or None
 *  - `FilledVolume` (double), if there are fractions: their sum times the volume of a voxel, length cubed
 *  - `InsideCount` (int64): voxels (or nodes) whose `Side` is 1
 *  - `TouchedCount` (int64): voxels (or cells of that size around nodes) that triangles intersect
 *
 * **The grid** is the same for all times, so that voxels can be compared. Without UseBounds it encloses the
 * surfaces at the first time step, with Padding voxels on each side; one warning reports a surface that later
 * leaves the grid: set Bounds then. Node (i, j, k) lies at origin + (i, j, k) * spacing.
 *
 * **Labels** are those of vtkTalusInsideOutsideClassifier, exact for closed surfaces; open surfaces are
 * labelled by their winding number, with one warning that describes the defect. Shells of one surface combine
 * by the InsideRule; several bodies are united.
 *
 * **Volume fractions**: EXACT integrates over the triangles clipped by the voxels (divergence theorem):
 * correct to rounding, so that `FilledVolume` is the body's volume if the grid contains the whole body. It
 * needs closed, consistently oriented surfaces that neither intersect nor touch themselves and have no
 * duplicate triangles; the orientation of shells does not matter. Otherwise fractions are SAMPLED, with one
 * warning that gives the reason: the mean over Samples^3 points in each voxel on the surface. Fractions of
 * several bodies are added, up to 1; where their sum exceeds 1 bodies overlap, and one warning gives the
 * number of these voxels.
 *
 * **Errors** (one message, no output): no triangles, NaN or infinite corners, polygons of fewer than three
 * corners, blocks that are not polygons; properties out of their ranges, empty bounds, padding that leaves no
 * voxel; arrays larger than MemoryLimit, before they are allocated. The input is never modified.
 *
 * **Cost**: 0.1 to 1 us for each voxel that triangles touch and a nanosecond for others: 256^3 voxels of 100
 * 000 triangles take a second. Distances take about 0.25 us per voxel, sampling takes Samples^3 labels per
 * voxel on the surface. Prepared data are kept until the surfaces or a property change. **Threads**: all
 * threads of oneTBB; the bits do not depend on their number.
 *
 * **MPI**: surfaces are gathered to all ranks; each rank computes its part of the grid, with the bits of one
 * rank. Field data are totals over all ranks; nodes between parts count once for each part. All ranks must
 * execute together.
 *
 * **Time**: the surfaces are read at the requested time. To choose the grid without UseBounds, the first time
 * step is read when the pipeline requests information. **Progress** is monotone; an abort leaves an empty
 * output.
 *
 * @par Reference
 * The exact fractions extend the area-and-cover sums of anti-aliased scan conversion (R. Levien, FreeType's
 * smooth rasteriser) by one dimension.
 */

#ifndef vtkTalusVoxelize_h
#define vtkTalusVoxelize_h

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkTalusVoxelizeOptions.h"

#include <array>   // for std::array
#include <memory>  // for std::unique_ptr

class TALUSFILTERS_EXPORT vtkTalusVoxelize : public vtkTalusVoxelizeOptions {
 public:
  vtkTypeMacro(vtkTalusVoxelize, vtkTalusVoxelizeOptions)  // brings its own semicolon
      static vtkTalusVoxelize* New();

  ///@{
  /**
   * The grid of the last UpdateInformation() or Update(): position of its first node, edge lengths of a
   * voxel, number of voxels along each axis.
   */
  void GetGridOrigin(double origin[3]);
  void GetGridSpacing(double spacing[3]);
  void GetGridCounts(int counts[3]);
  ///@}

 protected:
  vtkTalusVoxelize();
  ~vtkTalusVoxelize() override;

  int RequestInformation(vtkInformation* request, vtkInformationVector** inputs,
                         vtkInformationVector* outputs) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;

 private:
  class Execution;
  struct Prepared;

  std::array<int, 6> AskedExtent(vtkInformation& request, vtkInformation& output, int port) const;

  std::unique_ptr<Prepared> Kept;
};

#endif
