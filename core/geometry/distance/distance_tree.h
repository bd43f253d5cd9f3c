#pragma once

#include <array>
#include <span>
#include <vector>

#include "base/types.h"
#include "geometry/distance/triangle_frame.h"

namespace talus {

/// Triangles packed for the search of the nearest one: a tree of boxes, eight children per node and up to
/// eight triangles per leaf, in single precision and structure of arrays.
///
/// Coordinates are in the unit frame, (x − centre) · scale, in which the surface lies within [−1, 1]. Boxes
/// and slabs contain their triangles; frames are rounded. Immutable; about 100 bytes per triangle.
struct DistanceTree {
  static constexpr std::size_t width = 8;
  using Corners = std::array<Vec3, 3>;
  using Row = std::array<float, width>;
  using Rows = std::array<Row, 3>;  // x, y, z

  struct alignas(32) Node {
    Rows low, high;
    /// Unit normals of the slabs, one per child. A child lies between the two planes of its slab; around a
    /// patch of a smooth surface the slab is far thinner than the box.
    Rows normal;
    Row slabLow{}, slabHigh{};
    std::array<Index, width> child{};  ///< ≥ 0: a node; < 0: leaf number −1 − child
    Index count = 0;
  };

  struct alignas(32) Leaf {
    std::array<Row, TriangleFrame::rows> row;  ///< of the triangles' frames; unused places are far away
    std::array<Index, width> triangle{};
    Index count = 0;
  };

  /// @param triangles at least one. Build O(N log N), in parallel; the tree does not depend on the number of
  /// threads.
  explicit DistanceTree(std::span<const Corners> triangles);

  /// Converts a point to the unit frame.
  Vec3 local(const Vec3& p) const { return (p - centre) * scale; }

  std::vector<Node> nodes;  ///< the first is the root
  std::vector<Leaf> leaves;
  Vec3 centre = Vec3::Zero();
  double scale = 1;  ///< a power of two
};

}  // namespace talus
