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

/// An ellipsoid around points with nearly minimum volume.
///
/// Conservative: it is enlarged until it contains every point, rounding included. Method: Khachiyan's ascent
/// with away steps (Todd and Yıldırım, On Khachiyan's algorithm for the computation of minimum-volume
/// enclosing ellipsoids, Discrete Applied Mathematics 155 (2007)), until no point lies more than 0.1 %
/// outside of it in squared length, or for 1 000 steps. Points inside the convex hull have no effect.
/// @param points at least one, finite. For flat point sets or equal points the thickness of the ellipsoid is
/// 1e-6 of its length. O(points) per step, some hundred steps. Deterministic.
Ellipsoid enclosingEllipsoid(std::span<const Vec3> points);

}  // namespace talus
