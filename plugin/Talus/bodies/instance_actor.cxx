#include "bodies/instance_actor.h"

#include <vtkMapper.h>

namespace talus::plugin {

InstanceActor::InstanceActor(const char* mask, int style) {
  drawing_->SetActor(actor_);
  drawing_->SetStyle(style);
  drawing_->SetMask(mask);
  actor_->SetLODMapper(drawing_->GetCoarseMapper());
}

void InstanceActor::show(vtkDataObject& instances, vtkMultiBlockDataSet& shapes, bool coarsely) {
  if (coarsely)
    drawing_->ShowCoarsely(&instances, &shapes);
  else
    drawing_->Show(&instances, &shapes);
  actor_->SetEnableLOD(coarsely ? 1 : 0);
}

}  // namespace talus::plugin
