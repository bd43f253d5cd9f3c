#include "bodies/bodies_proxy.h"

#include <vtkObjectFactory.h>
#include <vtkSMPropertyHelper.h>
#include <vtkSMSourceProxy.h>

#include <string_view>

namespace talus::plugin {

namespace {

vtkSMSourceProxy* selectionOf(vtkSMSourceProxy* source, unsigned int port) {
  if (!source) return nullptr;
  source->CreateSelectionProxies();
  return source->GetSelectionOutput(port);
}

}  // namespace

vtkStandardNewMacro(BodiesProxy);

void BodiesProxy::SetPropertyModifiedFlag(const char* name, int flag) {
  if (name && std::string_view(name) == "Input") {
    const vtkSMPropertyHelper input(this, name);
    if (input.GetNumberOfElements() == 1)
      vtkSMPropertyHelper(this, "Selection")
          .Set(selectionOf(vtkSMSourceProxy::SafeDownCast(input.GetAsProxy()), input.GetOutputPort()));
  }
  this->vtkSMRepresentationProxy::SetPropertyModifiedFlag(name, flag);
}

}  // namespace talus::plugin
