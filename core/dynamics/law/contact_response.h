#pragma once

#include <span>
#include <vector>

#include "dynamics/body/moving_body.h"
#include "dynamics/field/force_field.h"
#include "dynamics/law/contact_law.h"
#include "dynamics/law/rolling_spring.h"
#include "dynamics/law/tangential_spring.h"

namespace talus {

/// Two bodies in contact, and the memory of their contact.
struct TouchingPair {
  const MovingBody* a = nullptr;
  const MovingBody* b = nullptr;
  PairLaw law{};
  std::span<const ContactPoint> points;       ///< with their elastic forces
  std::span<const TangentialSpring> springs;  ///< of the last accepted state
  double elapsed = 0;                         ///< since then, s, ≥ 0
};

/// What they do to each other.
struct PairResponse {
  PairLoads loads;
  double energy = 0;   ///< stored in springs of all kinds, J
  double damping = 0;  ///< power that dashpots take, W, ≥ 0
  /// Energy that friction has taken since the last accepted state, J: what springs lose as they are cut,
  /// soften, or end with their points.
  double slip = 0;
  double normalForce = 0;  ///< sum of the points', N, ≥ 0
  double stiffness = 0;    ///< sum of the points', N/m
  double dampingTime = 0;  ///< dashpots over springs, c/k, s
};

/// Adds damping and friction to the elastic forces of contact points.
///
/// * Dashpots: c = 2 ζ √(m k) of the whole pair, k the sum of the points' stiffnesses and m the mass that is
///   felt at their stiffness' centre, rotation included; each point has the share that it has of k. ζ goes by
///   how the force grows with depth: n = k · depth / force of the pair (1 for four corners of a face, 2 for a
///   fine sphere on a foundation). Under Barrier c = 2 ζ √m F/√(2U), with force F and energy U of the pair,
///   and each point has the share that it has of F. So the restitution is the given one for all of them. The
///   normal force never pulls, but for cohesion.
///   They damp tilting as far as springs resist it: a body that rolls freely is not braked, one that rocks
///   is.
/// * Friction: tangential springs of law.tangentRatio times the normal stiffness, limited to µ times the
///   pressing force. The spring is the contact's: a point that is new to it begins with the mean shift of the
///   others (of those within 2 R*, where bodies touch in several places). Under HaloArea, where a new point
///   brings stiffness of its own, it begins with none. A spring whose stiffness grows with depth pushes along
///   the normal by what its energy grows with depth: so no work is gained or lost. A spring is cut by its own
///   force: what a dashpot makes slip is not stretched, which would make energy. Where its stiffness varies
///   otherwise, it makes no energy either (contact_spring.h).
/// * Dashpots across the normal: c/k as along it; spring and dashpot together obey Coulomb's limit.
///   Mindlin's theory has none; with them oblique impacts are nearer to those of Chung and Ooi (2011), and
///   what rests comes to rest.
/// @param springs gets one for each point, for when the state is accepted; nothing if there is no friction.
/// @param contacts gets one for each point, but for the bodies' numbers.
PairResponse respond(const TouchingPair& pair, std::vector<TangentialSpring>& springs,
                     std::vector<LinearContact>& contacts);

/// Adds rolling resistance: a moment against the angle by which one body has rolled over the other (but not
/// twisted about the normal), with stiffness 2.25 k (µᵣR)², at most µᵣR times the normal force. Below that a
/// dashpot of half the critical damping of this spring and both bodies' moments about the contact point ends
/// the swinging (Ai et al., as in rolling_spring.h).
/// The spring keeps its angle where it softens, its moment where it stiffens.
/// @param spring that of the last accepted state, with the angle of now; becomes that of now.
void addRollingResistance(const TouchingPair& pair, RollingSpring& spring, PairResponse& response);

}  // namespace talus
