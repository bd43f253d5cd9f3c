#include "assembly/assembly_pair.h"

#include <array>

namespace talus {

const char* name(AssemblyFinding finding) {
  static constexpr std::array names{"none", "interference", "clearance", "unexpected", "undecided"};
  return names[static_cast<std::size_t>(finding)];
}

Vec3 AssemblyPair::place() const {
  if (overlap && overlap->computed && !overlap->box.isEmpty()) {
    const Vec3& centroid = overlap->body.moments.centroid;
    return centroid.allFinite() ? centroid : Vec3(overlap->box.center());
  }
  if (contact) return contact->middle;
  return 0.5 * (nearest.pointA + nearest.pointB);
}

}  // namespace talus
