/**
 * @class   vtkTalusAssemblyCheck
 * @brief   which parts of an assembly interfere, touch, or are too near each other
 *
 * **Input**: several connections to vtkPolyData, or composites of them: each block is a part (all partitions
 * of a vtkPartitionedDataSet are one), numbered over all connections and named as its block, else `Part` and
 * its number; equal names get numbers. Polygons and strips are triangulated and equal points merged. At least
 * two parts, closed.
 *
 * **Output 0**: vtkPolyData, a vertex for each pair of parts, at the place to look at: the centroid of the
 * overlap, the middle of the contact or of the clearance. With LimitClearance without pairs that are farther
 * apart. Point arrays
 *  - `Relation` (int): 0 apart, 1 touching, 2 interfering, 3 one within the other, 4 the same body, 5
 *    undecided. Exact, with coordinates as they are; within ContactTolerance parts count as touching
 *  - `Container` (int): the part that contains the other one; -1 for other relations
 *  - `Finding` (int): 0 none, 1 interference, 2 clearance, 3 not as expected, 4 undecided
 *  - `Expected`, `Text` (string): what Expect says of a pair that is not so; the pair in a sentence
 *  - `PartA`, `PartB` (int), `NameA`, `NameB` (string): the parts, A has the smaller number
 *  - `Clearance` (double): the distance, 0 if they share a point, infinite beyond the limit; `PointA`,
 * `PointB` (3 doubles): nearest points of the surfaces, `TriangleA`, `TriangleB` (int): their triangles,
 * numbered over the polygons' triangles, `FeatureA`, `FeatureB` (int): 0-2 a corner, 3-5 an edge, 6 the face
 *  - `Volume` (double), `Centroid`, `BoxLow`, `BoxHigh` (3 doubles): of what they have in common; NaN if
 *    there is nothing
 *  - `Depth` (double), `Direction` (3 doubles): part B is free if it moves so far along the direction;
 *    `DepthIsLeast` (int): 1 if no shorter way frees it
 *  - `ContactArea` (double): of faces that lie on each other, of parts that touch
 *  - `OverlapBlock` (int): the block of output 1; -1 without one
 *
 * Field data: `Answer` (string), `Parts` (strings): their names, `RelationNames`, `RelationPairs` (6 strings,
 * 6 int64): pairs of each relation, `Findings`, `FarPairs`, `IgnoredPairs` (int64).
 *
 * **Output 1**: vtkPartitionedDataSetCollection, a closed surface for each pair that overlaps, named after
 * its parts. Field data: `Answer`, `Volume`, `Centroid`, `Parts` (2 int64), `SelfIntersections` (int64).
 *
 * **Output 2**: vtkPolyData, the triangles of both parts where they touch; cell arrays `Pair`, `Part` (int).
 *
 * **Errors**: fewer than two parts; a part that is empty or, with OpenParts REFUSE, open, with the place of
 * an edge; a NaN or infinite corner; a name that no part has. **Warnings**: sizes that differ as units do;
 * overlaps that rounding left intersecting. The input is never modified.
 *
 * **Cost**: 0.7 µs a triangle; 1 µs to 1 ms for each pair within the limit; about 3 µs for each triangle of
 * pairs that overlap, and 20 µs once for each triangle of parts whose depth is asked. **Threads**: all
 * threads of oneTBB; the result does not depend on their number. **MPI**: parts are gathered to all ranks;
 * the output is on rank 0. Ghost cells are omitted. **Time**: at each time of any input.
 *
 * See core/assembly/assembly_check.h.
 */

#ifndef vtkTalusAssemblyCheck_h
#define vtkTalusAssemblyCheck_h

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkTalusAssemblyCheckOptions.h"

class TALUSFILTERS_EXPORT vtkTalusAssemblyCheck : public vtkTalusAssemblyCheckOptions {
 public:
  vtkTypeMacro(vtkTalusAssemblyCheck, vtkTalusAssemblyCheckOptions)  // brings its own semicolon
      static vtkTalusAssemblyCheck* New();

 protected:
  vtkTalusAssemblyCheck();
  ~vtkTalusAssemblyCheck() override = default;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int RequestInformation(vtkInformation* request, vtkInformationVector** inputs,
                         vtkInformationVector* outputs) override;
  int RequestUpdateExtent(vtkInformation* request, vtkInformationVector** inputs,
                          vtkInformationVector* outputs) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;

 private:
  vtkTalusAssemblyCheck(const vtkTalusAssemblyCheck&) = delete;
  void operator=(const vtkTalusAssemblyCheck&) = delete;
};

#endif
