/**
 * @class   vtkTalusBodySurfaces
 * @brief   expands the bodies of a scene into their surfaces in world coordinates
 *
 * **Input**: a scene, the vtkPartitionedDataSetCollection of vtkTalusSceneReader.
 *
 * **Output**: one vtkPolyData or vtkUnstructuredGrid of triangles: for each body, in order, a copy of its
 * shape, scaled, rotated and translated. The arrays of the block Bodies, any others included, are copied to
 * all triangles (or points) of each body; the arrays of a scene are
 *  - `BodyId` (int64): unique
 *  - `Shape`, `Material` (int): numbers of the body's shape and material
 *  - `Orientation` (double, 4): unit quaternion w x y z
 *  - `Scale`, `Mass` (double): ratio of the body's size to its shape's size; kg
 *  - `Velocity`, `AngularVelocity` (double, 3): m/s; rad/s
 *  - `Motion` (int): 0 dynamic, 1 fixed, 2 prescribed
 *
 * and in the field data
 *  - `Answer` (string): how many bodies and triangles
 *
 * Memory is proportional to the number of triangles of all bodies. To view bodies, use the
 * representation Bodies of the plugin, which draws instances of a shape; use this filter to write files for
 * other programs.
 *
 * **Errors**: an input that is not a scene, or an invalid scene; no output then. A scene without bodies gives
 * an empty output. The input is never modified.
 *
 * **Cost**: O(triangles of all bodies), limited by memory bandwidth. **Threads**: all threads of oneTBB; the
 * bits do not depend on their number. **MPI**: each rank expands its own bodies. **Time** passes through.
 */

#ifndef vtkTalusBodySurfaces_h
#define vtkTalusBodySurfaces_h

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkTalusBodySurfacesOptions.h"

class TALUSFILTERS_EXPORT vtkTalusBodySurfaces : public vtkTalusBodySurfacesOptions {
 public:
  static vtkTalusBodySurfaces* New();
  vtkTypeMacro(vtkTalusBodySurfaces, vtkTalusBodySurfacesOptions)  // brings its own semicolon
      protected : vtkTalusBodySurfaces() = default;
  ~vtkTalusBodySurfaces() override = default;

  int RequestDataObject(vtkInformation* request, vtkInformationVector** inputs,
                        vtkInformationVector* outputs) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;
};

#endif
