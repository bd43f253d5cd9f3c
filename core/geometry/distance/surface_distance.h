#pragma once

#include <array>
#include <span>
#include <vector>

#include "geometry/distance/distance_tree.h"

namespace talus {

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
/// Build O(N log N), about 0.2 µs and 150 bytes per triangle. Immutable after construction: any number of
/// threads may query. For points farther away than four times the surface's size the whole search is in
/// double, which takes ten times as long.
class SurfaceDistance {
 public:
  using Corners = std::array<Vec3, 3>;

  /// @param triangles of non-zero area (TriangleMesh::properTriangles), at least one.
  explicit SurfaceDistance(std::vector<Corners> triangles);

  /// @param p finite. @param hint a triangle that may be near, for example the result for a neighbouring
  /// point; −1: none. It affects the time, not the result.
  NearestTriangle nearest(const Vec3& p, Index hint = -1) const;

  /// Whether all points, which should lie close together, are certainly farther away than `distance`, by one
  /// search. May be false although all points are farther away.
  /// @param points finite, at least one.
  bool allBeyond(std::span<const Vec3> points, double distance) const;

  /// The same for a few dozen points that lie close together: candidates for all of them are searched once.
  /// Three to ten times as fast as single queries; the distances between the points affect the time, not
  /// the result.
  /// @param points finite. @param nearest one per point.
  void nearestOfGroup(std::span<const Vec3> points, std::span<NearestTriangle> nearest) const;

 private:
  struct Search;

  bool isFar(const Vec3& p) const;
  NearestTriangle finish(const Search& search) const;
  void searchNear(const Vec3& local, Search& search) const;
  void searchFar(const Vec3& local, Search& search) const;
  Index holding(const Vec3& p) const;

  std::vector<Corners> triangles_;
  DistanceTree tree_;
};

}  // namespace talus
