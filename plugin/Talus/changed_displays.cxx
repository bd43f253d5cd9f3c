#include "changed_displays.h"

#include <vtkSMPropertyHelper.h>
#include <vtkSMProxy.h>
#include <vtkSMTrace.h>
#include <vtkType.h>
#include <vtkWeakPointer.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace talus::plugin {

namespace {

// By the identifiers of filters.
std::map<vtkTypeUInt32, std::vector<std::function<void()>>>& changes() {
  static std::map<vtkTypeUInt32, std::vector<std::function<void()>>> all;
  return all;
}

void set(vtkSMProxy& display, const char* property, double value) {
  SM_SCOPED_TRACE(PropertiesModified).arg("proxy", &display);
  vtkSMPropertyHelper(&display, property).Set(value);
  display.UpdateVTKObjects();
}

}  // namespace

void setFor(vtkSMProxy& filter, vtkSMProxy& display, const char* property, double value) {
  const double before = vtkSMPropertyHelper(&display, property).GetAsDouble();
  if (before == value) return;
  set(display, property, value);
  onDeletion(filter,
             [changed = vtkWeakPointer<vtkSMProxy>(&display), name = std::string(property), before, value] {
               if (changed && vtkSMPropertyHelper(changed, name.c_str()).GetAsDouble() == value)
                 set(*changed, name.c_str(), before);
             });
}

void onDeletion(vtkSMProxy& filter, std::function<void()> undo) {
  changes()[filter.GetGlobalID()].push_back(std::move(undo));
}

void giveBack(vtkSMProxy& filter) {
  auto undone = changes().extract(filter.GetGlobalID());
  if (undone.empty()) return;
  for (auto undo = undone.mapped().rbegin(); undo != undone.mapped().rend(); ++undo) (*undo)();
}

}  // namespace talus::plugin
