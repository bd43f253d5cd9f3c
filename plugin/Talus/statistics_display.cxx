#include "statistics_display.h"

#include <vtkDataObject.h>
#include <vtkPVArrayInformation.h>
#include <vtkPVDataInformation.h>
#include <vtkPVDataSetAttributesInformation.h>
#include <vtkSMPropertyHelper.h>
#include <vtkSMSourceProxy.h>

#include <string>
#include <vector>

namespace talus::plugin {

namespace {

// Column, whether it is drawn, column …
std::vector<std::string> seriesOf(vtkPVDataInformation& data) {
  std::vector<std::string> series;
  vtkPVDataSetAttributesInformation* columns = data.GetAttributeInformation(vtkDataObject::ROW);
  for (int i = 0; i < columns->GetNumberOfArrays(); ++i) {
    const std::string name = columns->GetArrayInformation(i)->GetName();
    const bool isEnergy = name.find("Energy [") != std::string::npos;
    series.insert(series.end(), {name, isEnergy ? "1" : "0"});
  }
  return series;
}

}  // namespace

void showEnergies(vtkSMProxy& display) {
  vtkSMProperty* input = display.GetProperty("Input");
  vtkSMProperty* visible = display.GetProperty("SeriesVisibility");
  if (!input || !visible || !display.GetProperty("XArrayName")) return;
  auto* source = vtkSMSourceProxy::SafeDownCast(vtkSMPropertyHelper(input).GetAsProxy());
  if (!source || std::string(source->GetXMLName()) != "RunStatistics") return;
  const std::vector<std::string> series = seriesOf(*source->GetDataInformation(0));
  if (series.empty()) return;
  vtkSMPropertyHelper(&display, "UseIndexForXAxis").Set(0);
  vtkSMPropertyHelper(&display, "XArrayName").Set("Time [s]");
  vtkSMPropertyHelper helper(visible);
  helper.SetNumberOfElements(static_cast<unsigned int>(series.size()));
  for (std::size_t i = 0; i < series.size(); ++i) helper.Set(static_cast<unsigned int>(i), series[i].c_str());
  display.UpdateVTKObjects();
}

}  // namespace talus::plugin
