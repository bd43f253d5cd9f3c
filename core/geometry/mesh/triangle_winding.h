#pragma once

#include <array>
#include <cmath>
#include <numbers>

#include "base/types.h"

namespace talus {

/// The winding number of one triangle about a point, its solid angle over 4π: positive behind it. In double,
/// for points that may be anywhere but on it. Source: A. Van Oosterom, J. Strackee, "The solid angle of a
/// plane triangle" (1983).
inline double triangleWinding(const std::array<Vec3, 3>& triangle, const Vec3& x) {
  const Vec3 a = (triangle[0] - x).stableNormalized(), b = (triangle[1] - x).stableNormalized(),
             c = (triangle[2] - x).stableNormalized();
  return std::atan2(a.dot(b.cross(c)), 1 + a.dot(b) + b.dot(c) + c.dot(a)) / (2 * std::numbers::pi);
}

/// The gradient at a point of the winding number of a surface, its share of one directed edge of the outline.
/// The law of Biot and Savart.
inline Vec3 edgeWindingGradient(const Vec3& from, const Vec3& to, const Vec3& x) {
  const Vec3 a = from - x, b = to - x;
  const double ofA = a.norm(), ofB = b.norm();
  const Vec3 turn = a.cross(b) / (ofA * ofB + a.dot(b));
  return turn * ((ofA + ofB) / (ofA * ofB) / (4 * std::numbers::pi));
}

}  // namespace talus
