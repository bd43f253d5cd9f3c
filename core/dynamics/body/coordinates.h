#pragma once

#include "dynamics/body/body_inertia.h"

namespace talus {

/// A body's pose as seven numbers, x y z and the quaternion w x y z, or a time derivative of them.
using Coordinates = Eigen::Matrix<double, 7, 1>;

inline Coordinates coordinates(const Vec3& position, const Quaternion& q) {
  return (Coordinates() << position, q.w, q.x, q.y, q.z).finished();
}

inline Quaternion quaternionOf(const Coordinates& c) {
  return {c[3], c[4], c[5], c[6]};
}

/// [0, v] q / 2: the time derivative of q at the angular velocity v.
inline Quaternion halfProduct(const Vec3& v, const Quaternion& q) {
  return Quaternion{0, 0.5 * v.x(), 0.5 * v.y(), 0.5 * v.z()} * q;
}

}  // namespace talus
