#include "kept_inputs.h"

#include <vtkNew.h>
#include <vtkPVArrayInformation.h>
#include <vtkPVXMLElement.h>
#include <vtkSMPVRepresentationProxy.h>
#include <vtkSMPropertyHelper.h>
#include <vtkSMTransferFunctionManager.h>
#include <vtkWeakPointer.h>

#include <string>

#include "changed_displays.h"
#include "hints.h"
#include "translucent.h"
#include "window.h"

namespace talus::plugin {

namespace {

/// ParaView colours by the first array of a file, even if it has one value everywhere.
bool isColouredByOneValue(vtkSMPVRepresentationProxy& display) {
  vtkPVArrayInformation* array =
      display.GetUsingScalarColoring() ? display.GetArrayInformationForColorArray() : nullptr;
  return array && array->GetComponentRange(0)[0] == array->GetComponentRange(0)[1];
}

void setColours(vtkSMPVRepresentationProxy& display, const char* array, int association) {
  display.SetScalarColoring(array, association);
  vtkSMProxy* view = activeView(display);
  if (!view) return;
  if (array)
    display.SetScalarBarVisibility(view, true);
  else
    vtkNew<vtkSMTransferFunctionManager>()->UpdateScalarBars(
        view, vtkSMTransferFunctionManager::HIDE_UNUSED_SCALAR_BARS);
}

void makePlain(vtkSMProxy& filter, vtkSMPVRepresentationProxy& display) {
  if (!isColouredByOneValue(display)) return;
  const vtkSMPropertyHelper array(&display, "ColorArrayName");
  const std::string name = array.GetInputArrayNameToProcess();
  const int association = array.GetInputArrayAssociation();
  setColours(display, nullptr, association);
  onDeletion(filter, [plain = vtkWeakPointer<vtkSMPVRepresentationProxy>(&display), name, association] {
    if (plain && !plain->GetUsingScalarColoring()) setColours(*plain, name.c_str(), association);
  });
}

}  // namespace

void keepInputsVisible(vtkSMPVRepresentationProxy& display) {
  const Output shown = inputOf(display, "Input");
  if (!hasWindow() || !shown.source || shown.port != 0 || isDisplayed(*shown.source)) return;
  vtkPVXMLElement* hint = hintOf(*shown.source, "KeepVisible");
  double opacity = 1;
  int plain = 0;
  if (!hint || !hint->GetScalarAttribute("opacity", &opacity)) return;
  hint->GetScalarAttribute("plain", &plain);
  for (const Output& kept : inputsOf(*shown.source, hint->GetAttributeOrEmpty("input"))) {
    makeTranslucent(*shown.source, kept, opacity);
    if (plain == 0) continue;
    for (vtkSMPVRepresentationProxy* of : visibleDisplays(kept)) makePlain(*shown.source, *of);
  }
}

}  // namespace talus::plugin
