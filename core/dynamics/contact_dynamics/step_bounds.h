#pragma once

#include <span>
#include <vector>

#include "dynamics/contact_dynamics/step_problem.h"

namespace talus {

/// How far bodies may come in a step, m: as far as their velocities take them, and others that they hit may
/// be driven on.
/// @param moving their velocities at its start.
std::vector<double> reachesOf(const ForceBodies& bodies, std::span<const ImpulseBody> moving,
                              const Vec3& gravity, double length);

/// The least thickness of a body that is no wall, m.
double thinnestOf(const ForceBodies& bodies);

/// The longest step of contact dynamics from a state, s: bodies that are near each other move by a part of
/// their sizes; none turns far.
double longestContactStep(const ForceBodies& bodies, const BodyInertia& inertia, const Vec3& gravity,
                          const BodyState& state, double time);

}  // namespace talus
