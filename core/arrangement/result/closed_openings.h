#pragma once

#include <vector>

#include "arrangement/result/arrangement_body.h"
#include "base/context.h"

namespace talus {

/// Surfaces of which those that were open are closed by patches: triangles between the corners of each
/// opening, in its plane if it is flat, otherwise of the least area (HoleTriangulation). A SurfaceArrangement
/// of them takes a place as inside where the generalised winding number of the open surface rounds to 1:
/// OpenWindings. Closed surfaces keep their bits.
class ClosedOpenings {
 public:
  static constexpr Index added = -1;

  /// @param surfaces with merged points. @throws Error a surface that no method can process (requireUsable).
  /// O(n log n), and the patches: O(m³) for an opening of m edges up to 300, O(m²) beyond.
  ClosedOpenings(std::vector<TriangleMesh> surfaces, Context& context);

  const std::vector<TriangleMesh>& surfaces() const { return surfaces_; }
  /// The number of surfaces that were open.
  std::int64_t openSurfaces() const { return openSurfaces_; }
  /// The number of their openings.
  std::int64_t openings() const { return openings_; }
  /// Whether a triangle of surfaces() is a part of a patch.
  bool isAdded(Index surface, Index cell) const;
  /// Gives the triangles of a result of an arrangement of surfaces() the numbers that they had before;
  /// `added`: a part of a patch.
  void restoreCells(ArrangementBody& body) const;

 private:
  std::vector<TriangleMesh> surfaces_;
  std::vector<std::vector<Index>> source_;  // of the triangles of each surface that was open
  std::int64_t openSurfaces_ = 0, openings_ = 0;
};

}  // namespace talus
