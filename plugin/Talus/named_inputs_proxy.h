#pragma once

#include <vtkSMSourceProxy.h>

namespace talus::plugin {

/// A filter of several inputs that knows their names in the pipeline, as its property InputName: answers
/// then name the files that a user has opened. Names that are not known stay, such as those of a saved state.
/// The class keeps its base's name: Python finds the methods of an object by the name of its class.
class NamedInputsProxy : public vtkSMSourceProxy {
 public:
  static NamedInputsProxy* New();

  void UpdateVTKObjects() override;

 protected:
  NamedInputsProxy() = default;
  ~NamedInputsProxy() override = default;
};

}  // namespace talus::plugin
