#pragma once

#include "dynamics/law/contact_damping.h"

namespace talus {

/// The forces along the normal at one contact point, on B, N.
struct NormalForce {
  double elastic = 0;   ///< without cohesion and dashpot
  double pressing = 0;  ///< with the dashpot, without cohesion: never attractive where the spring is not
  double total = 0;     ///< with all
  double damping = 0;   ///< derivative of the dashpot's force by the speed of leaving, N s/m

  double dashpot() const { return pressing - elastic; }
};

/// The elastic force of a point with its dashpot. Short steps only: in long ones laws have no dashpots.
NormalForce normalForce(const PairLaw& law, const ContactPoint& point, const ContactDamping& damping);

}  // namespace talus
