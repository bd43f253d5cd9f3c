#pragma once

#include <vector>

class vtkSMPVRepresentationProxy;
class vtkSMProxy;

namespace talus::plugin {

/// An output of a source; none: no source.
struct Output {
  vtkSMProxy* source = nullptr;
  unsigned int port = 0;

  bool operator==(const Output&) const = default;
};

/// What an input of a filter or display is connected with.
Output inputOf(vtkSMProxy& proxy, const char* name);
std::vector<Output> inputsOf(vtkSMProxy& proxy, const char* name);

/// The displays of an output that are seen in some view, or in the active one.
std::vector<vtkSMPVRepresentationProxy*> visibleDisplays(const Output& shown);
std::vector<vtkSMPVRepresentationProxy*> displaysInActiveView(const Output& shown);

/// The view that the user works with; null: none.
vtkSMProxy* activeView(vtkSMProxy& proxy);

/// Whether a source is displayed in any view, seen or hidden.
bool isDisplayed(vtkSMProxy& source);

/// Makes the visible displays of an output translucent that are opaque, so that what lies behind is seen, as
/// long as the filter exists for which it is done.
void makeTranslucent(vtkSMProxy& filter, const Output& shown, double opacity);

}  // namespace talus::plugin
