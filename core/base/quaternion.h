#pragma once

#include <algorithm>
#include <cmath>

#include "base/types.h"

namespace talus {

/// A rotation from body to world coordinates. 32 bytes in the order w x y z, without padding: glyph renderers
/// accept an array of them as quaternions. (Eigen's quaternions have the order x y z w.)
struct Quaternion {
  double w = 1, x = 0, y = 0, z = 0;

  static Quaternion from(const Eigen::Quaterniond& q) { return {q.w(), q.x(), q.y(), q.z()}; }
  Eigen::Quaterniond eigen() const { return {w, x, y, z}; }
  /// The rotation as a matrix. Only for unit quaternions.
  Eigen::Matrix3d matrix() const { return eigen().toRotationMatrix(); }

  double squaredNorm() const { return w * w + x * x + y * y + z * z; }
  /// Whether the norm is 1 within 1e-12, the limit that integrators guarantee.
  bool isUnit() const { return std::abs(squaredNorm() - 1) <= 2e-12; }
  /// The same rotation with norm 1. The bits do not change if the norm is already 1 to rounding. @pre finite
  /// and non-zero.
  Quaternion normalised() const {
    const double largest = std::max({std::abs(w), std::abs(x), std::abs(y), std::abs(z)});
    if (std::abs(squaredNorm() - 1) <= 1e-15) return *this;
    const Quaternion q{w / largest, x / largest, y / largest, z / largest};
    const double norm = std::sqrt(q.squaredNorm());
    return {q.w / norm, q.x / norm, q.y / norm, q.z / norm};
  }

  /// The inverse rotation. Only for unit quaternions.
  Quaternion conjugate() const { return {w, -x, -y, -z}; }
  /// Rotates a vector. Only for unit quaternions.
  Vec3 rotate(const Vec3& v) const {
    const Vec3 axis(x, y, z);
    const Vec3 twice = 2 * axis.cross(v);
    return v + w * twice + axis.cross(twice);
  }

  bool operator==(const Quaternion&) const = default;
};

/// Hamilton product. For rotations: first b, then a.
inline Quaternion operator*(const Quaternion& a, const Quaternion& b) {
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

/// The rotation by |angle| about the vector `angle`, by the right-hand rule.
/// @param angle rad; zero is the identity.
inline Quaternion rotationBy(const Vec3& angle) {
  const double size = angle.norm();
  // sin(x/2)/x equals 1/2 to rounding if x² is below rounding.
  const double factor = size > 1e-8 ? std::sin(size / 2) / size : 0.5;
  return {std::cos(size / 2), factor * angle.x(), factor * angle.y(), factor * angle.z()};
}

/// The vector of the smallest rotation that turns `from` into `to`, rad; at most π long.
inline Vec3 rotationBetween(const Quaternion& from, const Quaternion& to) {
  const Quaternion turn = to * from.conjugate();
  const Vec3 axis = std::copysign(1.0, turn.w) * Vec3(turn.x, turn.y, turn.z);
  const double sine = axis.norm();
  return sine > 0 ? Vec3(2 * std::atan2(sine, std::abs(turn.w)) / sine * axis) : Vec3(Vec3::Zero());
}

}  // namespace talus
