#pragma once

#include "dynamics/body/coordinates.h"
#include "dynamics/explicit/integrator.h"

namespace talus {

/// The classic method of Runge and Kutta: order 4, four evaluations a step; energy and angular momentum
/// drift. Quaternions are normalised at the end of a step.
class RungeKutta4 : public Integrator {
 public:
  IntegratorMethod method() const override { return IntegratorMethod::RungeKutta4; }
  /// One step, without checks and without accept(). @param dt may be negative.
  StepReport advance(BodyState& state, MovingSystem& system, double time, double dt) override;

 private:
  /// The time derivative of a body's state.
  struct Rate {
    Coordinates place = Coordinates::Zero();
    Vec3 velocity = Vec3::Zero(), angularMomentum = Vec3::Zero();
    void add(double weight, const Rate& other);
  };
  void evaluate(BodyState& trial, MovingSystem& system, double time, double weight);
  void move(const BodyState& start, const BodyInertia& inertia, const std::vector<Rate>& rates, double dt,
            BodyState& moved);

  std::vector<Rate> rates_;         ///< in the last trial
  std::vector<Rate> mean_;          ///< weighted sum over all trials
  std::vector<Quaternion> turned_;  ///< orientations of the trial, not normalised
  BodyState trial_;
  Loads loads_;
};

}  // namespace talus
