#include "base/added_methods.h"

#include "base/error.h"

namespace talus {

void throwNotAdded(const std::string& method) {
  throw Error("The method " + method + " is in a library that this program is not linked with",
              "talus_reference", "Link Talus::Reference, or choose a method that is not a reference method");
}

}  // namespace talus
