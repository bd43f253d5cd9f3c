#pragma once

#include "dynamics/contact_dynamics/cone_solver.h"
#include "dynamics/contact_dynamics/step_problem.h"

namespace talus {

/// Puts positions right where bodies would come closer than half of their clearance: by displacements along
/// the normals, without friction, from which no velocity follows. What solvers and curved paths leave would
/// else add up.
class ClearancePass {
 public:
  /// @param problem solved. @param target moved by its velocities; some positions change.
  void restore(const StepProblem& step, const NearContacts& near, double length, const Vec3& gravity,
               const BodyInertia& inertia, const ImpulseProblem& problem, BodyState& target);

  /// The energy in the field of gravity that the last restore() gave a body, J.
  double gained(std::size_t i) const { return gained_.empty() ? 0 : gained_[i]; }

 private:
  ImpulseProblem part_;  // its velocities are displacements
  ConeSolver solver_;
  std::vector<double> gaps_;    // of each point after the motion, m
  std::vector<double> gained_;  // empty: nothing was moved
};

}  // namespace talus
