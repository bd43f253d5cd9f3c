#include "body_display.h"

#include <vtkDataAssembly.h>
#include <vtkDataObject.h>
#include <vtkPVArrayInformation.h>
#include <vtkPVDataInformation.h>
#include <vtkSMPVRepresentationProxy.h>
#include <vtkSMPropertyHelper.h>
#include <vtkSMSourceProxy.h>

#include <string>

#include "contact_display.h"
#include "user_settings.h"

namespace talus::plugin {

namespace {

constexpr const char* bodies = "Bodies";

bool has(vtkPVDataInformation& data, const char* array, int components, int on) {
  vtkPVArrayInformation* found = data.GetArrayInformation(array, on);
  return found && found->GetNumberOfComponents() == components;
}

/// On points, or on cells where bodies are there as surfaces.
bool hasBodies(vtkPVDataInformation& data, int on) {
  return has(data, "BodyId", 1, on) && has(data, "Shape", 1, on) && has(data, "Orientation", 4, on);
}

bool hasShapes(vtkPVDataInformation& data) {
  vtkDataAssembly* assembly = data.GetDataAssembly();
  return assembly && assembly->GetFirstNodeByPath("/Scene/Shapes") >= 0;
}

/// Frames of a run are points; their shapes are in its folder.
bool isRun(vtkSMSourceProxy& source) {
  vtkSMProperty* property = source.GetProperty("FileName");
  const char* name = property ? vtkSMPropertyHelper(property).GetAsString() : nullptr;
  const std::string path = name ? name : "";
  const std::size_t folder = path.find_last_of("/\\");
  const std::string file = path.substr(folder == std::string::npos ? 0 : folder + 1);
  return file == "run.pvd" || file == "run.json";
}

}  // namespace

bool isShownAsBodies(vtkSMPVRepresentationProxy& display) {
  vtkSMProperty* type = display.GetProperty("Representation");
  const char* name = type ? vtkSMPropertyHelper(type).GetAsString() : nullptr;
  return name && std::string(name) == bodies;
}

void showBodies(vtkSMPVRepresentationProxy& display) {
  vtkSMProperty* input = display.GetProperty("Input");
  if (!input || !display.GetProperty("WallOpacity") || userHasDefault(display, "Representation")) return;
  const vtkSMPropertyHelper connection(input);
  auto* source = vtkSMSourceProxy::SafeDownCast(connection.GetAsProxy());
  if (!source) return;
  vtkPVDataInformation& data = *source->GetDataInformation(connection.GetOutputPort());
  const int on = hasBodies(data, vtkDataObject::POINT) ? vtkDataObject::POINT : vtkDataObject::CELL;
  const bool isScene = on == vtkDataObject::POINT && hasShapes(data);
  if (!hasBodies(data, on) || (!isScene && !isRun(*source))) return;
  if (!display.SetRepresentationType(bodies)) return;
  widenContacts(display);
  display.SetScalarColoring(has(data, "KineticEnergy", 1, on) ? "Velocity" : "Shape", on);
}

}  // namespace talus::plugin
