/**
 * @class   vtkTalusInstances
 * @brief   an actor of instances that knows their bounds, and which one is picked
 *
 * VTK's mapper of instances only knows wide bounds. When points are picked it draws the corners of shapes, so
 * that faces are missed and what is behind them is found; and it does not know the processes that have the
 * bodies.
 */

#ifndef vtkTalusInstances_h
#define vtkTalusInstances_h

#include <vtkBoundingBox.h>
#include <vtkPVLODActor.h>
#include <vtkSmartPointer.h>

#include <vector>

class vtkHardwareSelector;
class vtkPolyData;

class vtkTalusInstances : public vtkPVLODActor {
 public:
  static vtkTalusInstances* New();
  vtkTypeMacro(vtkTalusInstances, vtkPVLODActor)  // brings its own semicolon

      /** The box around what is drawn, before the actor's own transformation. */
      void SetBox(const vtkBoundingBox& box);
  using vtkPVLODActor::GetBounds;
  double* GetBounds() override;

  /** The instances, whose arrays say what a picked one is. */
  void SetInstances(vtkPolyData* instances);

  int RenderOpaqueGeometry(vtkViewport* viewport) override;
  void ProcessSelectorPixelBuffers(vtkHardwareSelector* selector, std::vector<unsigned int>& pixels) override;

 protected:
  vtkTalusInstances();
  ~vtkTalusInstances() override;

 private:
  vtkBoundingBox Box;
  vtkSmartPointer<vtkPolyData> Instances;
};

#endif
