#pragma once

#include "dynamics/implicit/implicit_euler.h"
#include "reference/dynamics/active_contacts.h"

namespace talus {

/// Backward Euler with the search for contacts as part of the iteration: in each iteration the field
/// refines its contacts (IterationSearch) instead of searching them from scratch. A step ends when forces
/// agree and the search is complete, so the solution is that of ImplicitEuler.
///
/// Source: P. J. Noble and T. Weinzierl (2021), Algorithm 6. The field determines how contacts are refined:
/// see RefinementOptions, whose default deviates from the paper and whose ActiveSets is the paper's method.
/// The default solver is Aitken, the paper's weighted average; any other works as well. Fields that do not
/// refine are evaluated as by ImplicitEuler.
class MultiscalePicard final : public ImplicitEuler {
 public:
  /// @param search of the field, which must stay; null: its iterations search completely, by lists.
  /// @throws Error an option out of its range.
  explicit MultiscalePicard(const ImplicitOptions& options = {.solver = ImplicitSolver::Aitken},
                            IterationSearch* search = nullptr)
      : ImplicitEuler(options), search_(dynamic_cast<ActiveSearch*>(search)) {}
  IntegratorMethod method() const override { return IntegratorMethod::MultiscalePicard; }

 private:
  StepReport advance(BodyState& state, MovingSystem& system, double time, double dt) override;
  bool isSearching() override { return search_ != nullptr && !search_->isSettled(); }

  ActiveSearch* search_;
};

}  // namespace talus
