#pragma once

#include "base/quaternion.h"
#include "base/types.h"

namespace talus {

/// The rolling spring of two bodies: the angle by which B has rolled and twisted over A since they touched,
/// limited by the maximum rolling moment. Elastic-plastic, as model C of Ai, Chen, Rotter and Ooi,
/// "Assessment of rolling resistance models in discrete element simulations", Powder Technology 206 (2011).
/// Plain data.
struct RollingSpring {
  Vec3 angle = Vec3::Zero();                  ///< rad, in the world
  Quaternion orientationA{}, orientationB{};  ///< for which the angle holds
  double stiffness = 0;                       ///< N m; 0: new spring

  /// The angle for later orientations.
  Vec3 angleAt(const Quaternion& a, const Quaternion& b) const {
    return angle + turn(orientationB, b) - turn(orientationA, a);
  }
  /// The stored energy for later orientations, J.
  double energy(const Quaternion& a, const Quaternion& b) const {
    return 0.5 * stiffness * angleAt(a, b).squaredNorm();
  }

 private:
  // The rotation vector of a small rotation from one orientation to another.
  static Vec3 turn(const Quaternion& from, const Quaternion& to) {
    const Quaternion q = to * from.conjugate();
    return 2 * (q.w < 0 ? -1 : 1) * Vec3(q.x, q.y, q.z);
  }
};

}  // namespace talus
