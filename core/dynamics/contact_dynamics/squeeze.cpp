#include "dynamics/contact_dynamics/squeeze.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace talus {

namespace {

/// A body that overlaps a wall.
struct WallOverlap {
  Index body = -1, wall = -1;
  double depth = 0;          // of the deepest point, m
  Vec3 away = Vec3::Zero();  // from the wall there
  bool comes = false;        // the wall moves towards the body
};

std::optional<WallOverlap> overlapOf(const NearContacts& near, const NearPair& pair,
                                     const ForceBodies& bodies, std::span<const ImpulseBody> velocities) {
  const auto [a, b] = pair.bodies;
  if (bodies[a].wall == bodies[b].wall) return std::nullopt;
  const double sign = bodies[a].wall ? 1 : -1;
  WallOverlap found{.body = bodies[a].wall ? b : a, .wall = bodies[a].wall ? a : b};
  const ImpulseBody& moved = velocities[static_cast<std::size_t>(found.wall)];
  for (const NearPoint& point : near.points().subspan(pair.begin, pair.end - pair.begin)) {
    const Vec3 away = sign * point.normal;
    found.comes = found.comes || away.dot(moved.velocity) > 0 || !moved.angularVelocity.isZero(0);
    if (-point.gap <= found.depth) continue;
    found.depth = -point.gap;
    found.away = away;
  }
  if (found.depth == 0) return std::nullopt;
  return found;
}

// In a corner between walls there is a way out.
bool squeeze(const WallOverlap& one, const WallOverlap& other, double thickness) {
  constexpr double thicknessShare = 0.01;  // of the thickness
  constexpr double oppositeCosine = -0.5;  // cosine of the directions
  return one.body == other.body && (one.comes || other.comes) && one.away.dot(other.away) < oppositeCosine &&
         one.depth + other.depth > thicknessShare * thickness;
}

}  // namespace

std::optional<Squeeze> findSqueeze(const NearContacts& near, const ForceBodies& bodies,
                                   std::span<const ImpulseBody> velocities) {
  std::vector<WallOverlap> overlaps;
  for (const NearPair& pair : near.pairs())
    if (const auto found = overlapOf(near, pair, bodies, velocities)) overlaps.push_back(*found);
  std::ranges::stable_sort(overlaps, {}, &WallOverlap::body);
  for (std::size_t n = 0; n < overlaps.size(); ++n)
    for (std::size_t m = n; m-- > 0 && overlaps[m].body == overlaps[n].body;)
      if (squeeze(overlaps[m], overlaps[n], bodies[overlaps[n].body].thickness))
        return Squeeze{overlaps[n].body, overlaps[m].wall, overlaps[n].wall};
  return std::nullopt;
}

}  // namespace talus
