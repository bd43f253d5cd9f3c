#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "base/types.h"

namespace talus {

/// The edge between two points, the smaller number first.
inline std::array<Index, 2> orderedEdge(Index p, Index q) {
  return {std::min(p, q), std::max(p, q)};
}

/// Box of a triangle.
inline Box boxOf(const std::array<Vec3, 3>& corners) {
  return Box(corners[0]).extend(corners[1]).extend(corners[2]);
}

/// The unit normal by the right-hand rule; not finite if the corners are collinear.
inline Vec3 unitNormalOf(const std::array<Vec3, 3>& corners) {
  return (corners[1] - corners[0]).cross(corners[2] - corners[0]).stableNormalized();
}

/// A triangle surface as a structure of arrays. Plain data: nothing is checked until requireUsable() is
/// called.
struct TriangleMesh {
  /// Coordinates of the points, in the mesh's length unit.
  std::vector<double> x, y, z;
  /// Corners of the triangles, counter-clockwise seen from outside.
  std::vector<Index> a, b, c;

  bool operator==(const TriangleMesh&) const = default;
  std::size_t pointCount() const { return x.size(); }
  std::size_t triangleCount() const { return a.size(); }

  Index addPoint(const Vec3& p);
  void addTriangle(Index i, Index j, Index k);
  /// Appends all points and triangles of another mesh; takes its memory if this mesh is empty.
  void append(const TriangleMesh& other);
  void append(TriangleMesh&& other);

  Vec3 point(Index i) const {
    const auto n = static_cast<std::size_t>(i);
    return {x[n], y[n], z[n]};
  }
  std::array<Index, 3> triangle(std::size_t t) const { return {a[t], b[t], c[t]}; }
  std::array<Vec3, 3> corners(std::size_t t) const { return corners(triangle(t)); }
  std::array<Vec3, 3> corners(const std::array<Index, 3>& t) const {
    return {point(t[0]), point(t[1]), point(t[2])};
  }

  /// Box of the points that triangles use; empty for an empty mesh. O(triangles).
  Box bounds() const;
  /// Box of one triangle.
  Box bounds(std::size_t t) const;
  /// Corners of the triangles of non-zero area (exact), in their order. O(triangles).
  std::vector<std::array<Vec3, 3>> properTriangles() const;
};

/// Rejects a mesh with an invalid point index.
/// @param name the surface's name in the message.
/// @throws Error that names the first such triangle. O(triangles).
void requireCornersExist(const TriangleMesh& mesh, const std::string& name);

/// Rejects a mesh that no method can process.
/// @param name the surface's name in the message.
/// @throws Error for no triangles, an invalid point index, a NaN or infinite coordinate, a coordinate beyond
/// 1e300, or a surface of zero area.
void requireUsable(const TriangleMesh& mesh, const std::string& name);

}  // namespace talus
