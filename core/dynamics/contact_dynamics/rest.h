#pragma once

#include <vector>

#include "dynamics/contact_dynamics/impulse_problem.h"

namespace talus {

/// The bodies that rest after a step: that press, on walls at rest or on others, and move more slowly than
/// solvers can tell from rest, as all do that they press on. What is left of the errors of impulses would
/// else move them a little in each step. None of those that a wall in motion carries.
/// @param extents of the bodies: from the centre of mass to the farthest point, m.
/// @param speed m/s; slower bodies rest.
/// @return for each body, whether it rests.
std::vector<char> findResting(const ImpulseProblem& problem, const std::vector<double>& extents,
                              double speed);

}  // namespace talus
