#pragma once

#include "dynamics/explicit/integrator.h"
#include "dynamics/implicit/load_iteration.h"
#include "options/implicit_options.h"

namespace talus {

/// Backward Euler: velocities by the forces at the end of the step, places by the velocities there. Order 1,
/// stable for every step, and very dissipative: a collision of frequency ω leaves about exp(−π ω dt) of the
/// energy. Free rotation is that of rotateFreely, which conserves the angular momentum and is of order 2.
///
/// Iterations count the evaluations of the field. A step that does not converge leaves the state as it was
/// and reports that: try again with a smaller one.
/// Source: P. J. Noble and T. Weinzierl (2021), Algorithm 3. Deviations: the solvers; when loads are
/// compared, those of each body count as at least 1 % of all forces that pull at it (of torques: times its
/// radius of gyration). Else a body at rest, whose forces cancel, would have to agree in the rounding that is
/// left.
class ImplicitEuler : public Integrator {
 public:
  /// @throws Error an option out of its range.
  explicit ImplicitEuler(const ImplicitOptions& options = {});
  IntegratorMethod method() const override { return IntegratorMethod::ImplicitEuler; }

 protected:
  StepReport advance(BodyState& state, MovingSystem& system, double time, double dt) override;
  /// Whether the field continues its search: then the step must not end yet.
  virtual bool isSearching() const { return false; }

 private:
  void move(const BodyState& start, const BodyInertia& inertia);
  void setPull(const ForceField& field);
  bool agree(const BodyInertia& inertia) const;

  ImplicitOptions options_;
  std::unique_ptr<LoadIteration> iteration_;
  LoadGuess guess_;
  std::vector<double> atStart_;  ///< force on each body in the state at the start
  std::vector<double> pull_;     ///< and with the contact forces, none of which cancel
};

}  // namespace talus
