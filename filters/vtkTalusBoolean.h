/**
 * @class   vtkTalusBoolean
 * @brief   union, intersection, difference and symmetric difference of closed surfaces, exactly
 *
 * **Input**: several connections to vtkPolyData, or composites of them: each block is a surface (all
 * partitions of a vtkPartitionedDataSet are one), numbered over all connections. Polygons and strips are
 * triangulated and equal points merged; vertices and lines are ignored. At least two surfaces.
 *
 * **Output 0**: vtkPolyData, the boundary of the result: triangles that face outwards, closed, without equal
 * points. All decisions are exact, with coordinates as they are: surfaces may touch, coincide, lie within
 * each other and intersect themselves. New points are rounded to doubles; triangles without new points are
 * those of the input. Arrays that all surfaces have in their cell data are passed on, and in the cell data
 *  - `SourceSurface` (int): number of the surface that the triangle is a part of
 *  - `SourceCell` (int64): number of its cell there, in its partition; -1 if it is on another rank, or if the
 *    triangle closes an opening (CloseOpenings)
 *
 * and in the field data
 *  - `Answer` (string): what was found, in a sentence
 *  - `Operation` (string): the operation
 *  - `Surfaces` (int64): number of surfaces
 *  - `Volume`, `Area` (double): of the result; the volume and
 *  - `Centroid` (double, 3): are those of the exact result, before points were rounded; NaN if it is empty
 *  - `NewPoints` (int64): points where surfaces cross
 *  - `CollapsedTriangles` (int64): triangles that lost their area when points were rounded, and were removed
 *  - `RepeatedArrangements` (int64): how often the rounded surface was arranged again because it intersected
 *    itself
 *  - `SelfIntersections` (int64): pairs of triangles that still intersect; a warning tells of them
 *
 * **Output 1**: vtkPartitionedDataSetCollection, empty unless ComputeRegions is set: a block for each set of
 * surfaces that have places in common, which are in no other surface. Each block has the same arrays, but
 * instead of the operation, in its field data
 *  - `Inside` (int64): the numbers of these surfaces
 *
 * Inside a surface is what the InsideRule says of its winding number, as for InsideOutsideClassifier.
 *
 * With InterpolatePoints also the arrays that all surfaces have in their point data follow, interpolated at
 * new points; with MergeCoplanar points at which the result is flat are removed.
 *
 * Errors: fewer than two surfaces; a surface that is open, with the place of an edge, unless CloseOpenings is
 * set; with NON_ZERO also one whose triangles are not consistently oriented; a NaN or infinite corner. An
 * empty result is a result, with a warning. The input is never modified.
 *
 * **Cost**: O(n log n + intersections), about 2 µs a triangle on one thread where few intersect.
 * **Threads**: all threads of oneTBB; the result does not depend on their number. **MPI**: surfaces are
 * gathered to all ranks; the output is on rank 0; cell arrays are passed on by one rank only. Ghost cells are
 * omitted. **Time**: at each time of any input.
 *
 * See core/arrangement/result/surface_arrangement.h.
 */

#ifndef vtkTalusBoolean_h
#define vtkTalusBoolean_h

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkTalusBooleanOptions.h"

class TALUSFILTERS_EXPORT vtkTalusBoolean : public vtkTalusBooleanOptions {
 public:
  vtkTypeMacro(vtkTalusBoolean, vtkTalusBooleanOptions)  // brings its own semicolon
      static vtkTalusBoolean* New();

 protected:
  vtkTalusBoolean() = default;
  ~vtkTalusBoolean() override = default;

  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;
};

#endif
