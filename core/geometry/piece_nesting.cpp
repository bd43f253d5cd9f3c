#include "geometry/piece_nesting.h"

#include "geometry/crossing_parity.h"

namespace talus {

namespace {

// Corners tried per piece: all but a few lie on another piece only where the two touch all over.
constexpr std::size_t mostTriangles = 100;

bool isFinite(const Box& box) {
  return box.min().allFinite() && box.max().allFinite();
}

}  // namespace

PieceNesting::PieceNesting(const TriangleMesh& mesh, const std::vector<Index>& component,
                           const std::vector<bool>& closed)
    : mesh_(mesh), triangles_(closed.size()) {
  std::vector<Box> boxes(closed.size());
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto piece = static_cast<std::size_t>(component[t]);
    triangles_[piece].push_back(static_cast<Index>(t));
    const Box box = mesh.bounds(t);
    if (closed[piece] && isFinite(box)) boxes[piece].extend(box);
  }
  boxes_ = BoxTree(boxes);
}

std::optional<bool> PieceNesting::insideOdd(Index piece, const Vec3& p) const {
  std::vector<Index> around;
  boxes_.queryPoint(p, [&](Index other) {
    const std::vector<Index>& triangles = triangles_[static_cast<std::size_t>(other)];
    if (other != piece) around.insert(around.end(), triangles.begin(), triangles.end());
    return true;
  });
  return oddCrossings(mesh_, around, p);
}

std::optional<bool> PieceNesting::insideOdd(Index piece) const {
  const std::vector<Index>& triangles = triangles_[static_cast<std::size_t>(piece)];
  for (std::size_t i = 0; i < std::min(mostTriangles, triangles.size()); ++i)
    for (const Vec3& corner : mesh_.corners(static_cast<std::size_t>(triangles[i])))
      if (const std::optional<bool> odd = insideOdd(piece, corner)) return odd;
  return std::nullopt;
}

}  // namespace talus
