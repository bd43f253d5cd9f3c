/**
 * @class   vtkTalusSurrogateTreeBuilder
 * @brief   builds the hierarchy of coarser and coarser triangles that represent a surface in the contact
 *          search
 *
 * **Input**: a vtkPolyData, or a composite of them; a scene is one (its shapes get trees, in body
 * coordinates). Each block gets a tree of its own; all partitions of a vtkPartitionedDataSet are one block.
 * Polygons and strips are triangulated; blocks without polygons (a scene's bodies and contacts) are ignored,
 * polygons with fewer than three corners omitted. The surface may be open, non-manifold or inverted, and
 * triangles may be degenerate or lie inside others.
 *
 * **Output 0**: the input, and in its field data
 *  - `Answer` (string): how many surrogates stand for how many triangles
 *
 * **Output 1**: vtkPolyData, the surrogates of all blocks as triangles, for each block the root first, then
 * level by level; and in its cell data
 *  - `Level` (int): number of ancestors; 0: the root. Threshold by it to see one level of the hierarchy
 *  - `Epsilon` (double): a length. Maximum distance from the surrogate of any point of its fine triangles and
 *    of their halos; an upper bound in exact arithmetic
 *  - `Node` (int64): number of the surrogate in its block, from 0
 *  - `Parent` (int64): `Node` of its parent; -1: the root
 *  - `Block` (int): number of the surface block
 *  - `Triangles` (int64): number of fine triangles that it represents
 *  - `SphereCenter` (double, 3 components): of a sphere around these triangles and their halos
 *  - `SphereRadius` (double): its radius
 *
 * **Errors**: NaN, infinite or huge coordinates, a surface of zero area, a cell whose corner names no point,
 * a negative halo, a block that is not a vtkPolyData. An empty input gives empty outputs. The input is never
 * modified.
 *
 * **Cost**: O(n log n); about 7 µs per triangle and thread, Functional 40 µs. Trees are kept: a change of the
 * halo builds nothing. **Threads**: all threads of oneTBB; the result does not depend on their number.
 * **MPI**: the surface is gathered to all ranks, which divide its blocks; output 1 is on rank 0. Ghost cells
 * are omitted. **Time** passes through.
 *
 * **Source**: K. Noble, T. Weinzierl, *A multiresolution discrete element method for triangulated objects
 * with implicit timestepping*, section 4 and the appendices. Deviations: see Method.
 */

#ifndef vtkTalusSurrogateTreeBuilder_h
#define vtkTalusSurrogateTreeBuilder_h

#include <memory>

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkTalusSurrogateTreeBuilderOptions.h"

class TALUSFILTERS_EXPORT vtkTalusSurrogateTreeBuilder : public vtkTalusSurrogateTreeBuilderOptions {
 public:
  vtkTypeMacro(vtkTalusSurrogateTreeBuilder, vtkTalusSurrogateTreeBuilderOptions)  // brings its own semicolon
      static vtkTalusSurrogateTreeBuilder* New();

 protected:
  vtkTalusSurrogateTreeBuilder();
  ~vtkTalusSurrogateTreeBuilder() override;

  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;

 private:
  struct Trees;

  std::unique_ptr<Trees> Kept;
};

#endif
