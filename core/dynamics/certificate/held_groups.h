#pragma once

#include <map>
#include <span>
#include <vector>

#include "broadphase/body_pairs.h"
#include "dynamics/body/body_inertia.h"

namespace talus {

/// Bodies connected by pairs that are held back; walls connect none.
struct HeldGroup {
  std::vector<std::size_t> bodies;  ///< ascending, without walls
  bool meetsWall = false;
};

/// The groups of these pairs, by a body of each.
std::map<Index, HeldGroup> heldGroups(std::span<const BodyPair> pairs, const BodyInertia& inertia,
                                      std::size_t bodies);

}  // namespace talus
