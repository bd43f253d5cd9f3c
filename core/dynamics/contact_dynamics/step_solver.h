#pragma once

#include <span>

#include "dynamics/contact_dynamics/cone_solver.h"
#include "dynamics/contact_dynamics/rest.h"
#include "dynamics/contact_dynamics/step_bounds.h"
#include "dynamics/contact_dynamics/step_problem.h"
#include "options/contact_dynamics_options.h"

namespace talus {

/// Solves the problems of steps, and tells which bodies rest in them.
class StepSolver {
 public:
  /// @param bodies must outlive this.
  StepSolver(const ForceBodies& bodies, const ContactDynamicsOptions& options)
      : options_(options), thinnest_(thinnestOf(bodies)), rest_(bodies) {}

  const ContactDynamicsOptions& options() const { return options_; }
  /// As it is after the last solve().
  const Rest& rest() const { return rest_; }
  Rest& rest() { return rest_; }

  /// @param last the contacts of the step before. @param time of the start of the step, s.
  /// @param problem gets the impulses; bodies that rest have no velocity then.
  ConeReport solve(const StepStart& start, double time, std::span<const MeanContact> last,
                   ImpulseProblem& problem);

 private:
  ContactDynamicsOptions options_;
  double thinnest_;  // thickness of a body, m
  ConeSolver solver_;
  Rest rest_;
};

}  // namespace talus
