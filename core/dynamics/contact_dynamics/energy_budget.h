#pragma once

#include <span>
#include <vector>

#include "dynamics/contact_dynamics/given_impulses.h"
#include "dynamics/contact_dynamics/step_problem.h"

namespace talus {

/// What bodies may have as kinetic energy after a step: what they had, and what their fall gave. Impulses
/// that do not yet satisfy their laws may bring in more, and so may rotations.
class EnergyBudget {
 public:
  /// @param target where bodies are after the step. What lifted a body where positions were put right is
  /// taken from its motion, or sinking and lifting in turn would feed it.
  void begin(const StepStart& start, const BodyState& target, const BodyInertia& inertia);
  /// Of each body, J.
  std::span<const double> energies() const { return energies_; }

  /// Bodies that touch each other lose what they have too much.
  /// @param further impulses of restitution of each point; empty: none. @param lags those after the step, s.
  void limit(const ImpulseProblem& problem, std::span<const Vec3> further, const GivenImpulses& given,
             std::span<const double> lags, const Vec3& gravity, const BodyInertia& inertia,
             BodyState& target);
  /// The energy that all bodies have lost in the step, but for the work of walls, J: kinetic, and potential
  /// where they had their velocities.
  double lost(std::span<const double> lags, const Vec3& gravity, const BodyInertia& inertia,
              const BodyState& target);

 private:
  void findLosses(std::span<const double> lags, const Vec3& gravity, const BodyInertia& inertia,
                  const BodyState& target);

  std::vector<double> energies_, losses_;
};

}  // namespace talus
