#include "filter_messages.h"

#include <vtkAlgorithm.h>
#include <vtkCommand.h>
#include <vtkObject.h>
#include <vtkOutputWindow.h>

#include "answer.h"

namespace talus::filters {

namespace {

using Display = void (*)(const char* file, int line, const char* text, vtkObject* source);

// The display gives the text to observers, and prints it if there are none.
void report(vtkObject& filter, vtkCommand::EventIds event, Display display, const std::string& text,
            const std::source_location& at) {
  if (!vtkObject::GetGlobalWarningDisplay() && !filter.HasObserver(event)) return;
  const std::string whole = filter.GetObjectDescription() + ": " + text;
  display(at.file_name(), static_cast<int>(at.line()), whole.c_str(), &filter);
}

}  // namespace

void reportError(vtkObject& filter, const std::string& text, const std::source_location& at) {
  report(filter, vtkCommand::ErrorEvent, &vtkOutputWindowDisplayErrorText, text, at);
}

void reportWarning(vtkObject& filter, const std::string& text, const std::source_location& at) {
  if (auto* algorithm = vtkAlgorithm::SafeDownCast(&filter)) addRemark(*algorithm, text);
  report(filter, vtkCommand::WarningEvent, &vtkOutputWindowDisplayWarningText, text, at);
}

}  // namespace talus::filters
