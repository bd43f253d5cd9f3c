#include "bodies/instance_actor.h"

#include <vtkMapper.h>
#include <vtkProperty.h>
#include <vtkScalarsToColors.h>

#include <cmath>
#include <initializer_list>

#include "bodies/instances.h"

namespace talus::plugin {

InstanceActor::InstanceActor(const char* mask) {
  for (vtkGlyph3DMapper* mapper : {mapper_.Get(), coarse_.Get()}) {
    mapper->SetUseSourceTableTree(true);
    mapper->SetSourceIndexing(true);
    mapper->SetSourceIndexArray("Shape");
    mapper->SetOrientationMode(vtkGlyph3DMapper::QUATERNION);
    mapper->SetOrientationArray("Orientation");
    mapper->SetScaleMode(vtkGlyph3DMapper::SCALE_BY_MAGNITUDE);
    mapper->SetScaleArray("Scale");
    mapper->SetMasking(true);
    mapper->SetMaskArray(mask);
    mapper->SetScalarVisibility(0);
  }
  actor_->SetMapper(mapper_);
  actor_->SetLODMapper(coarse_);
}

void InstanceActor::show(vtkDataObject& instances, vtkMultiBlockDataSet& shapes, bool coarsely) {
  vtkGlyph3DMapper& mapper = coarsely ? *coarse_ : *mapper_;
  mapper.SetInputDataObject(0, &instances);
  mapper.SetSourceTableTree(&shapes);
  mapper.SetRange(0, shapes.GetNumberOfBlocks() > 1 ? shapes.GetNumberOfBlocks() - 1.0 : 0.0);
  actor_->SetEnableLOD(coarsely ? 1 : 0);
}

void InstanceActor::colourLike(vtkMapper& other) {
  const bool byPoints =
      other.GetScalarVisibility() && other.GetScalarMode() == VTK_SCALAR_MODE_USE_POINT_FIELD_DATA;
  for (vtkGlyph3DMapper* mapper : {mapper_.Get(), coarse_.Get()}) {
    mapper->SetScalarVisibility(byPoints);
    mapper->SelectColorArray(byPoints ? other.GetArrayName() : nullptr);
    mapper->SetScalarMode(VTK_SCALAR_MODE_USE_POINT_FIELD_DATA);
    mapper->SetUseLookupTableScalarRange(1);
    mapper->SetColorMode(other.GetColorMode());
    mapper->SetLookupTable(other.GetLookupTable());
  }
}

// VTK's mapper takes a property's opacity twice: for each instance, and for all.
void InstanceActor::setOpacity(double opacity) {
  actor_->GetProperty()->SetOpacity(std::sqrt(opacity));
  this->recolour();
}

void InstanceActor::drawEdges(double width) {
  vtkProperty& property = *actor_->GetProperty();
  property.SetRepresentationToWireframe();
  property.SetLineWidth(static_cast<float>(width));
  property.SetLighting(false);
}

void InstanceActor::recolour() {
  mapper_->Modified();
  coarse_->Modified();
}

}  // namespace talus::plugin
