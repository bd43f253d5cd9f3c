/**
 * @class   vtkTalusContainerSource
 * @brief   makes something that holds grains: a box, drum, hopper, funnel, tube or conveyor plate
 *
 * **Output**: a vtkPolyData of triangles with double points and no arrays: the wall, closed, manifold,
 * outward, and without self-intersections. Inside the mesh is inside the wall, so that grains in the hollow
 * lie outside. `Center` is the middle of the hollow, `Size` its width (of round ones the diameter) along x:
 *  * OPEN_BOX: a floor and four walls, open at the top
 *  * DRUM: lies along y; its front, towards -y, has a round hole of diameter `Opening`. Without one the
 *    hollow is a cavity and the mesh has two pieces, else every container is one
 *  * HOPPER: upright above, then sloping down to an outlet of width `Opening`
 *  * FUNNEL: sloping from the top on, then an upright spout of width `Opening`
 *  * TUBE: upright, open at both ends
 *  * CONVEYOR_PLATE: a plate along y, the middle of its upper face in `Center`, with rails if they have a
 *    height
 *
 * **Errors**: a size of 0 or a centre that is not finite; a hopper or funnel without an outlet, or too low
 * for its slope; a wall too thick for its slope. The output is empty then.
 *
 * **Cost**: below a millisecond. **Threads**: one. **MPI**: rank 0 has the body, others have nothing.
 * **Time**: none.
 */

#ifndef vtkTalusContainerSource_h
#define vtkTalusContainerSource_h

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkTalusContainerSourceOptions.h"

class TALUSFILTERS_EXPORT vtkTalusContainerSource : public vtkTalusContainerSourceOptions {
 public:
  vtkTypeMacro(vtkTalusContainerSource, vtkTalusContainerSourceOptions)  // brings its own semicolon
      static vtkTalusContainerSource* New();

 protected:
  vtkTalusContainerSource() = default;
  ~vtkTalusContainerSource() override = default;

  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;

 private:
  vtkTalusContainerSource(const vtkTalusContainerSource&) = delete;
  void operator=(const vtkTalusContainerSource&) = delete;
};

#endif
