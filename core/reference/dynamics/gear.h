#pragma once

#include <array>

#include "dynamics/body/coordinates.h"
#include "reference/dynamics/runge_kutta4.h"

namespace talus {

/// Gear's predictor-corrector with six values (position and five derivatives) for equations of second
/// order, one evaluation per step. Schinner (1995) section 3.7 with table 3.1, c₀ = 3/16 as for forces that
/// depend on velocities; rotation by (2.27), with the quaternion as the position.
///
/// Deviations: after each step the quaternion is normalised and its derivative made orthogonal to it
/// (otherwise the norm diverges); the derivatives at the start are computed from four small Runge–Kutta
/// steps with 21 evaluations (zeros would give order 2). Derivatives are stored unscaled: dt may change.
/// Forces that start suddenly, as in every contact, reduce the order to 2.
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
