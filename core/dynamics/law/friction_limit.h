#pragma once

#include "dynamics/law/normal_force.h"

namespace talus {

/// A tangential or rolling spring with its dashpot, whose force on B is limited. For rolling, forces are
/// moments and shifts angles.
struct LimitedResistance {
  Vec3 force = Vec3::Zero();  ///< on B
  Vec3 shift = Vec3::Zero();  ///< of the spring after slip
  bool slips = false;
  double part = 1;  ///< the force over that of spring and dashpot without a limit
};

/// Shortens the spring only if its own force exceeds the limit: fitted to the total force it could be
/// stretched, which would create energy. @param velocity of B's material relative to A's, tangential.
LimitedResistance limitedResistance(const Vec3& shift, const Vec3& velocity, double stiffness, double damping,
                                    double limit);

/// What a spring loses that softens by k during a step, with its shifts before and after: the trapezoidal
/// rule ½ k s·s' for the work that bodies do on it. @param moved by how much the shift has changed.
inline double softened(double k, const Vec3& shift, const Vec3& moved) {
  return 0.5 * k * shift.dot(moved);
}

/// Coulomb's limit at one contact point. A tangential spring of stiffness k that hardens with depth pushes
/// the bodies apart by its hardening h times its energy f²/2k, and this push adds to the limit:
/// f = µ (N + h f²/2k).
struct FrictionLimit {
  double friction = 0;   ///< µ
  double hardening = 0;  ///< h, 1/m
  double stiffness = 0;  ///< k, N/m

  /// f at a normal force of at least 0, N.
  double at(double normal) const;
  /// f with the dashpot: its normal force adds friction but no push, since at first contact there is no depth
  /// yet.
  double of(const NormalForce& normal) const;
  /// The maximum energy of the spring that contributes to the push, J.
  double pushingEnergy(const NormalForce& normal) const;
};

}  // namespace talus
