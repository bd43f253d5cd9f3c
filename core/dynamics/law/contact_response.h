#pragma once

#include <vector>

#include "dynamics/field/force_field.h"
#include "dynamics/law/contact_middle.h"
#include "dynamics/law/rolling_spring.h"
#include "dynamics/law/touching_pair.h"

namespace talus {

/// The forces between two bodies in contact, and their energy.
struct PairResponse {
  PairLoads loads;
  double energy = 0;         ///< stored in springs of all kinds, J
  double springs = 0;        ///< in long steps: stored in tangential and rolling springs, J
  double springsBefore = 0;  ///< in long steps: the same in the last accepted state, J
  DampingLoads damping;      ///< the part of the loads that is due to dashpots
  /// Energy dissipated by friction since the last accepted state, J: the energy that springs lose when they
  /// slip, soften, or end with their points.
  double slip = 0;
  double normalForce = 0;  ///< sum over the points, N, ≥ 0
  ContactMiddle middle{};  ///< of its points
  double dampingTime = 0;  ///< damping over stiffness, c/k, s
};

/// Adds damping and friction to the elastic forces of contact points: normalForce(), explicitFriction(),
/// implicitFriction().
///
/// * Normal dashpots: the pair has the damping coefficient c = 2 ζ √(m k), where k is the sum of the points'
///   stiffnesses and m the effective mass at the centre of stiffness, including rotation. The points share c
///   in proportion to their stiffness. ζ depends on the exponent n of force ∝ depthⁿ, n = k · depth / force
///   of the pair (1 for four corners of a face, 2 for a fine sphere on a foundation). Under Barrier c = 2 ζ
///   √m F/√(2U + θ² m v²), with force F, energy U and speed v of the pair, and the points share c in
///   proportion to their forces (barrierRestitutionOf()). So the restitution is the given one in all these
///   cases. The normal force is never attractive, except by cohesion. Dashpots damp tilting only as far as
///   springs resist it: they brake a body that rocks but not one that rolls freely.
/// * Friction: tangential springs of law.tangentRatio times the normal stiffness, limited to µ times the
///   compressive force. The spring belongs to the contact: a new point starts with the mean shift of the
///   others (of those within 2 R* if the bodies touch in several places). Under HaloArea, where a new point
///   adds its own stiffness, it starts without shift. A spring whose stiffness grows with depth also exerts a
///   normal force, the derivative of its energy by depth: so no work is gained or lost. Other changes of its
///   stiffness create no energy either (contact_spring.h).
/// * Tangential dashpots: the same c/k as along the normal; spring and dashpot together obey Coulomb's limit.
///   Mindlin's theory has none; with them oblique impacts are closer to those of Chung and Ooi (2011), and
///   bodies come to rest completely.
/// * In long steps (pair.held) points have springs of their own, and new points slide from the last accepted
///   state on.
/// @param springs gets one for each point, to be kept if the state is accepted; none without friction.
/// @param contacts gets one for each point, without the bodies' numbers.
PairResponse respond(const TouchingPair& pair, std::vector<TangentialSpring>& springs,
                     std::vector<LinearContact>& contacts);

/// Adds rolling resistance: a moment against the angle by which one body has rolled over the other, without
/// the twist about the normal (Ai et al., as in rolling_spring.h): explicitRolling(), implicitRolling().
/// @param spring of the last accepted state, with the current angle; is brought to the current state.
void addRollingResistance(const TouchingPair& pair, RollingSpring& spring, PairResponse& response);

}  // namespace talus
