#include "label_display.h"

#include <vtkDataObject.h>
#include <vtkObjectFactory.h>
#include <vtkPVArrayInformation.h>
#include <vtkPVDataInformation.h>
#include <vtkPVXMLElement.h>
#include <vtkSMPVRepresentationProxy.h>
#include <vtkSMParaViewPipelineControllerWithRendering.h>
#include <vtkSMPropertyHelper.h>
#include <vtkSMSourceProxy.h>

#include <cstring>

#include "body_display.h"
#include "changed_displays.h"
#include "class_override.h"
#include "contact_display.h"
#include "hidden_sources.h"
#include "hints.h"
#include "kept_inputs.h"
#include "line_display.h"
#include "statistics_display.h"

namespace {

constexpr int single = -1;  // the composite type of a dataset that is not a composite

const char* labelsOf(vtkSMSourceProxy& filter) {
  vtkPVXMLElement* hint = talus::plugin::hintOf(filter, "ShowLabels");
  return hint ? hint->GetAttribute("array") : nullptr;
}

bool isOutline(vtkSMProxy& display) {
  vtkSMProperty* type = display.GetProperty("Representation");
  const char* name = type ? vtkSMPropertyHelper(type).GetAsString() : nullptr;
  return name && std::strcmp(name, "Outline") == 0;
}

void showLabels(vtkSMPVRepresentationProxy& display) {
  vtkSMProperty* input = display.GetProperty("Input");
  if (!input || !isOutline(display)) return;
  const vtkSMPropertyHelper connection(input);
  auto* filter = vtkSMSourceProxy::SafeDownCast(connection.GetAsProxy());
  if (!filter || connection.GetOutputPort() != 0) return;
  const char* labels = labelsOf(*filter);
  vtkPVDataInformation* data = filter->GetDataInformation(0);
  if (!labels || !data->IsDataStructured()) return;  // very large data keep their outline
  const bool ofPoints = data->GetArrayInformation(labels, vtkDataObject::POINT);
  if (!ofPoints && !data->GetArrayInformation(labels, vtkDataObject::CELL)) return;
  const bool isImage = data->DataSetTypeIsA("vtkImageData") && data->GetCompositeDataSetType() == single;
  display.SetRepresentationType(isImage ? "Slice" : "Surface");
  display.SetScalarColoring(labels, ofPoints ? vtkDataObject::POINT : vtkDataObject::CELL);
}

// With a hint `<ShowMarked array="Patch"/>`: coloured by that array if it marks any cell.
void showMarked(vtkSMPVRepresentationProxy& display) {
  vtkSMProperty* input = display.GetProperty("Input");
  if (!input || !display.GetProperty("ColorArrayName")) return;
  auto* filter = vtkSMSourceProxy::SafeDownCast(vtkSMPropertyHelper(input).GetAsProxy());
  vtkPVXMLElement* hint = filter ? talus::plugin::hintOf(*filter, "ShowMarked") : nullptr;
  if (!hint) return;
  const char* marks = hint->GetAttributeOrEmpty("array");
  vtkPVArrayInformation* array =
      filter->GetDataInformation(0)->GetArrayInformation(marks, vtkDataObject::CELL);
  if (array && array->GetComponentRange(0)[1] > 0) display.SetScalarColoring(marks, vtkDataObject::CELL);
}

}  // namespace

// ParaView creates displays through its controller, both in the window and in scripts. The class keeps its
// base's name: Python finds the methods of an object by the name of its class.
class vtkTalusLabelDisplay : public vtkSMParaViewPipelineControllerWithRendering {
 public:
  static vtkTalusLabelDisplay* New();

  bool PostInitializeProxy(vtkSMProxy* proxy) override {
    if (!vtkSMParaViewPipelineControllerWithRendering::PostInitializeProxy(proxy)) return false;
    if (auto* display = vtkSMPVRepresentationProxy::SafeDownCast(proxy)) {
      showLabels(*display);
      showMarked(*display);
      talus::plugin::showBodies(*display);
      talus::plugin::showContacts(*display);
      talus::plugin::showLines(*display);
      talus::plugin::keepInputsVisible(*display);
      talus::plugin::hideExplanations(*display);
      talus::plugin::hideLaterInputs(*display);
    }
    talus::plugin::showEnergies(*proxy);
    return true;
  }

  bool UnRegisterPipelineProxy(vtkSMProxy* proxy) override {
    if (proxy) talus::plugin::giveBack(*proxy);
    return vtkSMParaViewPipelineControllerWithRendering::UnRegisterPipelineProxy(proxy);
  }
};
vtkStandardNewMacro(vtkTalusLabelDisplay);

namespace {

VTK_CREATE_CREATE_FUNCTION(vtkTalusLabelDisplay)

}  // namespace

void registerLabelDisplay() {
  talus::plugin::overrideClass("vtkSMParaViewPipelineControllerWithRendering", "vtkTalusLabelDisplay",
                               vtkObjectFactoryCreatevtkTalusLabelDisplay,
                               "Talus: grids with labels are shown by them");
}
