#pragma once

#include <vtkMultiBlockDataSet.h>
#include <vtkNew.h>
#include <vtkTalusBodyDrawing.h>

#include "bodies/vtkTalusInstances.h"

namespace talus::plugin {

/// Draws some of the bodies by an actor that knows their box, which one is picked, and coarse shapes for
/// while the user turns the view.
class InstanceActor {
 public:
  /// @param mask the array that says which. @param style of the drawing.
  InstanceActor(const char* mask, int style);

  vtkTalusInstances& actor() { return *actor_; }
  vtkTalusBodyDrawing& drawing() { return *drawing_; }

  /// What is drawn, and whether while the user turns the view.
  void show(vtkDataObject& instances, vtkMultiBlockDataSet& shapes, bool coarsely);

 private:
  vtkNew<vtkTalusInstances> actor_;
  vtkNew<vtkTalusBodyDrawing> drawing_;
};

}  // namespace talus::plugin
