#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "broadphase/body_pairs.h"

namespace talus {

/// Pairs of bodies whose surfaces overlap.
struct InitialOverlaps {
  std::int64_t pairs = 0;
  BodyPair deepest{};                           ///< rows
  std::pair<std::int64_t, std::int64_t> ids{};  ///< of the deepest pair; set by resolveOverlaps()
  double depth = 0;                             ///< of the deepest pair, m
  Vec3 where = Vec3::Zero();                    ///< a point of that overlap
  std::int64_t remaining = 0;                   ///< after separateOverlaps(): pairs that still overlap
  double moved = 0;  ///< after separateOverlaps(): the maximum displacement of a body, m
};

/// A sentence about overlaps that resolveOverlaps() found, without full stop; empty if there are none.
std::string textOf(const InitialOverlaps& overlaps);

}  // namespace talus
