#include "translucent.h"

#include <vtkNew.h>
#include <vtkSMPropertyHelper.h>
#include <vtkSMProxy.h>
#include <vtkSMProxyIterator.h>
#include <vtkSMSessionProxyManager.h>
#include <vtkSMTrace.h>

namespace talus::plugin {

namespace {

bool isOpaque(vtkSMProxy& display) {
  const vtkSMPropertyHelper visible(&display, "Visibility", true), opacity(&display, "Opacity", true);
  return visible.GetAsInt() == 1 && opacity.GetNumberOfElements() == 1 && opacity.GetAsDouble() == 1;
}

void setOpacity(vtkSMProxy& display, double opacity) {
  SM_SCOPED_TRACE(PropertiesModified).arg("proxy", &display);
  vtkSMPropertyHelper(&display, "Opacity").Set(opacity);
  display.UpdateVTKObjects();
}

}  // namespace

Output inputOf(vtkSMProxy& proxy, const char* name) {
  const std::vector<Output> all = inputsOf(proxy, name);
  return all.empty() ? Output() : all.front();
}

std::vector<Output> inputsOf(vtkSMProxy& proxy, const char* name) {
  vtkSMProperty* property = proxy.GetProperty(name);
  if (!property) return {};
  const vtkSMPropertyHelper helper(property);
  std::vector<Output> all;
  for (unsigned int i = 0; i < helper.GetNumberOfElements(); ++i)
    all.push_back({helper.GetAsProxy(i), helper.GetOutputPort(i)});
  return all;
}

void makeTranslucent(const Output& shown, double opacity) {
  const vtkNew<vtkSMProxyIterator> at;
  at->SetSessionProxyManager(shown.source->GetSessionProxyManager());
  for (at->Begin("representations"); !at->IsAtEnd(); at->Next())
    if (inputOf(*at->GetProxy(), "Input") == shown && isOpaque(*at->GetProxy()))
      setOpacity(*at->GetProxy(), opacity);
}

}  // namespace talus::plugin
