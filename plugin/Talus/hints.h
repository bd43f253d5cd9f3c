#pragma once

#include <vector>

class vtkPVXMLElement;
class vtkSMProxy;

namespace talus::plugin {

/// The hint of that name in the XML of a proxy; null if there is none.
vtkPVXMLElement* hintOf(vtkSMProxy& proxy, const char* name);

/// All hints of that name.
std::vector<vtkPVXMLElement*> hintsOf(vtkSMProxy& proxy, const char* name);

}  // namespace talus::plugin
