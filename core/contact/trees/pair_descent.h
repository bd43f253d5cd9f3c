#pragma once

#include <cstdint>
#include <vector>

#include "contact/trees/group_visit.h"
#include "contact/trees/pair_sieve.h"

namespace talus {

/// A shape where a body has it.
struct PlacedShape {
  const ContactShape* shape = nullptr;
  Pose pose;
};

/// Two placed shapes in one frame. @param reach as of PairFrame.
PairFrame pairFrame(const PlacedShape& a, const PlacedShape& b, double reach);

/// Their trees in that frame; within reach is what searchReach() says.
PlacedTrees placedTrees(const PairFrame& frame);

/// The frame's reach in tree B's unit, larger by what rounding to float may hide.
float searchReach(const PairFrame& frame);

/// The lanes of a group that count.
inline std::uint8_t filledLanes(const SurrogateGroup& group) {
  return static_cast<std::uint8_t>((1u << group.count) - 1);
}

/// The pairs of lanes of a visit that are to be compared: bit 8 i + j for lane i of A and lane j of B.
std::uint64_t askedPairs(const GroupPair& visit);

/// Appends the visits by which pairs of surrogates are replaced: those of their children. Where one of both
/// is a fine triangle, it stays and the other one's children come. @param pairs not of two leaves.
void openPairs(const PlacedTrees& trees, const GroupPair& visit, std::uint64_t pairs,
               std::vector<GroupPair>& children);

}  // namespace talus
