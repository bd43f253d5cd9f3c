/**
 * @class   vtkTalusInstances
 * @brief   an actor of instances that knows their bounds
 *
 * VTK's mapper of instances only knows wide ones.
 */

#ifndef vtkTalusInstances_h
#define vtkTalusInstances_h

#include <vtkBoundingBox.h>
#include <vtkPVLODActor.h>

class vtkTalusInstances : public vtkPVLODActor {
 public:
  static vtkTalusInstances* New();
  vtkTypeMacro(vtkTalusInstances, vtkPVLODActor)  // brings its own semicolon

      /** The box around what is drawn, before the actor's own transformation. */
      void SetBox(const vtkBoundingBox& box);
  using vtkPVLODActor::GetBounds;
  double* GetBounds() override;

 protected:
  vtkTalusInstances() = default;
  ~vtkTalusInstances() override = default;

 private:
  vtkTalusInstances(const vtkTalusInstances&) = delete;
  void operator=(const vtkTalusInstances&) = delete;

  vtkBoundingBox Box;
};

#endif
