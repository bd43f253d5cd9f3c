#include "class_override.h"

#include <vtkNew.h>
#include <vtkVersion.h>

namespace talus::plugin {

namespace {

class OverrideFactory : public vtkObjectFactory {
 public:
  static OverrideFactory* New() { VTK_STANDARD_NEW_BODY(OverrideFactory); }
  vtkTypeMacro(OverrideFactory, vtkObjectFactory)  // brings its own semicolon

      const char* GetVTKSourceVersion() override {
    return VTK_SOURCE_VERSION;
  }
  const char* GetDescription() override { return "Talus: how data are shown first"; }
  using vtkObjectFactory::RegisterOverride;
};

}  // namespace

void overrideClass(const char* theirs, const char* ours, vtkObjectFactory::CreateFunction create,
                   const char* description) {
  const vtkNew<OverrideFactory> factory;
  factory->RegisterOverride(theirs, ours, description, 1, create);
  vtkObjectFactory::RegisterFactory(factory);
}

}  // namespace talus::plugin
