#include "assembly/assembly_pair.h"

#include <array>

namespace talus {

const char* name(AssemblyFinding finding) {
  static constexpr std::array names{"none",       "interference", "clearance",
                                    "unexpected", "undecided",    "collision"};
  return names[static_cast<std::size_t>(finding)];
}

Vec3 AssemblyPair::place() const {
  if (overlap && overlap->computed && !overlap->box.isEmpty()) {
    const Vec3& centroid = overlap->body.moments.centroid;
    return centroid.allFinite() ? centroid : Vec3(overlap->box.center());
  }
  if (contact) return contact->middle;
  if (motion) return 0.5 * (motion->pointA + motion->pointB);
  return 0.5 * (nearest.pointA + nearest.pointB);
}

}  // namespace talus
