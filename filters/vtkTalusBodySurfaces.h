/**
 * @class   vtkTalusBodySurfaces
 * @brief   expands the bodies of a scene into their surfaces in the world
 *
 * **Input**: a scene, the vtkPartitionedDataSetCollection of vtkTalusSceneReader.
 *
 * **Output**: one vtkPolyData or vtkUnstructuredGrid of triangles, body after body, a copy of its shape,
 * scaled, turned and moved to its place. The arrays of the block Bodies, any others included, are copied to
 * all triangles (or points) of each body; those of a scene are
 *  - `BodyId` (int64): unique
 *  - `Shape`, `Material` (int): numbers of the body's shape and material
 *  - `Orientation` (double, 4): unit quaternion w x y z
 *  - `Scale`, `Mass` (double): size over the shape's own; kg
 *  - `Velocity`, `AngularVelocity` (double, 3): m/s; rad/s
 *  - `Motion` (int): 0 dynamic, 1 fixed, 2 prescribed
 *
 * Memory grows with the triangles of all bodies: to look at many bodies, ParaView's 3D Glyphs draw instances
 * of a shape instead (see talus.display). For files that others shall read, this filter is right.
 *
 * **Errors**: an input that is no scene, or breaks the rules of scenes; no output then. A scene without
 * bodies gives an empty output. The input is never modified.
 *
 * **Cost**: O(triangles of all bodies), limited by memory speed. **Threads**: all of oneTBB's; the same bits
 * for every number. **MPI**: each rank expands its own bodies. **Time** passes through.
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

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int RequestDataObject(vtkInformation* request, vtkInformationVector** inputs,
                        vtkInformationVector* outputs) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;

 private:
  vtkTalusBodySurfaces(const vtkTalusBodySurfaces&) = delete;
  void operator=(const vtkTalusBodySurfaces&) = delete;
};

#endif
