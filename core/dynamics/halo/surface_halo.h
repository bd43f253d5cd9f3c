#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "contact/overlap/surface_cells.h"
#include "dynamics/halo/edge_potential.h"
#include "geometry/distance/surface_distance.h"

namespace talus {

/// The signed distance of a point from a surface, and its gradient.
struct SurfaceGap {
  double distance = 0;         ///< negative inside
  Vec3 normal = Vec3::Zero();  ///< unit: the gradient of the distance, outward
};

/// The data of a closed surface of any form for the potential of HaloArea: the area around each vertex,
/// convex edges, and the outside of each feature. Built once per shape, immutable.
///
/// * Area: the vertex's Voronoi region on the surface; obtuse triangles are split as by Meyer, Desbrun,
///   Schröder and Barr, "Discrete differential-geometry operators for triangulated 2-manifolds" (2003),
///   section 3.3.
/// * Outside: by the angle-weighted normals of Bærentzen and Aanæs, "Signed distance computation using the
///   angle weighted pseudonormal" (2005); if the direction to the point is nearly perpendicular to that
///   normal, by SurfaceCells::holds, exactly.
class SurfaceHalo {
 public:
  struct Edge {
    Vec3 direction = Vec3::Zero(), outward = Vec3::Zero();
    double length = 0, halfCosine = 1;
    double sharpness = 0;  ///< 0: flat or concave
    Index owner = -1;      ///< a triangle beside it, not degenerate; −1: there is none
    bool counts = true;    ///< in SurfaceBarrier; false: it is all that is left of a degenerate triangle
  };

  /// @param cells must outlive this.
  explicit SurfaceHalo(const SurfaceCells& cells);

  const SurfaceCells& cells() const { return cells_; }
  const std::vector<double>& vertexArea() const { return vertexArea_; }
  double area() const { return area_; }
  const Edge& edge(Index e) const { return edges_[static_cast<std::size_t>(e)]; }
  bool isDegenerate(Index triangle) const {
    return faceNormal_[static_cast<std::size_t>(triangle)].isZero(0);
  }
  /// The height of a point above the plane of a triangle.
  double heightAbove(Index triangle, const Vec3& x) const {
    const auto t = static_cast<std::size_t>(triangle);
    return faceNormal_[t].dot(x - corners_[t][0]);
  }
  /// The points that a triangle represents: each point has one such triangle around it.
  std::span<const Index> pointsOf(Index triangle) const {
    const Represented& own = represented_[static_cast<std::size_t>(triangle)];
    return std::span(own.points).first(own.pointCount);
  }
  /// The edges that count and that a triangle owns.
  std::span<const Index> edgesOf(Index triangle) const {
    const Represented& own = represented_[static_cast<std::size_t>(triangle)];
    return std::span(own.edges).first(own.edgeCount);
  }
  /// The sharp edges to whose left a triangle lies.
  std::span<const Index> sharpEdgesOf(Index triangle) const {
    const Represented& own = represented_[static_cast<std::size_t>(triangle)];
    return std::span(own.sharp).first(own.sharpCount);
  }
  /// The sum of the normals around a vertex, weighted by angle; zero if no proper triangle is around it.
  const Vec3& vertexNormal(Index v) const { return vertexNormal_[static_cast<std::size_t>(v)]; }
  Vec3 point(Index i) const { return cells_.mesh().point(i); }

  /// The nearest point of a triangle, and which corner (0 … 2), edge (3 … 5: ab, bc, ca) or inside (6) it is
  /// on.
  struct Foot {
    Vec3 point = Vec3::Zero();
    int part = 6;
    double squaredDistance = 0;
  };
  Foot footOn(Index triangle, const Vec3& x) const;
  /// The edge of a part 3 … 5.
  Index edgeOf(Index triangle, int part) const;
  /// Whether the distance of x from the surface may have a minimum at the foot on a triangle that x faces;
  /// sure if false: normals of minima lie between those of the triangles around.
  bool mayBeMinimum(Index triangle, const Foot& foot, const Vec3& x) const {
    const double height = heightAbove(triangle, x), least = leastCosine_[static_cast<std::size_t>(triangle)];
    constexpr double slack = 1 - 1e-9;
    return height > 0 && height * height >= slack * least * least * foot.squaredDistance;
  }
  /// @param foot the nearest point of the whole surface to x, on that triangle.
  SurfaceGap gapAt(Index triangle, const Foot& foot, const Vec3& x) const;
  /// The gap of any point. A search: 2 to 10 µs.
  SurfaceGap gapOf(const Vec3& x) const;

 private:
  // Together, since a search asks for them pair of triangles by pair.
  struct Represented {
    std::array<Index, 3> points{}, edges{}, sharp{};
    std::uint8_t pointCount = 0, edgeCount = 0, sharpCount = 0;
  };

  void addTriangle(Index t);
  void addEdge(std::size_t e);
  double leastCosine(Index t) const;
  void represent(Index t, std::vector<char>& taken);
  void mergeEdges(const std::array<Index, 3>& edges);
  Vec3 pseudoNormal(Index triangle, int part) const;

  const SurfaceCells& cells_;
  std::vector<double> vertexArea_;
  std::vector<Represented> represented_;
  std::vector<Vec3> vertexNormal_, edgeNormal_, faceNormal_;
  std::vector<Edge> edges_;
  std::vector<SurfaceDistance::Corners> corners_;  // of each triangle
  std::vector<double> leastCosine_;  // of a triangle's normal with those that share a point with it, ≥ 0
  double area_ = 0;
  std::vector<Index> properTriangles_;  // the indices of the triangles in distance_
  SurfaceDistance distance_;
};

}  // namespace talus
