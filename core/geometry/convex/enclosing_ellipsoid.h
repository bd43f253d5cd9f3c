#pragma once

#include <span>

#include "base/types.h"

namespace talus {

/// The points centre + axes · u with |u| ≤ 1.
struct Ellipsoid {
  Vec3 centre = Vec3::Zero();
  Eigen::Matrix3d axes = Eigen::Matrix3d::Zero();  ///< columns: the semi-axes, orthogonal to each other

  double volume() const;
};

/// An ellipsoid around points whose volume is near the least possible.
///
/// Conservative: it is grown until it holds every point, rounding included. Khachiyan's ascent with away
/// steps (Todd and Yıldırım, On Khachiyan's algorithm for the computation of minimum-volume enclosing
/// ellipsoids, Discrete Applied Mathematics 155 (2007)), until no point lies more than 0.1 % outside of it in
/// squared length, or 1 000 steps were made. Corners inside the convex hull change nothing.
/// @param points at least one, finite. Flat or equal ones get an ellipsoid 1e-6 as thin as it is long.
/// O(points) a step, some hundred steps. Deterministic.
Ellipsoid enclosingEllipsoid(std::span<const Vec3> points);

}  // namespace talus
