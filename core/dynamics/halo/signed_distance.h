#pragma once

#include <vector>

#include "contact/overlap/surface_cells.h"
#include "geometry/distance/surface_distance.h"

namespace talus {

/// The signed distance of a point from a surface, and its gradient.
struct SurfaceGap {
  double distance = 0;         ///< negative inside
  Vec3 normal = Vec3::Zero();  ///< unit: the gradient of the distance, outward
};

/// The nearest point of a triangle, and which corner (0 … 2), edge (3 … 5: ab, bc, ca) or inside (6) it is
/// on.
struct SurfaceFoot {
  Vec3 point = Vec3::Zero();
  int part = 6;
  double squaredDistance = 0;
};

/// Signed distances of points from a closed surface of any form, and from its triangles. Built once per
/// shape, immutable.
///
/// Outside is decided by the angle-weighted normals of Bærentzen and Aanæs, "Signed distance computation
/// using the angle weighted pseudonormal" (2005); if the direction to the point is nearly perpendicular to
/// that normal, by SurfaceCells::holds, exactly.
class SignedDistance {
 public:
  /// @param cells must outlive this.
  explicit SignedDistance(const SurfaceCells& cells);

  /// Unit; zero of a degenerate triangle.
  const Vec3& faceNormal(Index triangle) const { return faceNormal_[static_cast<std::size_t>(triangle)]; }
  bool isDegenerate(Index triangle) const {
    return faceNormal_[static_cast<std::size_t>(triangle)].isZero(0);
  }
  /// The height of a point above the plane of a triangle.
  double heightAbove(Index triangle, const Vec3& x) const {
    const auto t = static_cast<std::size_t>(triangle);
    return faceNormal_[t].dot(x - corners_[t][0]);
  }
  /// The sum of the normals around a vertex, weighted by angle; zero if no proper triangle is around it.
  const Vec3& vertexNormal(Index v) const { return vertexNormal_[static_cast<std::size_t>(v)]; }
  SurfaceFoot footOn(Index triangle, const Vec3& x) const;
  /// The edge of a part 3 … 5.
  Index edgeOf(Index triangle, int part) const;
  /// Whether the distance of x from the surface may have a minimum at the foot on a triangle that x faces;
  /// sure if false: normals of minima lie between those of the triangles around.
  bool mayBeMinimum(Index triangle, const SurfaceFoot& foot, const Vec3& x) const {
    const double height = heightAbove(triangle, x), least = leastCosine_[static_cast<std::size_t>(triangle)];
    constexpr double slack = 1 - 1e-9;
    return height > 0 && height * height >= slack * least * least * foot.squaredDistance;
  }
  ///   SurfaceFoot footOnparam foot the nearest point of the whole surface to x, on that triangle.
  SurfaceGap gapAt(Index triangle, const SurfaceFoot& foot, const Vec3& x) const;
  /// The gap of any point. A search: 2 to 10 µs.
  SurfaceGap gapOf(const Vec3& x) const;
  /// The triangles that are not degenerate.
  const std::vector<Index>& properTriangles() const { return properTriangles_; }

 private:
  void addTriangle(Index t);
  double leastCosine(Index t) const;
  Vec3 pseudoNormal(Index triangle, int part) const;

  const SurfaceCells& cells_;
  std::vector<Vec3> vertexNormal_, edgeNormal_, faceNormal_;
  std::vector<SurfaceDistance::Corners> corners_;  // of each triangle
  std::vector<double> leastCosine_;     // of a triangle's normal with those that share a point with it, ≥ 0
  std::vector<Index> properTriangles_;  // the indices of the triangles in distance_
  SurfaceDistance distance_;
};

}  // namespace talus
