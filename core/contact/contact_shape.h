#pragma once

#include <vector>

#include "base/context.h"
#include "geometry/intersection.h"
#include "geometry/triangle_mesh.h"
#include "surrogate/surrogate_tree.h"

namespace talus {

/// A shape prepared for contact searches: its surrogate tree, and its triangles in double in the tree's
/// frame. Built once per shape and shared by all bodies that have it. Immutable: any number of threads may
/// search. Build as the tree; 80 + 72 bytes a triangle.
class ContactShape {
 public:
  /// Progress as of SurrogateTree. @throws what SurrogateTree throws.
  ContactShape(const TriangleMesh& mesh, const SurrogateOptions& options, Context& context);

  const SurrogateTree& tree() const { return tree_; }
  std::size_t triangleCount() const { return corners_.size(); }
  /// In the tree's frame.
  const Corners& corners(Index triangle) const { return corners_[static_cast<std::size_t>(triangle)]; }
  /// No corner or centre in the tree is farther from the frame's origin, in its unit.
  double extent() const { return extent_; }
  std::size_t memoryBytes() const;

 private:
  SurrogateTree tree_;
  std::vector<Corners> corners_;
  double extent_ = 0;
};

}  // namespace talus
