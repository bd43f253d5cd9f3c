#include "translucent.h"

#include <vtkNew.h>
#include <vtkSMPVRepresentationProxy.h>
#include <vtkSMPropertyHelper.h>
#include <vtkSMProxyIterator.h>
#include <vtkSMProxySelectionModel.h>
#include <vtkSMSessionProxyManager.h>

#include "changed_displays.h"

namespace talus::plugin {

namespace {

/// Calls visit(display) for all displays of the session.
template <class Visit>
void visitDisplays(vtkSMProxy& proxy, const Visit& visit) {
  const vtkNew<vtkSMProxyIterator> at;
  at->SetSessionProxyManager(proxy.GetSessionProxyManager());
  for (at->Begin("representations"); !at->IsAtEnd(); at->Next())
    if (auto* display = vtkSMPVRepresentationProxy::SafeDownCast(at->GetProxy())) visit(*display);
}

bool isVisible(vtkSMProxy& display) {
  return vtkSMPropertyHelper(&display, "Visibility", true).GetAsInt() == 1;
}

bool isOpaque(vtkSMProxy& display) {
  const vtkSMPropertyHelper opacity(&display, "Opacity", true);
  return opacity.GetNumberOfElements() == 1 && opacity.GetAsDouble() == 1;
}

bool isIn(vtkSMProxy& view, vtkSMProxy& display) {
  const vtkSMPropertyHelper displays(&view, "Representations", true);
  for (unsigned int i = 0; i < displays.GetNumberOfElements(); ++i)
    if (displays.GetAsProxy(i) == &display) return true;
  return false;
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

std::vector<vtkSMPVRepresentationProxy*> visibleDisplays(const Output& shown) {
  std::vector<vtkSMPVRepresentationProxy*> found;
  if (!shown.source) return found;
  visitDisplays(*shown.source, [&](vtkSMPVRepresentationProxy& display) {
    if (inputOf(display, "Input") == shown && isVisible(display)) found.push_back(&display);
  });
  return found;
}

std::vector<vtkSMPVRepresentationProxy*> displaysInActiveView(const Output& shown) {
  std::vector<vtkSMPVRepresentationProxy*> found = visibleDisplays(shown);
  vtkSMProxy* view = shown.source ? activeView(*shown.source) : nullptr;
  std::erase_if(found, [view](vtkSMProxy* display) { return !view || !isIn(*view, *display); });
  return found;
}

vtkSMProxy* activeView(vtkSMProxy& proxy) {
  vtkSMProxySelectionModel* active = proxy.GetSessionProxyManager()->GetSelectionModel("ActiveView");
  return active ? active->GetCurrentProxy() : nullptr;
}

bool isDisplayed(vtkSMProxy& source) {
  bool found = false;
  visitDisplays(source,
                [&](vtkSMProxy& display) { found = found || inputOf(display, "Input").source == &source; });
  return found;
}

void makeTranslucent(vtkSMProxy& filter, const Output& shown, double opacity) {
  for (vtkSMPVRepresentationProxy* display : visibleDisplays(shown))
    if (isOpaque(*display)) setFor(filter, *display, "Opacity", opacity);
}

}  // namespace talus::plugin
