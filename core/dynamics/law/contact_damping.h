#pragma once

#include "dynamics/law/contact_middle.h"

namespace talus {

/// The motion of B relative to A that dashpots damp: the translation of the centre, and the part of tilting
/// that springs resist. Tilting by an angle θ adds the elastic energy ½ (K − N/c) θ², with K = Σ k x² over
/// the points (stiffness k, distance x from the centre), the normal force N and the curvature c of rolling. A
/// ball rolls freely, K = N/c: no dashpot may brake it. A block rocks: K is greater. Under other laws the
/// contact of a round body is one point, which does not resist tilting.
class DampedMotion {
 public:
  DampedMotion(const TouchingPair& pair, const ContactMiddle& middle);

  /// The speed at which B leaves A at a point, along a normal, m/s.
  double leaving(const Vec3& point, const Vec3& normal) const {
    return normal.dot(velocity_ + cross(turning_, point - point_));
  }

 private:
  Vec3 point_, velocity_, turning_;
};

/// The dashpots of a pair, which give the restitution: all its points share them.
struct ContactDamping {
  DampedMotion motion;
  double time = 0;     ///< c/k of normal and tangential dashpots, s
  double ofForce = 0;  ///< under Barrier: c over the elastic force, s/m
  double slope = 1;    ///< under Barrier: derivative of the dashpots' force by speed, over c
};

/// c = 2 ζ √(m k) with the stiffness k of all points and the effective mass m at their centre, rotation
/// included; under Barrier c = 2 ζ √m F/√(2U + θ² m v²), see barrierRestitutionOf().
ContactDamping dampingOf(const TouchingPair& pair, const ContactMiddle& middle);

}  // namespace talus
