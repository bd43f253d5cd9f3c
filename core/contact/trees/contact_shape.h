#pragma once

#include <vector>

#include "base/context.h"
#include "geometry/exact/intersection.h"
#include "geometry/mesh/triangle_mesh.h"
#include "surrogate/surrogate_tree.h"

namespace talus {

/// A shape prepared for contact searches: its surrogate tree, and its triangles in double in the tree's
/// frame. Built once per shape and shared by all bodies that have it. Immutable, so any number of threads may
/// search it. Built in about the time of the tree; 170 bytes per triangle.
class ContactShape {
 public:
  /// Reports progress as SurrogateTree does. @throws what SurrogateTree throws.
  ContactShape(const TriangleMesh& mesh, const SurrogateOptions& options, Context& context,
               SurrogateSearch search = SurrogateSearch::Long);

  const SurrogateTree& tree() const { return tree_; }
  std::size_t triangleCount() const { return tree_.triangleCount(); }
  /// A fine triangle is identified by its slot in the tree, eight times the group plus the lane, so that
  /// siblings are adjacent in memory.
  static Index slot(Index group, unsigned lane) {
    return static_cast<Index>(SurrogateGroup::size) * group + static_cast<Index>(lane);
  }
  /// The number of the triangle in a slot.
  Index triangle(Index slot) const {
    const auto s = static_cast<std::size_t>(slot);
    return tree_.groups()[s / SurrogateGroup::size].child[s % SurrogateGroup::size];
  }
  /// Its corners in the tree's frame. SIMD code may read one number beyond them.
  const Corners& corners(Index slot) const { return corners_[static_cast<std::size_t>(slot)]; }
  /// Upper bound of the distance of any corner or centre in the tree from the frame's origin, in its unit.
  double extent() const { return extent_; }
  std::size_t memoryBytes() const;

 private:
  SurrogateTree tree_;
  std::vector<Corners> corners_;  // by slot; unused for surrogates. One more at the end, as SIMD reads beyond
  double extent_ = 0;
};

}  // namespace talus
