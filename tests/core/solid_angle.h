#pragma once

#include <array>
#include <cmath>
#include <numbers>

#include "geometry/mesh/triangle_mesh.h"

namespace talus::solid_angle {

/// The winding number of one triangle about a point, by the solid angle of A. Van Oosterom and J. Strackee,
/// "The solid angle of a plane triangle" (1983).
inline double winding(const std::array<Vec3, 3>& triangle, const Vec3& x) {
  const Vec3 a = triangle[0] - x, b = triangle[1] - x, c = triangle[2] - x;
  const double numerator = a.dot(b.cross(c));
  const double denominator =
      a.norm() * b.norm() * c.norm() + a.dot(b) * c.norm() + b.dot(c) * a.norm() + c.dot(a) * b.norm();
  return std::atan2(numerator, denominator) / (2 * std::numbers::pi);
}

inline double winding(const TriangleMesh& mesh, const Vec3& x) {
  double sum = 0;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) sum += winding(mesh.corners(t), x);
  return sum;
}

}  // namespace talus::solid_angle
