#include "kept_inputs.h"

#include <vtkNew.h>
#include <vtkPVXMLElement.h>
#include <vtkSMPVRepresentationProxy.h>
#include <vtkSMPropertyHelper.h>
#include <vtkSMProxyIterator.h>
#include <vtkSMSessionProxyManager.h>
#include <vtkSMSourceProxy.h>
#include <vtkSMTrace.h>

#include "hints.h"
#include "window.h"

namespace talus::plugin {

namespace {

struct Output {
  vtkSMProxy* source = nullptr;
  unsigned int port = 0;

  bool operator==(const Output&) const = default;
};

Output inputOf(vtkSMProxy& proxy, const char* name) {
  vtkSMProperty* property = proxy.GetProperty(name);
  if (!property) return {};
  const vtkSMPropertyHelper helper(property);
  if (helper.GetNumberOfElements() == 0) return {};
  return {helper.GetAsProxy(), helper.GetOutputPort()};
}

bool isOpaque(vtkSMProxy& display) {
  const vtkSMPropertyHelper visible(&display, "Visibility", true), opacity(&display, "Opacity", true);
  return visible.GetAsInt() == 1 && opacity.GetNumberOfElements() == 1 && opacity.GetAsDouble() == 1;
}

void makeTranslucent(vtkSMProxy& display, double opacity) {
  SM_SCOPED_TRACE(PropertiesModified).arg("proxy", &display);
  vtkSMPropertyHelper(&display, "Opacity").Set(opacity);
  display.UpdateVTKObjects();
}

}  // namespace

void keepInputsVisible(vtkSMPVRepresentationProxy& display) {
  const Output shown = inputOf(display, "Input");
  if (!hasWindow() || !shown.source || shown.port != 0) return;
  vtkPVXMLElement* hint = hintOf(*shown.source, "KeepVisible");
  double opacity = 1;
  if (!hint || !hint->GetScalarAttribute("opacity", &opacity)) return;
  const Output kept = inputOf(*shown.source, hint->GetAttributeOrEmpty("input"));
  if (!kept.source) return;
  const vtkNew<vtkSMProxyIterator> at;
  at->SetSessionProxyManager(display.GetSessionProxyManager());
  for (at->Begin("representations"); !at->IsAtEnd(); at->Next())
    if (inputOf(*at->GetProxy(), "Input") == kept && isOpaque(*at->GetProxy()))
      makeTranslucent(*at->GetProxy(), opacity);
}

}  // namespace talus::plugin
