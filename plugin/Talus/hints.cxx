#include "hints.h"

#include <vtkPVXMLElement.h>
#include <vtkSMProxy.h>

#include <string>

namespace talus::plugin {

vtkPVXMLElement* hintOf(vtkSMProxy& proxy, const char* name) {
  vtkPVXMLElement* hints = proxy.GetHints();
  return hints ? hints->FindNestedElementByName(name) : nullptr;
}

std::vector<vtkPVXMLElement*> hintsOf(vtkSMProxy& proxy, const char* name) {
  std::vector<vtkPVXMLElement*> found;
  vtkPVXMLElement* hints = proxy.GetHints();
  for (unsigned int i = 0; hints && i < hints->GetNumberOfNestedElements(); ++i)
    if (vtkPVXMLElement* hint = hints->GetNestedElement(i); hint->GetName() == std::string(name))
      found.push_back(hint);
  return found;
}

}  // namespace talus::plugin
