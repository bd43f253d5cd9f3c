#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "contact/trees/relative_placement.h"
#include "surrogate/surrogate_tree.h"

namespace talus {

/// Two groups of siblings whose triangles are to be compared, those in the given lanes (bit k: lane k).
struct GroupPair {
  Index a = 0;
  Index b = 0;
  std::uint8_t lanesA = 0;
  std::uint8_t lanesB = 0;
};

/// Two placed trees and how near is near, all in the frame of tree B, rounded to float.
struct PlacedTrees {
  const SurrogateGroup* groupsA = nullptr;
  const SurrogateGroup* groupsB = nullptr;
  AffineMap<float> aToB{};
  float ratio = 1;  ///< by which A's lengths grow
  float reach = 0;  ///< halos of both bodies, and a margin for rounding
};

/// What one call of visitGroups() compared.
struct VisitCounts {
  std::int64_t spheres = 0;    ///< pairs of bounding spheres
  std::int64_t triangles = 0;  ///< pairs of triangles: the spheres were near
};

/// Which pairs of siblings may be within reach of each other: bit 8 i + j of open[n] for lane i of A's group
/// and lane j of B's in visit n. Excluded are pairs of which the spheres, or the triangles' extents along the
/// axis of the spheres or along a normal, show that they are farther apart than reach and both epsilons.
/// Eight siblings of B at a time; 30 to 200 ns a visit.
VisitCounts visitGroups(const PlacedTrees& trees, std::span<const GroupPair> visits,
                        std::span<std::uint64_t> open);

}  // namespace talus
