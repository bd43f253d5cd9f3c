#include "base/surface_title.h"

namespace talus {

std::string withSource(const std::string& name, const std::string& source) {
  return source.empty() ? name : name + " (" + source + ")";
}

std::string surfaceTitle(std::size_t number, bool several, const std::string& source) {
  return withSource(several ? "Surface " + std::to_string(number) : "The surface", source);
}

}  // namespace talus
