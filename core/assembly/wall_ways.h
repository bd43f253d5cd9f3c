#pragma once

#include <optional>

#include "geometry/exact/intersection.h"

namespace talus {

/// A circular cone of directions: those within an angle of an axis.
struct DirectionCone {
  Vec3 axis = Vec3::UnitZ();  ///< unit
  double cosine = 1, sine = 0;

  DirectionCone(const Vec3& unitAxis, double angle);
  bool holds(const Vec3& way) const { return axis.dot(way) >= cosine * way.norm() * (1 - 4e-16); }
  /// Whether a way of the cone may lead to a point of a ball; false is certain.
  bool mayReach(const Vec3& middle, double radius) const;
};

/// The point of a triangle that is nearest to a point, among those in a cone from there. None if no point of
/// the triangle is in the cone. To rounding: the least over a convex set, by cases.
std::optional<Vec3> nearestInCone(const Vec3& from, const DirectionCone& cone, const Corners& triangle);

}  // namespace talus
