#pragma once

#include <optional>
#include <vector>

#include "geometry/mesh/box_tree.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The nesting of the shells of a mesh.
class PieceNesting {
 public:
  /// @param component shell of each triangle (MeshReport::component), numbered from 0.
  /// @param closed for each shell: whether each of its edges has an even number of triangles. Other shells
  /// have no inside. The mesh and `component` must outlive this object. O(n log n).
  PieceNesting(const TriangleMesh& mesh, const std::vector<Index>& component,
               const std::vector<bool>& closed);

  /// Whether p lies inside an odd number of closed shells other than `piece`. Exact. No value if undecidable:
  /// p is not finite or lies on one of the shells. O(log n + triangles near a ray).
  std::optional<bool> insideOdd(Index piece, const Vec3& p) const;

  /// The same for the first corner of the shell for which it is decidable.
  std::optional<bool> insideOdd(Index piece) const;

 private:
  const TriangleMesh& mesh_;
  const std::vector<Index>& component_;
  std::vector<std::vector<Index>>
      triangles_;  // the first few triangles of each shell, whose corners are tried
  BoxTree boxes_;  // of triangles; empty for zero area or a shell without an inside
};

}  // namespace talus
