#include "hidden_sources.h"

#include <vtkCommand.h>
#include <vtkNew.h>
#include <vtkPVXMLElement.h>
#include <vtkSMPVRepresentationProxy.h>
#include <vtkSMProxy.h>

#include <algorithm>
#include <string>
#include <vector>

#include "changed_displays.h"
#include "hints.h"
#include "translucent.h"
#include "window.h"

namespace talus::plugin {

namespace {

bool isOfTalus(vtkSMProxy& filter) {
  vtkPVXMLElement* menu = hintOf(filter, "ShowInMenu");
  return menu && menu->GetAttributeOrEmpty("category") == std::string("Talus");
}

bool replacesInput(vtkSMProxy& filter) {
  vtkPVXMLElement* hint = hintOf(filter, "Visibility");
  int replaces = 1;
  if (hint) hint->GetScalarAttribute("replace_input", &replaces);
  return replaces == 1;
}

void hide(vtkSMProxy& filter, const Output& shown) {
  for (vtkSMPVRepresentationProxy* display : displaysInActiveView(shown))
    setFor(filter, *display, "Visibility", 0);
}

void hideWhatExplains(const Output& surface, vtkSMProxy& filter) {
  if (!surface.source || surface.port != 0) return;
  for (vtkPVXMLElement* hint : hintsOf(*surface.source, "ShowLines"))
    if (int port = 0; hint->GetScalarAttribute("port", &port) && hint->GetAttribute("through"))
      hide(filter, {surface.source, static_cast<unsigned int>(port)});
}

/// Watches an input of a filter; it is an observer of the filter and lives as long.
class LaterInputs : public vtkCommand {
 public:
  static LaterInputs* New() { return new LaterInputs; }

  void watch(vtkSMProxy& filter, const char* input) {
    name_ = input;
    known_ = inputsOf(filter, input);
    filter.AddObserver(vtkCommand::UpdateDataEvent, this);
  }

  void Execute(vtkObject* caller, unsigned long /*event*/, void* /*data*/) override {
    auto& filter = *static_cast<vtkSMProxy*>(caller);
    const std::vector<Output> now = inputsOf(filter, name_.c_str());
    for (const Output& input : now)
      if (std::find(known_.begin(), known_.end(), input) == known_.end()) hide(filter, input);
    known_ = now;
  }

 private:
  std::string name_;
  std::vector<Output> known_;
};

}  // namespace

void hideExplanations(vtkSMPVRepresentationProxy& display) {
  const Output shown = inputOf(display, "Input");
  if (!hasWindow() || !shown.source || shown.port != 0 || isDisplayed(*shown.source)) return;
  if (!isOfTalus(*shown.source) || !replacesInput(*shown.source)) return;
  for (const Output& surface : inputsOf(*shown.source, "Input")) hideWhatExplains(surface, *shown.source);
}

void hideLaterInputs(vtkSMPVRepresentationProxy& display) {
  const Output shown = inputOf(display, "Input");
  if (!hasWindow() || !shown.source || shown.port != 0 || isDisplayed(*shown.source)) return;
  for (vtkPVXMLElement* hint : hintsOf(*shown.source, "HideInput")) {
    const vtkNew<LaterInputs> inputs;
    inputs->watch(*shown.source, hint->GetAttributeOrEmpty("input"));
  }
}

}  // namespace talus::plugin
