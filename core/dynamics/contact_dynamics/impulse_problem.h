#pragma once

#include <limits>
#include <vector>

#include "broadphase/body_pairs.h"
#include "dynamics/contact_dynamics/coulomb_cone.h"

namespace talus {

/// How impulses change the velocities of a body. In the world; a wall has no inverse mass.
struct ImpulseBody {
  Vec3 velocity = Vec3::Zero();         ///< of the centre of mass, m/s
  Vec3 angularVelocity = Vec3::Zero();  ///< rad/s
  double inverseMass = 0;               ///< 1/kg
  Eigen::Matrix3d inverseInertia = Eigen::Matrix3d::Zero();

  Vec3 velocityAt(const Vec3& lever) const { return velocity + angularVelocity.cross(lever); }
};

/// A point at which two bodies may exert an impulse on each other in a step.
struct ImpulsePoint {
  Vec3 leverA = Vec3::Zero(), leverB = Vec3::Zero();  ///< from the centres of mass to the point, m
  Vec3 normal = Vec3::Zero();                         ///< unit, from A to B
  /// The bodies may approach each other at this speed, m/s, ≥ 0: the gap over the length of the step.
  /// Negative: they must separate as fast.
  double approach = 0;
  /// A solver may leave bodies that approach each other faster by this, m/s.
  double slack = std::numeric_limits<double>::infinity();
  CoulombCone cone;
  Vec3 impulse = Vec3::Zero();  ///< on B, N s
  Vec3 first = Vec3::Zero();    ///< where solvers start, N s
  std::size_t source = 0;       ///< the caller's number
};

/// Two bodies and their points, which are consecutive.
struct ImpulsePair {
  BodyPair bodies;
  std::size_t begin = 0, end = 0;  ///< of its points
  Vec3 normal = Vec3::Zero();      ///< unit: rolling is the rotation across it
  double restitution = 0;
  double rolling = 0;          ///< the greatest rolling moment over the normal impulse, m
  Vec3 moment = Vec3::Zero();  ///< on B, N m s
};

/// The impulses of a step: for each point
///
///   0 ≤ r_n + pull ⊥ u_n + approach ≥ 0;  |r_t| ≤ µ (r_n + pull), sliding: against u_t
///
/// with the velocity u of B relative to A at the point after all impulses; for each pair a moment across its
/// normal, |m| ≤ rolling · Σ r_n, against the rolling. Velocities are those with all impulses that are there.
struct ImpulseProblem {
  std::vector<ImpulseBody> bodies;
  std::vector<ImpulsePair> pairs;
  std::vector<ImpulsePoint> points;

  ImpulseBody& body(Index i) { return bodies[static_cast<std::size_t>(i)]; }
  const ImpulseBody& body(Index i) const { return bodies[static_cast<std::size_t>(i)]; }
  /// The velocity of B relative to A.
  Vec3 velocityAt(const ImpulsePair& pair, const ImpulsePoint& point) const;
  /// Whether a point of the pair has an impulse.
  bool presses(const ImpulsePair& pair) const;
  /// Adds a pair of another problem, without its moment, with the points that have been added from `begin`
  /// on; none if there are none.
  void addPart(const ImpulsePair& pair, std::size_t begin);

  /// Adds the impulses that are there to the velocities.
  void apply();
};

/// The velocity of the second body relative to the first at a point.
inline Vec3 velocityAt(const ImpulseBody& a, const ImpulseBody& b, const ImpulsePoint& point) {
  return b.velocity + b.angularVelocity.cross(point.leverB) - a.velocity -
         a.angularVelocity.cross(point.leverA);
}
Vec3 velocityAt(const std::vector<ImpulseBody>& bodies, const BodyPair& pair, const ImpulsePoint& point);

/// Changes the velocities of a body by an impulse at a lever.
inline void push(ImpulseBody& body, const Vec3& lever, const Vec3& impulse) {
  body.velocity += body.inverseMass * impulse;
  body.angularVelocity += body.inverseInertia * lever.cross(impulse);
}

}  // namespace talus
