#pragma once

#include <vtkSMRepresentationProxy.h>

namespace talus::plugin {

/// Connects a representation to what is selected of its input, as ParaView does for its own ones. The class
/// keeps its base's name: Python finds the methods of an object by the name of its class.
class BodiesProxy : public vtkSMRepresentationProxy {
 public:
  static BodiesProxy* New();

 protected:
  BodiesProxy() = default;
  ~BodiesProxy() override = default;

  void SetPropertyModifiedFlag(const char* name, int flag) override;
};

}  // namespace talus::plugin
