#include "assembly/assembly_pair.h"

#include <array>

namespace talus {

const char* name(AssemblyFinding finding) {
  static constexpr std::array names{"none",       "interference", "clearance",
                                    "unexpected", "undecided",    "collision"};
  return names[static_cast<std::size_t>(finding)];
}

const PairOverlap* AssemblyPair::shownOverlap() const {
  if (overlap) return overlap->computed ? overlap.get() : nullptr;
  return motion ? motion->swept.overlap.get() : nullptr;
}

Vec3 AssemblyPair::place() const {
  if (const PairOverlap* shown = shownOverlap(); shown != nullptr && !shown->box.isEmpty())
    return shown->middle();
  if (contact) return contact->middle;
  if (motion) return 0.5 * (motion->pointA + motion->pointB);
  return 0.5 * (nearest.pointA + nearest.pointB);
}

}  // namespace talus
