#pragma once

#include <vector>

#include "arrangement/result/arrangement_body.h"
#include "base/context.h"

namespace talus {

/// Surfaces of which those that were open are closed by cones from the outline of each opening to its centre
/// (makeSolid). For a flat opening a place is inside then where the generalised winding number of the open
/// surface exceeds 1/2. Closed surfaces keep their bits.
class ClosedOpenings {
 public:
  static constexpr Index added = -1;

  /// @param surfaces with merged points. @throws Error a surface that no method can process (requireUsable).
  /// O(n log n).
  ClosedOpenings(std::vector<TriangleMesh> surfaces, Context& context);

  const std::vector<TriangleMesh>& surfaces() const { return surfaces_; }
  /// The number of surfaces that were open.
  std::int64_t openSurfaces() const { return openSurfaces_; }
  /// Gives the triangles of a result of an arrangement of surfaces() the numbers that they had before;
  /// `added`: a part of a cone.
  void restoreCells(ArrangementBody& body) const;

 private:
  std::vector<TriangleMesh> surfaces_;
  std::vector<std::vector<Index>> source_;  // of the triangles of each surface that was open
  std::int64_t openSurfaces_ = 0;
};

}  // namespace talus
