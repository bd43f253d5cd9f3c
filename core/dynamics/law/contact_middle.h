#pragma once

#include "dynamics/law/touching_pair.h"

namespace talus {

/// The elastic normal force of a point without cohesion, N; negative where a potential attracts.
inline double elasticForce(const PairLaw& law, const ContactPoint& point) {
  return point.force + law.cohesion * point.area;
}

/// The centre of the points' stiffness, and their mean normal; under Barrier, whose dashpots share the
/// damping by force, the centre of their forces.
struct ContactMiddle {
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::Zero();
  double stiffness = 0;  ///< sum over the points, N/m
  double force = 0;      ///< the same, N
  double depth = 0;      ///< maximum, m
  double exponent = 1;   ///< n of force ∝ depthⁿ, from the current stiffness
};

/// @param pair with points. O(points).
ContactMiddle middleOf(const TouchingPair& pair);

}  // namespace talus
