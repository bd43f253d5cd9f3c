#include "geometry/check/piece_nesting.h"

#include "geometry/check/crossing_parity.h"
#include "geometry/exact/intersection.h"
#include "geometry/exact/predicates.h"

namespace talus {

namespace {

// Triangles whose corners are tried per shell. All of them lie on another shell only if the two touch
// everywhere.
constexpr std::size_t maximumTriangles = 100;

bool isSolid(const Corners& corners) {
  const auto& [a, b, c] = corners;
  return a.allFinite() && b.allFinite() && c.allFinite() && !collinear(a, b, c);
}

}  // namespace

PieceNesting::PieceNesting(const TriangleMesh& mesh, const std::vector<Index>& component,
                           const std::vector<bool>& closed)
    : mesh_(mesh), component_(component), triangles_(closed.size()) {
  std::vector<Box> boxes(mesh.triangleCount());
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto piece = static_cast<std::size_t>(component[t]);
    if (triangles_[piece].size() < maximumTriangles) triangles_[piece].push_back(static_cast<Index>(t));
    if (closed[piece] && isSolid(mesh.corners(t))) boxes[t] = mesh.bounds(t);
  }
  boxes_ = BoxTree(boxes);
}

std::optional<bool> PieceNesting::insideOdd(Index piece, const Vec3& p) const {
  return oddCrossings(
      mesh_, boxes_, [&](Index t) { return component_[static_cast<std::size_t>(t)] != piece; }, p);
}

std::optional<bool> PieceNesting::insideOdd(Index piece) const {
  for (const Index triangle : triangles_[static_cast<std::size_t>(piece)])
    for (const Vec3& corner : mesh_.corners(static_cast<std::size_t>(triangle)))
      if (const std::optional<bool> odd = insideOdd(piece, corner)) return odd;
  return std::nullopt;
}

}  // namespace talus
