/**
 * @class   vtkTalusSurfaceCheck
 * @brief   finds the defects of a surface and their effect on inside and outside
 *
 * **Input**: a vtkPolyData, or a composite of them (each block is checked separately; all partitions of a
 * vtkPartitionedDataSet are one). Polygons and strips are triangulated and duplicate points merged exactly
 * for the check; vertices and lines are ignored.
 *
 * **Output 0**: the same surface with all its arrays, and in its cell data
 *  - `Defect` (unsigned char): sum of 1 boundary (an edge that no other triangle shares), 2 non-manifold (an
 *    edge of three or more triangles), 4 duplicate, 8 degenerate (zero area, or fewer than three corners), 16
 *    flipped (orientation differs from the rest of its surface), 32 self-intersecting, 64 non-finite (a NaN
 *    or infinite corner); 0 no defect. A polygon has the defects of all its triangles
 *  - `WorstDefect` (unsigned char): the most severe of them: 0 sound, 1 boundary, 2 non-manifold, 3
 * duplicate, 4 degenerate, 5 flipped, 6 self-intersecting, 7 non-finite
 *  - `Component` (int): number of the shell, from 0; -1 for cells that are not polygons
 *
 * and in the field data of each block
 *  - `Answer` (string): the verdict, its consequence for labels, and the step of SurfaceRepair that mends it;
 * a composite has the answer for all blocks
 *  - `Points`, `Triangles`, `Edges` (int64): sizes of the triangulated surface with merged points
 *  - `BoundaryEdges`, `NonManifoldEdges`, `MisorientedEdges`, `NonManifoldVertices` (int64): a misoriented
 *    edge has the same direction in both of its triangles; at a non-manifold vertex several fans of triangles
 *    touch
 *  - `BoundaryLoops`, `FlippedPatches` (int64): openings, and connected groups of flipped triangles
 *  - `DuplicateTriangles`, `DegenerateTriangles`, `FlippedTriangles`, `NonFiniteTriangles` (int64): counts
 *  - `IncompletePolygons` (int64): polygons and strips with fewer than three corners
 *  - `CrossedPolygons` (int64): polygons that cross themselves, and so have no triangles; marked as
 *    self-intersecting, and counted by triangles from their first corner
 *  - `SelfIntersections` (int64): pairs of triangles; -1 if not searched for
 *  - `Components` (int64): number of shells
 *  - `MisdirectedShells` (int64): of a closed, oriented surface, shells whose orientation is wrong: bodies
 *    must face outwards and cavities inwards; 0 if self-intersections were not searched for
 *  - `Closed`, `Oriented`, `Manifold`, `Convex` (int): verdicts, 1 yes, 0 no
 *  - `Volume` (double): signed, length cubed; positive if triangles face outwards; meaningful for closed,
 *    oriented surfaces. Misdirected shells count with corrected orientation, so that it equals the volume of
 *    RigidBodyProperties
 *  - `Area` (double): length squared. Both are NaN if a triangle has a NaN or infinite corner
 *  - `Defects` (string), names of the counts of all defects that were found, the most severe first
 *  - `DefectCounts` (int64), number of each
 *  - `DefectEffects` (string), effect of each on inside/outside labels
 *  - `DefectRepairs` (string), the step of SurfaceRepair that mends each, or nothing
 *  - `Problem` (string): the defects and their location, in one line; empty for a surface without defects
 *  - `Consequence` (string): the consequence for inside/outside labels
 *
 * and in the field data of the whole output
 *  - `FirstDefect` (double, 6): the box around the first triangle with a defect, x from, x to, y …; no tuple
 *    without one
 *
 * **Output 1**: vtkPolyData, the boundary edges as lines, and in its cell data
 *  - `Block` (int): number of the surface block
 *  - `Loop` (int): number of the opening, from 0 over all blocks: edges that are connected at points
 *  - `LoopEdges` (int64): number of edges of the whole opening
 *  - `LoopLength` (double): their total length
 *
 * **Output 2**: vtkPolyData, the triangles with defects, each with points of its own, and in its cell data
 * `Defect`, `WorstDefect` and `Block` as above
 *
 * Bad geometry is reported, not an error. The only errors are a cell whose corner names no point and a block
 * that is not a vtkPolyData. An empty input succeeds with empty arrays. The input is never modified.
 *
 * **Cost**: O(n log n); the search for self-intersections takes most of it. **Threads**: all threads of
 * oneTBB; the result does not depend on their number. **MPI**: the surface is gathered to all ranks, which
 * divide its blocks and check each as a whole; each rank gets the defects of its own cells; outputs 1 and 2
 * are on rank 0. Ghost cells are omitted (Defect 0, Component -1). **Time** passes through.
 */

#ifndef vtkTalusSurfaceCheck_h
#define vtkTalusSurfaceCheck_h

#include <string>

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkTalusSurfaceCheckOptions.h"

class TALUSFILTERS_EXPORT vtkTalusSurfaceCheck : public vtkTalusSurfaceCheckOptions {
 public:
  vtkTypeMacro(vtkTalusSurfaceCheck, vtkTalusSurfaceCheckOptions)  // brings its own semicolon
      static vtkTalusSurfaceCheck* New();

  /**
   * Where defects are, for whoever shows them one after the other: after an execution a line for each
   * connected patch of triangles with defects, the first thousand at most. Nine numbers: the corners of its
   * box, and the direction from which it is seen, 0 0 0 if that is unknown.
   */
  const char* GetDefectPlaces() const;

 protected:
  vtkTalusSurfaceCheck() = default;
  ~vtkTalusSurfaceCheck() override = default;

  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;

 private:
  std::string DefectPlaces;
};

#endif
