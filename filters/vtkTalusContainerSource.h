/**
 * @class   vtkTalusContainerSource
 * @brief   makes a container for grains: a box, drum, hopper, funnel, tube or conveyor plate
 *
 * **Output**: a vtkPolyData of triangles with double points: the surface of the wall, closed,
 * manifold, outward, without self-intersections. The inside of the mesh is the material of the wall, so
 * grains in the hollow lie outside. `Center` is the centre of the hollow, `Size` its width along x (the
 * diameter of round containers):
 *  * OPEN_BOX: a floor and four walls, open at the top
 *  * DRUM: its axis lies along y; its front, towards -y, has a round hole of diameter `Opening`. Without a
 *    hole the hollow is a cavity and the mesh has two shells; every other container has one
 *  * HOPPER: vertical walls above, then sloping walls down to an outlet of width `Opening`
 *  * FUNNEL: sloping walls from the top, then a vertical spout of width `Opening`
 *  * TUBE: vertical, open at both ends
 *  * CONVEYOR_PLATE: a plate along y; `Center` is the centre of its upper face; with rails if their height is
 *    above 0
 *
 * Its field data:
 *  - `Answer` (string): how many triangles there are, and how large the body is
 *
 * **Errors**: a size of 0 or a centre that is not finite; a hopper or funnel without an outlet, or too low
 * for its slope; a wall too thick for its slope. The output is empty then.
 *
 * **Cost**: below a millisecond. **Threads**: one. **MPI**: rank 0 has the body, the other ranks have
 * nothing. **Time**: none.
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
};

#endif
