#pragma once

#include <optional>
#include <vector>

#include "geometry/mesh/box_tree.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The nesting of the connected pieces of a mesh.
class PieceNesting {
 public:
  /// @param component piece of each triangle (MeshReport::component), numbered from 0.
  /// @param closed for each piece: whether every edge of it has an even number of triangles. Others have no
  /// inside. The mesh and `component` must outlive this object. O(n log n).
  PieceNesting(const TriangleMesh& mesh, const std::vector<Index>& component,
               const std::vector<bool>& closed);

  /// Whether p lies inside an odd number of closed pieces other than `piece`. Exact. No value if
  /// undecidable: p is not finite or lies on one of them. O(log n + triangles near a ray).
  std::optional<bool> insideOdd(Index piece, const Vec3& p) const;

  /// The same for the first of the piece's corners for which it is decidable.
  std::optional<bool> insideOdd(Index piece) const;

 private:
  const TriangleMesh& mesh_;
  const std::vector<Index>& component_;
  std::vector<std::vector<Index>> triangles_;  // by piece, those that are tried: the first few
  BoxTree boxes_;  // of triangles; empty for those without an area, and of pieces without an inside
};

}  // namespace talus
