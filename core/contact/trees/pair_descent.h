#pragma once

#include <cstdint>
#include <vector>

#include "contact/trees/group_visit.h"
#include "contact/trees/pair_sieve.h"

namespace talus {

/// The shape of a body at the body's pose.
struct PlacedShape {
  const ContactShape* shape = nullptr;
  Pose pose;
};

/// Two placed shapes in one frame. @param reach as of PairFrame.
PairFrame pairFrame(const PlacedShape& a, const PlacedShape& b, double reach);

/// Their trees in that frame, with the reach of searchReach().
PlacedTrees placedTrees(const PairFrame& frame);

/// The frame's reach in tree B's unit, plus a margin for rounding to float.
float searchReach(const PairFrame& frame);

/// The filled lanes of a group.
inline std::uint8_t filledLanes(const SurrogateGroup& group) {
  return static_cast<std::uint8_t>((1u << group.count) - 1);
}

/// The pairs of lanes of a visit that are to be compared: bit 8 i + j for lane i of A and lane j of B.
std::uint64_t askedPairs(const GroupPair& visit);

/// Replaces pairs of surrogates by pairs of their children, whose visits are appended. If one of the two is a
/// fine triangle, only the other is replaced by its children. @param pairs not of two leaves.
void openPairs(const PlacedTrees& trees, const GroupPair& visit, std::uint64_t pairs,
               std::vector<GroupPair>& children);

}  // namespace talus
