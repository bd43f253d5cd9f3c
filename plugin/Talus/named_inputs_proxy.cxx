#include "named_inputs_proxy.h"

#include <vtkObjectFactory.h>
#include <vtkSMPropertyHelper.h>
#include <vtkSMSessionProxyManager.h>

namespace talus::plugin {

vtkStandardNewMacro(NamedInputsProxy);

void NamedInputsProxy::UpdateVTKObjects() {
  const vtkSMPropertyHelper inputs(this, "Input");
  vtkSMPropertyHelper names(this, "InputName");
  for (unsigned int i = 0; i < inputs.GetNumberOfElements(); ++i) {
    vtkSMProxy* input = inputs.GetAsProxy(i);
    const char* name = input ? this->GetSessionProxyManager()->GetProxyName("sources", input) : nullptr;
    if (name) names.Set(i, name);
  }
  if (names.GetNumberOfElements() > inputs.GetNumberOfElements())
    names.SetNumberOfElements(inputs.GetNumberOfElements());
  this->vtkSMSourceProxy::UpdateVTKObjects();
}

}  // namespace talus::plugin
