#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "arrangement/points/exact_geometry.h"

namespace talus {

/// A triangulation of a part of a plane that contains given points and segments. Where segments cross, a new
/// point is made. All decisions are exact, in the projection that drops one coordinate; its shape is improved
/// by flips of edges (Lawson) with a test in double.
///
/// Points are inserted into the triangle around them, segments by flips of the edges that they cross (S. W.
/// Sloan, "A fast algorithm for generating constrained Delaunay triangulations", 1993).
class PlanarComplex {
 public:
  /// What an edge lies on: none, the outline of a triangle of the plane, or (≥ 0) another plane, by the
  /// number of a triangle.
  static constexpr Index noPlane = -2, outline = -1;

  /// Begins with one triangle. @param plane number of a triangle in the plane.
  PlanarComplex(const ExactGeometry& geometry, Index plane, int axis,
                const std::array<ExactPoint, 3>& corners);

  /// Inserts a point in the triangulated area. @return its number, or that of an equal point.
  Index addPoint(const ExactPoint& x);
  /// Makes the segment between two points a row of edges. @param on what it lies on.
  void addSegment(Index from, Index to, Index on);

  std::span<const ExactPoint> points() const { return points_; }
  const ExactPoint& point(Index p) const { return points_[static_cast<std::size_t>(p)]; }
  std::size_t triangleCount() const { return triangles_.size(); }
  /// Corners of a triangle, counter-clockwise in the projection.
  const std::array<Index, 3>& corners(Index t) const { return at(t).corners; }
  /// Orientation of three points.
  int turn(Index a, Index b, Index c) const;
  /// The triangle beyond the edge opposite a corner; −1: none.
  Index beyond(Index t, std::size_t corner) const { return at(t).beyond[corner]; }
  /// A triangle at a point.
  Index triangleAt(Index p) const { return triangleAt_[static_cast<std::size_t>(p)]; }
  /// All triangles at a point.
  std::vector<Index> fanOf(Index p) const;

 private:
  struct Triangle {
    std::array<Index, 3> corners, beyond, on;  // beyond and on the edge opposite each corner
  };
  struct Segment {
    Index from, to;
  };
  struct FlatPoint {  // the projection of a point
    double u, v;
    bool isExact;
  };

  Triangle& at(Index t) { return triangles_[static_cast<std::size_t>(t)]; }
  const Triangle& at(Index t) const { return triangles_[static_cast<std::size_t>(t)]; }
  /// The first triangle at a point that fulfils a condition, which is not asked about further ones; −1: none.
  template <class Condition>
  Index findAround(Index p, const Condition& condition) const;
  bool hasCorner(Index t, Index p) const {
    const std::array<Index, 3>& corners = at(t).corners;
    return corners[0] == p || corners[1] == p || corners[2] == p;
  }
  std::size_t cornerOf(Index t, Index p) const {
    const std::array<Index, 3>& corners = at(t).corners;
    return corners[0] == p ? 0 : corners[1] == p ? 1 : 2;
  }
  std::size_t cornerBeyond(Index t, std::size_t corner) const;
  FlatPoint flat(const ExactPoint& x) const;
  const FlatPoint& flat(Index p) const { return flat_[static_cast<std::size_t>(p)]; }
  static std::optional<int> turnOf(const FlatPoint& a, const FlatPoint& b, const FlatPoint& c);

  Index newPoint(const ExactPoint& x);
  Index newTriangle();
  void set(Index t, const std::array<Index, 3>& corners, const std::array<Index, 3>& beyond,
           const std::array<Index, 3>& on);
  void replaceNeighbour(Index t, Index old, Index next);
  void splitFace(Index t, Index p);
  void splitEdge(Index t, std::size_t corner, Index p);
  void flip(Index t, std::size_t corner);
  bool canFlip(Index t, std::size_t corner) const;
  bool improves(Index t, std::size_t corner) const;
  void improveAround(Index p, std::vector<Index> triangles);

  Index locate(const ExactPoint& x, std::array<int, 3>& turns) const;
  bool markEdge(Index p, Index q, Index on);
  void mark(Index t, std::size_t corner, Index on);
  Index pass(const Segment& segment, Index on, std::vector<Segment>& crossed);
  void clear(const Segment& segment, const std::vector<Segment>& crossed);
  Index splitCrossing(Index t, std::size_t corner, Index on);

  const ExactGeometry& geometry_;
  Index plane_;
  int axis_;
  std::vector<ExactPoint> points_;
  std::vector<FlatPoint> flat_;  // of the points
  std::vector<Triangle> triangles_;
  std::vector<Index> triangleAt_;
};

}  // namespace talus
