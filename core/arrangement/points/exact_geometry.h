#pragma once

#include <optional>

#include "arrangement/points/exact_point.h"
#include "arrangement/points/point_formulas.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// Exact signs for points that are defined by corners, edges and planes of a mesh. Each is evaluated in
/// doubles, then in words with a bound of their error, and at last in integers, which points keep. Sources:
/// M. Attene, "Indirect predicates for geometric constructions", Computer-Aided Design 126 (2020); B. Lévy,
/// "Exact predicates, exact constructions and combinatorics for mesh CSG" (2024). Thread-safe for points that
/// no other thread uses.
class ExactGeometry {
 public:
  /// @param mesh finite; must outlive this object.
  explicit ExactGeometry(const TriangleMesh& mesh);

  const TriangleMesh& mesh() const { return mesh_; }
  ExactPoint corner(Index point) const { return ExactPoint::given(mesh_.point(point), point); }
  /// The point of an origin; its edge and plane must cross, its planes have one common point.
  ExactPoint point(const PointOrigin& origin) const;
  /// The point where two edges cross that are not parallel and lie in one plane.
  PointOrigin crossing(Index p, Index q, Index r, Index s) const;

  /// Orientation in a projection, as orient2d().
  int turn(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c, int axis) const;
  /// As orient3d() with the corners of a triangle.
  int side(Index triangle, const ExactPoint& x) const;
  bool equal(const ExactPoint& a, const ExactPoint& b) const;
  /// The sign of a − b in one coordinate.
  int compare(const ExactPoint& a, const ExactPoint& b, int axis) const;

  WideCoordinates integers() const { return {mesh_, unit_}; }
  const WidePoint& exact(const ExactPoint& x) const;

 private:
  std::optional<Vec3> alongAxis(const PointOrigin& origin) const;
  Vec3 guessed(const PointOrigin& origin) const;
  bool liesAt(const PointOrigin& origin, const Vec3& place) const;
  WidePoint exact(const PointOrigin& origin) const;

  const TriangleMesh& mesh_;
  int unit_;  // all coordinates are multiples of 2^unit
};

}  // namespace talus
