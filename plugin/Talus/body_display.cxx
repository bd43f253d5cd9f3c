#include "body_display.h"

#include <vtkDataAssembly.h>
#include <vtkDataObject.h>
#include <vtkPVArrayInformation.h>
#include <vtkPVDataInformation.h>
#include <vtkSMPVRepresentationProxy.h>
#include <vtkSMPropertyHelper.h>
#include <vtkSMSettings.h>
#include <vtkSMSourceProxy.h>

#include <string>

namespace talus::plugin {

namespace {

constexpr const char* bodies = "Bodies";

bool has(vtkPVDataInformation& data, const char* array, int components) {
  vtkPVArrayInformation* found = data.GetArrayInformation(array, vtkDataObject::POINT);
  return found && found->GetNumberOfComponents() == components;
}

bool hasBodies(vtkPVDataInformation& data) {
  return has(data, "BodyId", 1) && has(data, "Shape", 1) && has(data, "Orientation", 4);
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

bool userHasDefault(vtkSMProxy& display) {
  const std::string setting =
      std::string(".") + display.GetXMLGroup() + "." + display.GetXMLName() + ".Representation";
  return vtkSMSettings::GetInstance()->HasSetting(setting.c_str());
}

}  // namespace

bool isShownAsBodies(vtkSMPVRepresentationProxy& display) {
  vtkSMProperty* type = display.GetProperty("Representation");
  const char* name = type ? vtkSMPropertyHelper(type).GetAsString() : nullptr;
  return name && std::string(name) == bodies;
}

void showBodies(vtkSMPVRepresentationProxy& display) {
  vtkSMProperty* input = display.GetProperty("Input");
  if (!input || !display.GetProperty("WallOpacity") || userHasDefault(display)) return;
  const vtkSMPropertyHelper connection(input);
  auto* source = vtkSMSourceProxy::SafeDownCast(connection.GetAsProxy());
  if (!source) return;
  vtkPVDataInformation& data = *source->GetDataInformation(connection.GetOutputPort());
  if (!hasBodies(data) || (!hasShapes(data) && !isRun(*source))) return;
  if (!display.SetRepresentationType(bodies)) return;
  display.SetScalarColoring(has(data, "KineticEnergy", 1) ? "Velocity" : "Shape", vtkDataObject::POINT);
}

}  // namespace talus::plugin
