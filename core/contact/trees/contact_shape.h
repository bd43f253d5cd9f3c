#pragma once

#include <vector>

#include "base/context.h"
#include "geometry/exact/intersection.h"
#include "geometry/mesh/triangle_mesh.h"
#include "surrogate/surrogate_tree.h"

namespace talus {

/// A shape prepared for contact searches: its surrogate tree, and its triangles in double in the tree's
/// frame. Built once per shape and shared by all bodies that have it. Immutable: any number of threads may
/// search. Build as the tree; 170 bytes a triangle.
class ContactShape {
 public:
  /// Progress as of SurrogateTree. @throws what SurrogateTree throws.
  ContactShape(const TriangleMesh& mesh, const SurrogateOptions& options, Context& context);

  const SurrogateTree& tree() const { return tree_; }
  std::size_t triangleCount() const { return tree_.triangleCount(); }
  /// Fine triangles are named by where the tree holds them, so that siblings lie side by side in memory:
  /// eight times the group plus the lane.
  static Index slot(Index group, unsigned lane) {
    return static_cast<Index>(SurrogateGroup::size) * group + static_cast<Index>(lane);
  }
  /// The number of the triangle in a slot.
  Index triangle(Index slot) const {
    const auto s = static_cast<std::size_t>(slot);
    return tree_.groups()[s / SurrogateGroup::size].child[s % SurrogateGroup::size];
  }
  /// Its corners in the tree's frame. One number behind them may be read.
  const Corners& corners(Index slot) const { return corners_[static_cast<std::size_t>(slot)]; }
  /// No corner or centre in the tree is farther from the frame's origin, in its unit.
  double extent() const { return extent_; }
  std::size_t memoryBytes() const;

 private:
  SurrogateTree tree_;
  std::vector<Corners> corners_;  // by slot; those of surrogates are empty. One more, as SIMD reads beyond
  double extent_ = 0;
};

}  // namespace talus
