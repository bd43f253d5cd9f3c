#pragma once

#include <vtkGlyph3DMapper.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkNew.h>

#include "bodies/vtkTalusInstances.h"

class vtkMapper;

namespace talus::plugin {

/// Draws some of the bodies as instances of a table of shapes: each shape is in memory once.
class InstanceActor {
 public:
  /// @param mask the array that says which.
  explicit InstanceActor(const char* mask);

  vtkTalusInstances& actor() { return *actor_; }

  /// What is drawn, and whether while the user turns the view.
  void show(vtkDataObject& instances, vtkMultiBlockDataSet& shapes, bool coarsely);

  /// Colours as another mapper, those of the property where `array` is none of the bodies.
  void colourLike(vtkMapper& other);

  /// How opaque it looks, above 0.
  void setOpacity(double opacity);

  /// Draws lines along the edges of triangles, in one colour.
  void drawEdges(double width);

  /// After a change of the actor's property, whose colour is kept in memory with the instances.
  void recolour();

 private:
  vtkNew<vtkGlyph3DMapper> mapper_, coarse_;
  vtkNew<vtkTalusInstances> actor_;
};

}  // namespace talus::plugin
