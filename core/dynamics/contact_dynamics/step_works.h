#pragma once

#include <span>

#include "dynamics/contact_dynamics/impulse_problem.h"

namespace talus {

/// The works of a step, J. Energy that leaves the motion counts positive.
struct StepWorks {
  double impacts = 0, friction = 0, rolling = 0;
  double restored = 0;  ///< that came in where positions were put right
  double walls = 0;     ///< done by walls on bodies
};

/// Friction, rolling and walls, by the mean of the relative velocities before and after: that of the start of
/// the step, before gravity acts, and that after its impulses; see the README.
/// @param problem its bodies as they are after all impulses. @param further impulses of restitution of each
/// point; empty: none. @param before, after the bodies at the start, and without the further impulses.
StepWorks worksOfImpulses(const ImpulseProblem& problem, std::span<const Vec3> further,
                          std::span<const ImpulseBody> before, std::span<const ImpulseBody> after);

}  // namespace talus
