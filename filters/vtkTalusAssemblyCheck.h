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
 *  - `Finding` (int): 0 none, 1 interference, 2 clearance, 3 not as expected, 4 undecided, 5 they come into
 *    contact while they move
 *  - `Expected` (string): what Expect says of a pair that is not so; empty for others
 *  - `Text` (string): the pair in a sentence
 *  - `PartA`, `PartB` (int): the parts, A has the smaller number
 *  - `NameA`, `NameB` (string): their names
 *  - `Clearance` (double): the distance, 0 if they share a point, infinite beyond the limit
 *  - `PointA`, `PointB` (double, 3): nearest points of the surfaces; NaN beyond the limit
 *  - `TriangleA`, `TriangleB` (int): their triangles, numbered as the polygons are triangulated; -1 beyond it
 *  - `FeatureA`, `FeatureB` (int): of these triangles: 0-2 a corner, 3-5 an edge, 6 the face
 *  - `Volume` (double): of what they have in common where they are given, 0 without it
 *  - `Centroid` (double, 3): of the body in output 1; NaN without it
 *  - `BoxLow`, `BoxHigh` (double, 3): corners of its box; NaN without it
 *  - `Penetration` (double): the greatest distance of a point of one surface that lies in the other part from
 *    that part's surface, to a thousandth; 0 if they do not overlap
 *  - `DeepestPoint` (double, 3): that point; NaN without it
 *  - `Depth` (double): part B is free if it moves so far, 0 if they do not overlap
 *  - `Direction` (double, 3): along this direction
 *  - `DepthIsLeast` (int): 1 if no shorter way frees it
 *  - `ContactArea` (double): of faces that lie on each other, of parts that touch
 *  - `MotionClearance` (double): the least while parts move; NaN for pairs that do not
 *  - `MotionCertified` (double): proven for all instants
 *  - `MotionTime` (double): of the least clearance
 *  - `ContactTime` (double): of the first contact, or of the first overlap of parts that touch at first; NaN
 *    without one
 *  - `MotionVolume` (double): the largest that they have in common at an instant, found
 *  - `MotionVolumeCertified` (double): proven, no instant has more
 *  - `MotionVolumeTime` (double): of the largest; NaN without one
 *  - `OverlapBlock` (int): the block of output 1; -1 without one
 *
 * Field data
 *  - `Answer` (string): what was found, in a sentence
 *  - `Parts` (strings): names of the parts
 *  - `RelationNames` (6 strings): a word for each `Relation`
 *  - `RelationPairs` (6 int64): pairs of each
 *  - `Findings` (int64): number of pairs whose `Finding` is not 0
 *  - `FarPairs` (int64): pairs beyond the limit
 *  - `IgnoredPairs` (int64): pairs that Ignore names
 *
 * **Output 1**: vtkPartitionedDataSetCollection, a closed surface for each pair that overlaps, where parts
 * are given, or else where that is largest in the motion; named after its parts. Field data `Answer` and
 * `Parts` as above, and
 *  - `Volume` (double), `Centroid` (double, 3): of the exact body
 *  - `SelfIntersections` (int64): pairs of triangles that intersect since points were rounded, normally 0
 *
 * **Output 2**: vtkPolyData, the triangles of both parts where they touch. Cell arrays
 *  - `Pair` (int): number of the pair
 *  - `Part` (int): number of the part
 *
 * **Output 3**: vtkPolyData, a line between the nearest points of each pair whose clearance is a finding, and
 * of the nearest pair. Cell arrays
 *  - `Pair` (int): number of the pair
 *  - `Clearance` (double): its length
 *
 * **Errors**: fewer than two parts; a part that is empty or, with OpenParts REFUSE, open, with the place of
 * an edge; a NaN or infinite corner; a name that no part has. **Warnings**: sizes that differ as units do;
 * overlaps that rounding left intersecting. The input is never modified.
 *
 * **Cost**: 0.3 µs a triangle; 1 µs to 1 ms for each pair within the limit; about 3 µs for each triangle of
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
  vtkTalusAssemblyCheck() = default;
  ~vtkTalusAssemblyCheck() override = default;

  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;
};

#endif
