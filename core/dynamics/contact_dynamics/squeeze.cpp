#include "dynamics/contact_dynamics/squeeze.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace talus {

namespace {

/// A wall that overlaps a body.
struct WallOverlap {
  Index wall = -1;
  double depth = 0;  // m
  bool comes = false;
};

}  // namespace

std::optional<Squeeze> findSqueeze(const NearContacts& near, const ForceBodies& bodies,
                                   std::span<const ImpulseBody> velocities) {
  constexpr double part = 0.01;  // of the thickness
  std::vector<WallOverlap> deepest(bodies.size());
  for (const NearPair& pair : near.pairs()) {
    const auto [a, b] = pair.bodies;
    if (bodies[a].wall == bodies[b].wall) continue;
    const auto [wall, body] = bodies[a].wall ? std::pair(a, b) : std::pair(b, a);
    WallOverlap found{wall};
    for (const NearPoint& point : near.points().subspan(pair.begin, pair.end - pair.begin)) {
      found.depth = std::max(found.depth, -point.gap);
      const ImpulseBody& moved = velocities[static_cast<std::size_t>(wall)];
      found.comes = found.comes || point.normal.dot(moved.velocity) * (wall == a ? 1 : -1) > 0 ||
                    !moved.angularVelocity.isZero(0);
    }
    if (found.depth == 0) continue;
    WallOverlap& other = deepest[static_cast<std::size_t>(body)];
    if (other.wall >= 0 && (found.comes || other.comes) &&
        found.depth + other.depth > part * bodies[body].thickness)
      return Squeeze{body, other.wall, wall};
    if (found.depth > other.depth) other = found;
  }
  return std::nullopt;
}

}  // namespace talus
