#pragma once

#include <array>

#include "dynamics/body/coordinates.h"
#include "dynamics/reference/runge_kutta4.h"

namespace talus {

/// Gear's predictor-corrector with six values (place and five derivatives) for equations of second order, one
/// evaluation a step. Schinner (1995) section 3.7 with table 3.1, c₀ = 3/16 as for forces that depend on
/// velocities; rotation by (2.27), the quaternion as the place.
///
/// Deviations: after each step the quaternion is normalised and its derivative made orthogonal to it (else
/// the norm runs away); the derivatives at the start are true ones, from four small Runge–Kutta steps with 21
/// evaluations (zeros would leave order 2). Derivatives are kept unscaled: dt may change.
/// Forces that set in suddenly, as every contact does, bring it down to order 2.
class Gear : public Integrator {
 public:
  IntegratorMethod method() const override { return IntegratorMethod::Gear; }
  void forget() override;
  void save(ByteWriter& bytes) const override;
  void load(ByteReader& bytes) override;

 private:
  StepReport advance(BodyState& state, MovingSystem& system, double time, double dt) override;
  void start(const BodyState& state, MovingSystem& system, double time, double dt);
  void predict(BodyState& state, const BodyInertia& inertia, std::size_t i, double dt);
  void correct(BodyState& state, const BodyInertia& inertia, std::size_t i, double dt);

  static constexpr std::size_t values = 6;
  /// Second to fifth derivative of each body's coordinates at the end of the last step.
  std::array<std::vector<Coordinates>, values - 2> derivatives_;
  /// dtⁿ/n! times the n-th derivative, as predicted.
  std::array<std::vector<Coordinates>, values> predicted_;
  Loads loads_;
  RungeKutta4 starter_;
};

}  // namespace talus
