#pragma once

#include <array>
#include <limits>
#include <span>
#include <vector>

#include "geometry/distance/distance_tree.h"

namespace talus {

struct PointGroup;

/// A triangle and its distance.
struct NearestTriangle {
  Index triangle = -1;
  double distance = 0;  ///< length, ≥ 0; 0 if and only if the point lies exactly on the triangle
};

/// The nearest of many triangles.
///
/// A SIMD search in single precision (collectNear) returns candidates, which are compared in double.
/// Distances are correct to rounding relative to the larger of the distance and the surface's size; only
/// whether a point lies on a triangle is decided exactly. Of equally near triangles the one with the smallest
/// index is chosen, so the result depends only on the triangles and the point. Coordinates may have any
/// magnitude.
///
/// Build O(N log N), about 0.5 µs and 170 bytes per triangle. Immutable after construction: any number of
/// threads may query. For points farther away than four times the surface's size the whole search is in
/// double, which takes ten times as long.
class SurfaceDistance {
 public:
  using Corners = std::array<Vec3, 3>;

  /// @param triangles of non-zero area (TriangleMesh::properTriangles), at least one.
  explicit SurfaceDistance(std::vector<Corners> triangles);

  const Corners& triangle(Index number) const { return triangles_[static_cast<std::size_t>(number)]; }

  /// @param p finite. @param hint a triangle that may be near, for example the result for a neighbouring
  /// point; −1: none. It affects the time, not the result.
  NearestTriangle nearest(const Vec3& p, Index hint = -1) const;

  /// The same for points of which consecutive ones lie close together, such as a brick of a lattice along a
  /// space-filling curve: up to 64 share a search. Three to four times as fast as single queries; order and
  /// distances of the points affect the time, not the result.
  /// @param points finite. @param nearest one per point. @param band points farther away get no triangle, and
  /// the band as distance; they cost little.
  void nearestOfGroup(std::span<const Vec3> points, std::span<NearestTriangle> nearest,
                      double band = std::numeric_limits<double>::infinity(), Index hint = -1) const;

 private:
  struct Search;
  struct Room;
  struct GroupWish {
    double band;
    Index hint;
  };

  bool isFar(const Vec3& p) const;
  void nearestOfFew(std::span<const Vec3> points, std::span<NearestTriangle> nearest,
                    const GroupWish& wish) const;
  bool searchGroup(std::span<const Vec3> points, std::span<NearestTriangle> nearest,
                   const GroupWish& wish) const;
  double farthestFrom(Index t, const PointGroup& group) const;
  NearestTriangle finish(const Vec3& p, Index triangle, double squared) const;
  void searchNear(const Vec3& local, Search& search) const;
  void searchFar(const Vec3& local, Search& search) const;
  Index holding(const Vec3& p) const;

  std::vector<Corners> triangles_;
  DistanceTree tree_;
};

}  // namespace talus
