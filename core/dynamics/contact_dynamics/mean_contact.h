#pragma once

#include <algorithm>
#include <vector>

#include "broadphase/body_pairs.h"

namespace talus {

/// A contact point with its impulses in a step, over the length of that step.
struct MeanContact {
  BodyPair bodies;
  std::uint64_t name = 0;
  Vec3 point = Vec3::Zero();    ///< in the world
  Vec3 normal = Vec3::Zero();   ///< unit, from A to B
  Vec3 force = Vec3::Zero();    ///< on B, N
  Vec3 bounce = Vec3::Zero();   ///< on B, of restitution, N
  Vec3 lasting = Vec3::Zero();  ///< on B: the mean of this force and those of earlier steps, N
  double gap = 0;               ///< at the start of the step, m
  double area = 0;              ///< m²
};

/// The rolling moment of a pair in a step.
struct MeanMoment {
  BodyPair bodies;
  Vec3 moment = Vec3::Zero();  ///< on B, N m
};

/// Whether items are sorted by pairs, of bodies that are there.
template <class Item>
bool areSound(const std::vector<Item>& items, std::size_t bodies) {
  const auto sound = [last = static_cast<Index>(bodies)](const Item& item) {
    const auto [a, b] = item.bodies;
    return 0 <= a && a < b && b < last;
  };
  return std::ranges::all_of(items, sound) && std::ranges::is_sorted(items, {}, &Item::bodies);
}

}  // namespace talus
