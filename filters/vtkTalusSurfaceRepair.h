/**
 * @class   vtkTalusSurfaceRepair
 * @brief   mends the defects of a surface: closed, oriented, without intersections
 *
 * **Input**: a vtkPolyData, or a composite of them (each block is repaired separately; all partitions of a
 * vtkPartitionedDataSet are one).
 *
 * **Output**: of the same type. A block without defects is passed on as it is, point for point, with all of
 * its arrays. Of any other block the output has triangles, without equal points, with the cell and point
 * arrays of the input, interpolated at new points; vertices and lines are left away. In the cell data
 *  - `SourceCell` (int64): the cell of which the triangle is a part; -1: it closes a hole
 *  - `Patch` (unsigned char): 1: it closes a hole, 0: others
 *
 * and in the field data of each block
 *  - `Answer` (string): what was done, and what remains, in a sentence; a composite has that for all blocks
 *  - `Repairs` (string): the steps that did something, in their order: NonFiniteTriangles, MergedPoints,
 *    SmallShells, FlatTriangles, RepeatedTriangles, SheetTriangles, TJunctions, FlippedTriangles,
 *    ClosedHoles, TurnedShells, Intersections, SeparatedCorners, IncompletePolygons
 *  - `RepairCounts` (int64): how often each did it
 *  - `RepairTexts` (string): both in words
 *  - `Changed`, `Sound` (int): whether the output differs from the input, and whether Surface Check finds
 *    nothing in it
 *  - `Problem` (string): the defects that remain and their location, in one line; empty if there are none
 *  - `OpenHoles`, `HoleTriangles` (int64): holes that are left, and triangles that close the others
 *  - `MaximumMove` (double): how far the surface moved at most, a length: no point of a triangle is farther
 *    from the cell of which it is a part. Triangles that close holes do not count
 *  - `VolumeBefore`, `Volume`, `Area` (double): signed volumes, and the area of the output
 *
 * The steps and their order: core/repair/README.md. All decisions are exact. What remains is a warning.
 * Errors: a cell whose corner names no point, a block that is not a vtkPolyData. The input is never modified.
 *
 * **Cost**: O(n log n), about that of two checks if nothing intersects. **Threads**: all threads of oneTBB;
 * the result does not depend on their number. **MPI**: the surface is gathered to all ranks; blocks that
 * change are on rank 0, without arrays of the input. Ghost cells are omitted there. **Time** passes through.
 */

#ifndef vtkTalusSurfaceRepair_h
#define vtkTalusSurfaceRepair_h

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkTalusSurfaceRepairOptions.h"

class TALUSFILTERS_EXPORT vtkTalusSurfaceRepair : public vtkTalusSurfaceRepairOptions {
 public:
  vtkTypeMacro(vtkTalusSurfaceRepair, vtkTalusSurfaceRepairOptions)  // brings its own semicolon
      static vtkTalusSurfaceRepair* New();

 protected:
  vtkTalusSurfaceRepair() = default;
  ~vtkTalusSurfaceRepair() override = default;

  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;
};

#endif
