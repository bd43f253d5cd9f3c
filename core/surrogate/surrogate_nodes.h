#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "surrogate/surrogate_tree.h"

namespace talus {

/// One surrogate of a tree, in the mesh's coordinates, for display and measurement.
struct SurrogateNode {
  Index parent = -1;  ///< number of its parent in the list; −1: the root
  int level = 0;      ///< number of surrogates above it
  std::array<Vec3, 3> corners;
  double epsilon = 0;  ///< a length: distance within which all triangles below lie, without halo
  Vec3 sphereCentre = Vec3::Zero();
  double sphereRadius = 0;
  std::int64_t triangles = 0;  ///< fine triangles below
};
static_assert(sizeof(SurrogateNode) == 128, "no padding: its bytes go into messages");

/// All surrogates of a tree, the root first, level by level, without fine triangles. Epsilon and radius still
/// cover everything after the coordinates were rounded to double. O(groups).
std::vector<SurrogateNode> surrogateNodes(const SurrogateTree& tree);

}  // namespace talus
