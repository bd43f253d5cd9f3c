#pragma once

#include "dynamics/implicit/implicit_euler.h"

namespace talus {

/// Backward Euler whose iteration and search for contacts are one: the field refines what it knows of
/// contacts from iteration to iteration (ForceField::setRefining) instead of searching them from scratch. A
/// step ends when forces agree and there is nothing left to refine, so the solution is that of ImplicitEuler.
///
/// Source: P. J. Noble and T. Weinzierl (2021), Algorithm 6. How contacts are refined is the field's matter:
/// see RefinementOptions, whose default deviates from the paper and whose ActiveSets is the paper's. By
/// default the solver is Aitken's, the paper's weighted average; any other works as well. Fields that do not
/// refine are evaluated as by ImplicitEuler.
class MultiscalePicard final : public ImplicitEuler {
 public:
  /// @throws Error an option out of its range.
  explicit MultiscalePicard(const ImplicitOptions& options = {.solver = ImplicitSolver::Aitken})
      : ImplicitEuler(options) {}
  IntegratorMethod method() const override { return IntegratorMethod::MultiscalePicard; }

 private:
  StepReport advance(BodyState& state, MovingSystem& system, double time, double dt) override;
};

}  // namespace talus
