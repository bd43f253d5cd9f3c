#pragma once

#include "base/added_methods.h"
#include "dynamics/explicit/integrator.h"
#include "dynamics/implicit/load_iteration.h"
#include "options/implicit_options.h"

namespace talus {

/// Backward Euler: velocities from the forces at the end of the step, positions from the velocities there.
/// Order 1, stable for every step length, and very dissipative: after a collision of frequency ω about
/// exp(−π ω dt) of the energy is left. Free rotation is that of rotateFreely, which conserves the angular
/// momentum and is of order 2.
///
/// Iterations count the evaluations of the field. A step that does not converge leaves the state unchanged
/// and reports it: repeat it with a shorter step.
///
/// Source: P. J. Noble and T. Weinzierl (2021), Algorithm 3. Deviations: the solvers; and loads are compared
/// relative to at least 1 % of the sum of all forces on the body by magnitude (torques: times its radius of
/// gyration). Otherwise the forces on a body at rest, which cancel, would have to agree to rounding.
class ImplicitEuler : public Integrator {
 public:
  /// @throws Error an option out of its range.
  explicit ImplicitEuler(const ImplicitOptions& options = {});
  IntegratorMethod method() const override { return IntegratorMethod::ImplicitEuler; }

 protected:
  StepReport advance(BodyState& state, MovingSystem& system, double time, double dt) override;
  /// Whether the search of the field is not complete: then the step must not end yet. Asked after each
  /// evaluation but the first.
  virtual bool isSearching() { return false; }

 private:
  void move(const BodyState& start, const BodyInertia& inertia);
  void setPull(const ForceField& field);
  bool agree(const BodyInertia& inertia) const;

  ImplicitOptions options_;
  std::unique_ptr<LoadIteration> iteration_;
  LoadGuess guess_;
  std::vector<double> atStart_;  ///< magnitude of the force on each body at the start of the iteration
  std::vector<double> pull_;     ///< atStart_ plus the magnitudes of all contact forces
};

/// The solvers other than Newton's method, which another library adds.
using SolverMaker = std::unique_ptr<LoadIteration> (*)(const ImplicitOptions& options);
AddedMethods<ImplicitSolver, SolverMaker>& addedSolvers();

}  // namespace talus
