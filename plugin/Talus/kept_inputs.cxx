#include "kept_inputs.h"

#include <vtkPVXMLElement.h>
#include <vtkSMPVRepresentationProxy.h>

#include "hints.h"
#include "translucent.h"
#include "window.h"

namespace talus::plugin {

void keepInputsVisible(vtkSMPVRepresentationProxy& display) {
  const Output shown = inputOf(display, "Input");
  if (!hasWindow() || !shown.source || shown.port != 0) return;
  vtkPVXMLElement* hint = hintOf(*shown.source, "KeepVisible");
  double opacity = 1;
  if (!hint || !hint->GetScalarAttribute("opacity", &opacity)) return;
  for (const Output& kept : inputsOf(*shown.source, hint->GetAttributeOrEmpty("input")))
    if (kept.source) makeTranslucent(kept, opacity);
}

}  // namespace talus::plugin
