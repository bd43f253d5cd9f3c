/**
 * @class   vtkTalusSurrogateTreeBuilder
 * @brief   builds the ever coarser triangles that stand for a surface in the search for contacts
 *
 * **Input**: a vtkPolyData, or a composite of them; a scene is one (its shapes get trees, in the body frame).
 * Each block gets a tree of its own; all partitions of a vtkPartitionedDataSet are one block. Polygons and
 * strips are triangulated; blocks without polygons (a scene's bodies and contacts) are passed over, polygons
 * with fewer than three corners left out. The surface may be open, non-manifold or inverted, and triangles
 * may be degenerate or lie inside others: that does not matter here.
 *
 * **Output 0**: the input.
 *
 * **Output 1**: vtkPolyData, the surrogates of all blocks as triangles, the root of each block first, then
 * level by level; and in its cell data
 *  - `Level` (int): surrogates above; 0: the root. Threshold it to see one model of the cascade
 *  - `Epsilon` (double): a length. No point of the fine triangles below, nor of their halos, is farther from
 *    the surrogate: conservative in exact arithmetic
 *  - `Node` (int64): number of the surrogate in its block, from 0
 *  - `Parent` (int64): `Node` of its parent; -1: the root
 *  - `Block` (int): number of the surface block
 *  - `Triangles` (int64): fine triangles below
 *  - `SphereCenter` (double, 3 components): of a sphere around them and their halos
 *  - `SphereRadius` (double): its radius
 *
 * **Errors**: NaN, infinite or huge coordinates, a surface of zero area, a cell whose corner names no point,
 * a negative halo, a block that is not a vtkPolyData. An empty input gives empty outputs. The input is never
 * modified.
 *
 * **Cost**: O(n log n); about 7 µs a triangle and thread, Functional 40 µs. Trees are kept: a change of the
 * halo builds nothing. **Threads**: all of oneTBB's; the result does not depend on them. **MPI**: the surface
 * is gathered to all ranks; output 1 is on rank 0. Ghost cells are left out. **Time** passes through.
 *
 * **Source**: K. Noble, T. Weinzierl, *A multiresolution discrete element method for triangulated objects
 * with implicit timestepping*, section 4 and the appendices. Deviations: see Method.
 */

#ifndef vtkTalusSurrogateTreeBuilder_h
#define vtkTalusSurrogateTreeBuilder_h

#include <memory>

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkTalusSurrogateTreeBuilderOptions.h"

class vtkMultiProcessController;

class TALUSFILTERS_EXPORT vtkTalusSurrogateTreeBuilder : public vtkTalusSurrogateTreeBuilderOptions {
 public:
  static vtkTalusSurrogateTreeBuilder* New();
  vtkTypeMacro(vtkTalusSurrogateTreeBuilder, vtkTalusSurrogateTreeBuilderOptions)  // brings its own semicolon
      void PrintSelf(ostream& os, vtkIndent indent) override;

  ///@{
  /**
   * The processes that execute together. Default: the global controller; null: this process alone.
   */
  virtual void SetController(vtkMultiProcessController* controller);
  vtkGetObjectMacro(Controller, vtkMultiProcessController);
  ///@}

 protected:
  vtkTalusSurrogateTreeBuilder();
  ~vtkTalusSurrogateTreeBuilder() override;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int RequestDataObject(vtkInformation* request, vtkInformationVector** inputs,
                        vtkInformationVector* outputs) override;
  int RequestUpdateExtent(vtkInformation* request, vtkInformationVector** inputs,
                          vtkInformationVector* outputs) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;

 private:
  vtkTalusSurrogateTreeBuilder(const vtkTalusSurrogateTreeBuilder&) = delete;
  void operator=(const vtkTalusSurrogateTreeBuilder&) = delete;

  struct Trees;

  vtkMultiProcessController* Controller = nullptr;
  std::unique_ptr<Trees> Kept;
};

#endif
