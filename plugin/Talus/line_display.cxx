#include "line_display.h"

#include <vtkPVDataInformation.h>
#include <vtkPVXMLElement.h>
#include <vtkSMPVRepresentationProxy.h>
#include <vtkSMPropertyHelper.h>
#include <vtkSMSourceProxy.h>

#include <array>

#include "hints.h"
#include "translucent.h"
#include "window.h"

namespace talus::plugin {

namespace {

// The hint of the filter about the output that is displayed.
vtkPVXMLElement* hintFor(const Output& shown) {
  if (!shown.source) return nullptr;
  for (vtkPVXMLElement* hint : hintsOf(*shown.source, "ShowLines"))
    if (int port = 0; hint->GetScalarAttribute("port", &port) && port == static_cast<int>(shown.port))
      return hint;
  return nullptr;
}

bool hasCells(const Output& shown) {
  auto* filter = vtkSMSourceProxy::SafeDownCast(shown.source);
  return filter && filter->GetDataInformation(shown.port)->GetNumberOfCells() > 0;
}

}  // namespace

void showLines(vtkSMPVRepresentationProxy& display) {
  const Output shown = inputOf(display, "Input");
  vtkPVXMLElement* hint = hintFor(shown);
  if (!hint || !display.GetProperty("LineWidth")) return;
  double width = 1, opacity = 1;
  std::array<double, 3> colour{};
  hint->GetScalarAttribute("width", &width);
  vtkSMPropertyHelper(&display, "LineWidth").Set(width);
  if (hint->GetVectorAttribute("colour", 3, colour.data())) {
    for (const char* name : {"AmbientColor", "DiffuseColor"})
      vtkSMPropertyHelper(&display, name, true).Set(colour.data(), 3);
    display.SetScalarColoring(nullptr, 0);
  }
  if (hasWindow() && hasCells(shown) && hint->GetScalarAttribute("through", &opacity))
    makeTranslucent(*shown.source, {shown.source, 0}, opacity);
}

}  // namespace talus::plugin
