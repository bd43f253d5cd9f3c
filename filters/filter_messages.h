#pragma once

#include <source_location>
#include <string>

class vtkObject;

namespace talus::filters {

/// Reports an error of a filter: as vtkErrorMacro does, but observers of the filter's ErrorEvent hear it also
/// while vtkObject::GlobalWarningDisplayOff() forbids VTK to print.
void reportError(vtkObject& filter, const std::string& text,
                 const std::source_location& at = std::source_location::current());

/// The same for a warning and WarningEvent. It is also a remark of a filter's answer (addRemark).
void reportWarning(vtkObject& filter, const std::string& text,
                   const std::source_location& at = std::source_location::current());

}  // namespace talus::filters
