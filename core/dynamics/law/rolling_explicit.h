#pragma once

#include "dynamics/law/contact_middle.h"
#include "dynamics/law/rolling_spring.h"

namespace talus {

/// What resists the rolling of B over A in all steps: a spring of stiffness 2.25 k (µᵣR)², whose moment is at
/// most µᵣR times the normal force.
struct RollingLimit {
  double stiffness = 0;  ///< N m
  double limit = 0;      ///< N m
};
/// @param stiffness k of the contact, N/m. @param normalForce N.
RollingLimit rollingLimit(const PairLaw& law, double stiffness, double normalForce);

/// Rolling spring and dashpot in a short step.
struct ExplicitRolling {
  RollingSpring spring;         ///< in the current state
  Vec3 moment = Vec3::Zero();   ///< of the spring on B, N m
  Vec3 dashpot = Vec3::Zero();  ///< that of the dashpot, unless the spring slips
  bool slips = false;
  double energy = 0;  ///< stored after slip, J
  // What the step dissipates, J: changed + softened + slid.
  double changed = 0;   ///< by changes of stiffness and normal
  double softened = 0;  ///< correction for a spring that softens, whose loss bodies have paid
  double slid = 0;      ///< by slip
};

/// A spring that softens keeps its angle; one that stiffens keeps its moment. Below the limit a dashpot has
/// half of the critical damping for this spring and both bodies' moments of inertia about the contact point.
/// @param was the spring of the last accepted state, with the current angle.
ExplicitRolling explicitRolling(const TouchingPair& pair, const ContactMiddle& middle,
                                const RollingLimit& limit, const RollingSpring& was);

}  // namespace talus
