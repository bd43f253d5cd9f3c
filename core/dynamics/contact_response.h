#pragma once

#include <span>
#include <vector>

#include "dynamics/contact_law.h"
#include "dynamics/force_field.h"
#include "dynamics/moving_body.h"
#include "dynamics/rolling_spring.h"
#include "dynamics/tangential_spring.h"

namespace talus {

/// Two bodies in contact, and what they remember of it.
struct TouchingPair {
  const MovingBody* a = nullptr;
  const MovingBody* b = nullptr;
  PairLaw law{};
  std::span<const ContactPoint> points;       ///< with their elastic forces
  std::span<const TangentialSpring> springs;  ///< of the last accepted state
};

/// What they do to each other.
struct PairResponse {
  PairLoads loads;
  double energy = 0;   ///< stored in springs of all kinds, J
  double damping = 0;  ///< power that dashpots take, W, ≥ 0
  /// Energy that friction has taken since the last accepted state, J: what springs lose as they are cut.
  /// Below 0 where a dashpot makes one slip and stretches it.
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
///   fine sphere on a foundation). So the restitution is the given one for all of them. The normal force
///   never pulls, but for cohesion.
/// * Friction: tangential springs and dashpots, cut at µ times what presses. A slipping contact has no
///   dashpot.
/// A point finds its spring by name; one of name 0 takes the nearest.
/// @param springs gets one for each point, for when the state is accepted; nothing if there is no friction.
/// @param contacts gets one for each point, but for the bodies' numbers.
PairResponse respond(const TouchingPair& pair, std::vector<TangentialSpring>& springs,
                     std::vector<LinearContact>& contacts);

/// Adds rolling resistance: a moment against the angle by which one body has rolled over the other (but not
/// twisted about the normal), with stiffness 2.25 k (µᵣR)², at most µᵣR times the normal force. Below that a
/// dashpot of half the critical damping of this spring and both bodies' moments about the contact point ends
/// the swinging (Ai et al., as in rolling_spring.h).
/// @param spring with the angle of now; is cut.
void addRollingResistance(const TouchingPair& pair, RollingSpring& spring, PairResponse& response);

}  // namespace talus
