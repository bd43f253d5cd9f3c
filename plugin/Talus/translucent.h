#pragma once

#include <vector>

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

/// Makes the visible displays of an output translucent that are opaque, so that what lies behind is seen.
void makeTranslucent(const Output& shown, double opacity);

}  // namespace talus::plugin
