#pragma once

#include <vtkCommand.h>
#include <vtkNew.h>
#include <vtkObject.h>

namespace talus::filters {

/// Suppresses the errors and warnings of an object on the console; the caller detects failure from the
/// result.
inline void silence(vtkObject& source) {
  class Silence : public vtkCommand {
   public:
    static Silence* New() { return new Silence; }
    void Execute(vtkObject*, unsigned long, void*) override {}
  };
  const vtkNew<Silence> nothing;
  for (const auto event : {vtkCommand::ErrorEvent, vtkCommand::WarningEvent})
    source.AddObserver(event, nothing);
}

}  // namespace talus::filters
