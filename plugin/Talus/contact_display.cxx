#include "contact_display.h"

#include <vtkDataAssembly.h>
#include <vtkDataObject.h>
#include <vtkPVDataInformation.h>
#include <vtkPVXMLElement.h>
#include <vtkSMPVRepresentationProxy.h>
#include <vtkSMPropertyHelper.h>
#include <vtkSMSourceProxy.h>
#include <vtkTalusContactDrawing.h>

#include <string>
#include <vector>

#include "body_display.h"
#include "body_look.h"
#include "hints.h"

namespace talus::plugin {

namespace {

// All blocks but those of points and lines, as pairs of selector and opacity.
std::vector<std::string> opacitiesOf(vtkPVDataInformation& data, const std::string& opacity) {
  std::vector<std::string> pairs;
  vtkDataAssembly* blocks = data.GetHierarchy();
  for (int i = 0; blocks && i < blocks->GetNumberOfChildren(0); ++i) {
    const std::string name = blocks->GetNodeName(blocks->GetChild(0, i));
    if (name != "Bodies" && name != "Contacts")
      pairs.insert(pairs.end(), {"/" + std::string(blocks->GetNodeName(0)) + "/" + name, opacity});
  }
  return pairs;
}

void set(vtkSMProxy& display, const char* name, const std::vector<std::string>& texts) {
  if (!display.GetProperty(name)) return;  // other versions of ParaView
  vtkSMPropertyHelper helper(&display, name);
  helper.SetNumberOfElements(static_cast<unsigned int>(texts.size()));
  for (std::size_t i = 0; i < texts.size(); ++i) helper.Set(static_cast<unsigned int>(i), texts[i].c_str());
}

// The window colours by the numbers of blocks what no array colours, unless all have the same.
void colourPlainly(vtkSMProxy& display) {
  vtkSMPropertyHelper(&display, "BlockColorsDistinctValues", true).Set(1);
}

}  // namespace

void widenContacts(vtkSMProxy& display) {
  vtkSMPropertyHelper(&display, "PointSize", true).Set(talus::look::sizeOfContacts);
  vtkSMPropertyHelper(&display, "LineWidth", true).Set(talus::look::widthOfForces);
  vtkSMPropertyHelper(&display, "RenderPointsAsSpheres", true).Set(1);
  vtkSMPropertyHelper(&display, "RenderLinesAsTubes", true).Set(1);
}

void showContacts(vtkSMPVRepresentationProxy& display) {
  vtkSMProperty* input = display.GetProperty("Input");
  if (!input || !display.GetProperty("ColorArrayName")) return;
  const vtkSMPropertyHelper connection(input);
  auto* filter = vtkSMSourceProxy::SafeDownCast(connection.GetAsProxy());
  const bool isFirst = filter && connection.GetOutputPort() == 0;
  vtkPVXMLElement* hint = isFirst ? hintOf(*filter, "ShowContacts") : nullptr;
  if (!hint) return;
  vtkPVDataInformation& data = *filter->GetDataInformation(0);
  const char* array = hint->GetAttributeOrEmpty("array");
  const bool ofPoints = data.GetArrayInformation(array, vtkDataObject::POINT);
  const bool ofCells = data.GetArrayInformation(array, vtkDataObject::CELL);
  if (!ofPoints && !ofCells) return colourPlainly(display);
  const bool asBodies = isShownAsBodies(display);
  if (asBodies) vtkSMPropertyHelper(&display, "Contacts").Set(vtkTalusContactDrawing::Points);
  if (!asBodies) set(display, "BlockOpacities", opacitiesOf(data, hint->GetAttributeOrEmpty("opacity")));
  widenContacts(display);
  display.SetScalarColoring(array, ofCells ? vtkDataObject::CELL : vtkDataObject::POINT);
}

}  // namespace talus::plugin
