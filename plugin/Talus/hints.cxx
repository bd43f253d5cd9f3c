#include "hints.h"

#include <vtkPVXMLElement.h>
#include <vtkSMProxy.h>

namespace talus::plugin {

vtkPVXMLElement* hintOf(vtkSMProxy& proxy, const char* name) {
  vtkPVXMLElement* hints = proxy.GetHints();
  return hints ? hints->FindNestedElementByName(name) : nullptr;
}

}  // namespace talus::plugin
