#pragma once

#include <cmath>

#include "base/types.h"

namespace talus {

/// A vector, or the vector of that length along it if it is longer.
inline Vec3 shortened(const Vec3& vector, double limit) {
  const double square = vector.squaredNorm();
  return square > limit * limit ? Vec3(limit / std::sqrt(square) * vector) : vector;
}

/// The impulses that Coulomb's law allows: r_n ≥ −pull, |r_t| ≤ µ (r_n + pull + pressed).
struct CoulombCone {
  double friction = 0;  ///< µ ≥ 0
  double pull = 0;      ///< the greatest attraction, N s, ≥ 0
  double pressed = 0;   ///< a normal impulse that acts in any case, N s, ≥ 0

  /// The greatest tangential impulse.
  double grip(double normal) const { return friction * (normal + pull + pressed); }
  /// The nearest allowed impulse. @param normal unit.
  Vec3 nearest(const Vec3& impulse, const Vec3& normal) const {
    const double apex = pull + pressed, along = normal.dot(impulse);
    const Vec3 across = impulse - along * normal;
    const double size = across.norm(), height = along + apex;
    if (along >= -pull && size <= friction * height) return impulse;
    const double nearest = (height + friction * size) / (1 + friction * friction);
    if (nearest < pressed || (along < -pull && size <= friction * pressed))
      return -pull * normal + shortened(across, friction * pressed);
    return (nearest - apex) * normal + (size > 0 ? friction * nearest / size : 0) * across;
  }
  /// The derivative of nearest(): symmetric, eigenvalues from 0 to 1.
  Eigen::Matrix3d slope(const Vec3& impulse, const Vec3& normal) const {
    const Eigen::Matrix3d flat = Eigen::Matrix3d::Identity() - normal * normal.transpose();
    const double apex = pull + pressed, along = normal.dot(impulse);
    const Vec3 across = impulse - along * normal;
    const double size = across.norm(), height = along + apex;
    if (along >= -pull && size <= friction * height) return Eigen::Matrix3d::Identity();
    const Vec3 direction = size > 0 ? Vec3(across / size) : Vec3(Vec3::Zero());
    const Eigen::Matrix3d turn = flat - direction * direction.transpose();
    const double nearest = (height + friction * size) / (1 + friction * friction), grip = friction * pressed;
    if (nearest < pressed || (along < -pull && size <= grip))
      return size < grip ? flat : Eigen::Matrix3d((size > 0 ? grip / size : 0) * turn);
    const Vec3 edge = normal + friction * direction;
    const Eigen::Matrix3d face = edge * edge.transpose() / edge.squaredNorm();
    return size > 0 ? Eigen::Matrix3d(face + friction * nearest / size * turn) : face;
  }
};

}  // namespace talus
