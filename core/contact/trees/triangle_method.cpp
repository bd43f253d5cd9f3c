#include "contact/trees/triangle_method.h"

namespace talus {

AddedMethods<TrianglePairMethod, std::unique_ptr<TriangleMethod> (*)()>& addedTriangleMethods() {
  static AddedMethods<TrianglePairMethod, std::unique_ptr<TriangleMethod> (*)()> methods;
  return methods;
}

}  // namespace talus
