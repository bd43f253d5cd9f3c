#pragma once

#include <functional>

class vtkSMProxy;

namespace talus::plugin {

/// Sets a number of a display for the sake of a filter: when the filter is deleted the number before comes
/// back, unless somebody has set another one since.
void setFor(vtkSMProxy& filter, vtkSMProxy& display, const char* property, double value);

/// What is done once the filter is deleted.
void onDeletion(vtkSMProxy& filter, std::function<void()> undo);

/// Undoes what was changed for the sake of a filter that is being deleted, the last change first.
void giveBack(vtkSMProxy& filter);

}  // namespace talus::plugin
