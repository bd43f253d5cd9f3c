#pragma once

#include <optional>

#include "dynamics/explicit/integrator.h"
#include "dynamics/implicit/rested_bodies.h"
#include "dynamics/implicit/step_directions.h"
#include "options/implicit_options.h"

namespace talus {

/// Minimises the incremental potential of a stage, while friction is held.
class Minimiser {
 public:
  /// @param guard, rested must outlive this. @param range the gap at which forces begin, m.
  Minimiser(const ImplicitOptions& options, MotionGuard& guard, RestedBodies& rested, double range)
      : options_(options), guard_(guard), rested_(rested), lines_(guard, range) {}

  /// A stage begins anew.
  void restart(LongStage& stage);
  /// From where the bodies are: at the start, or at a rough minimum whose friction agrees. There springs of
  /// greater limits may bring in energy; then anew. @return whether it converged.
  bool solve(LongStage& stage, MovingSystem& system, StepReport& report);

 private:
  bool minimise(LongStage& stage, MovingSystem& system, StepReport& report);
  bool hasConverged(LongStage& stage, std::span<const ContactIsland> islands, const BodyInertia& inertia,
                    bool first);
  bool dropConverged(LongStage& stage, std::span<const ContactIsland> islands, const BodyInertia& inertia);
  void gatherSearches(const LongStage& stage, std::span<const ContactIsland> islands,
                      const BodyInertia& inertia);

  ImplicitOptions options_;
  MotionGuard& guard_;
  RestedBodies& rested_;
  LineSearch lines_;
  StepDirections directions_;
  Loads last_;                   // the residual of the last iterate
  std::optional<double> first_;  // the potential at the start
};

}  // namespace talus
