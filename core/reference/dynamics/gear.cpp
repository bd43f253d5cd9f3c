#include "reference/dynamics/gear.h"

#include "base/all_finite.h"
#include "base/damaged_snapshot.h"
#include "dynamics/body/body_loop.h"

namespace talus {

namespace {

constexpr double corrector[] = {3.0 / 16, 251.0 / 360, 1, 11.0 / 18, 1.0 / 6, 1.0 / 60};

constexpr int samples = 5;
/// First to third derivative at the first of five equally spaced samples, exact for polynomials of degree 4.
constexpr double differences[3][samples] = {{-25.0 / 12, 4, -3, 4.0 / 3, -0.25},
                                            {35.0 / 12, -26.0 / 3, 9.5, -14.0 / 3, 11.0 / 12},
                                            {-2.5, 9, -12, 7, -1.5}};

/// dtⁿ/n!
std::array<double, 6> taylorFactors(double dt) {
  std::array<double, 6> factors{1};
  for (std::size_t n = 1; n < factors.size(); ++n) factors[n] = factors[n - 1] * dt / static_cast<double>(n);
  return factors;
}

Coordinates velocityOf(const BodyState& state, const BodyInertia& inertia, std::size_t i) {
  return coordinates(state.velocity[i], halfProduct(inertia.angularVelocity(i, state), state.orientation[i]));
}

/// Second derivatives: force over mass; q'' = [0, ω'] q / 2 − |ω|² q / 4, where Euler's equation gives
/// ω' = I⁻¹(τ − ω × L).
Coordinates accelerationOf(const BodyState& state, const BodyInertia& inertia, const Loads& loads,
                           std::size_t i) {
  const Quaternion& q = state.orientation[i];
  const Vec3 omega = inertia.angularVelocity(i, state);
  const Vec3 change = inertia.angularVelocity(i, q, loads.torque[i] - omega.cross(state.angularMomentum[i]));
  const double pull = omega.squaredNorm() / 4;
  return coordinates(inertia.inverseMass(i) * loads.force[i], halfProduct(change, q)) -
         pull * coordinates(Vec3::Zero(), q);
}

/// Sets the state from coordinates, normalised, and from their first derivative, projected.
void setState(BodyState& state, const BodyInertia& inertia, std::size_t i, const Coordinates& place,
              const Coordinates& velocity) {
  const Quaternion q = quaternionOf(place).normalised();
  const Quaternion spin = quaternionOf(velocity) * q.conjugate();  // [0, ω] / 2, without the part along q
  state.position[i] = place.head<3>();
  state.orientation[i] = q;
  state.velocity[i] = velocity.head<3>();
  state.angularMomentum[i] = inertia.angularMomentum(i, q, 2 * Vec3(spin.x, spin.y, spin.z));
}

}  // namespace

void Gear::forget() {
  for (auto& derivative : derivatives_) derivative.clear();
}

void Gear::save(ByteWriter& bytes) const {
  for (const auto& derivative : derivatives_) bytes.array(derivative);
}

void Gear::load(ByteReader& bytes) {
  for (auto& derivative : derivatives_) {
    derivative = bytes.array<Coordinates>();
    if (derivative.size() != derivatives_[0].size() || !allVectorsFinite(derivative)) throw damagedSnapshot();
  }
}

// Accelerations at five times within the first step, by Runge–Kutta; then one-sided differences.
void Gear::start(const BodyState& state, MovingSystem& system, double time, double dt) {
  const double spacing = dt / (samples - 1);
  BodyState trial = state;
  for (auto& derivative : derivatives_) derivative.assign(state.size(), Coordinates::Zero());
  for (int s = 0; s < samples; ++s) {
    const double now = time + s * spacing;
    system.evaluate(trial, now, loads_);
    forEachBody(state.size(), [&](std::size_t i) {
      if (system.inertia.isWall(i)) return;
      const Coordinates acceleration = accelerationOf(trial, system.inertia, loads_, i);
      if (s == 0) derivatives_[0][i] = acceleration;
      double unit = 1;
      for (std::size_t n = 0; n < 3; ++n)
        derivatives_[n + 1][i] += differences[n][s] / (unit *= spacing) * acceleration;
    });
    if (s + 1 < samples) starter_.advance(trial, system, now, spacing);
  }
}

// The Taylor series of all values, by Pascal's triangle (3.25).
void Gear::predict(BodyState& state, const BodyInertia& inertia, std::size_t i, double dt) {
  const auto factors = taylorFactors(dt);
  std::array<Coordinates, values> r;
  r[0] = coordinates(state.position[i], state.orientation[i]);
  r[1] = factors[1] * velocityOf(state, inertia, i);
  for (std::size_t n = 2; n < values; ++n) r[n] = factors[n] * derivatives_[n - 2][i];
  for (std::size_t k = 0; k + 1 < values; ++k)
    for (std::size_t n = values - 1; n > k; --n) r[n - 1] += r[n];
  for (std::size_t n = 0; n < values; ++n) predicted_[n][i] = r[n];
  setState(state, inertia, i, r[0], r[1] / dt);
}

void Gear::correct(BodyState& state, const BodyInertia& inertia, std::size_t i, double dt) {
  const auto factors = taylorFactors(dt);
  const Coordinates error = factors[2] * accelerationOf(state, inertia, loads_, i) - predicted_[2][i];
  setState(state, inertia, i, predicted_[0][i] + corrector[0] * error,
           (predicted_[1][i] + corrector[1] * error) / dt);
  for (std::size_t n = 2; n < values; ++n)
    derivatives_[n - 2][i] = (predicted_[n][i] + corrector[n] * error) / factors[n];
}

StepReport Gear::advance(BodyState& state, MovingSystem& system, double time, double dt) {
  const std::size_t count = state.size();
  if (derivatives_[0].size() != count) start(state, system, time, dt);
  for (auto& prediction : predicted_) prediction.resize(count);
  const auto each = [&](auto act) {
    forEachBody(count, [&](std::size_t i) {
      if (!system.inertia.isWall(i)) act(i);
    });
  };
  each([&](std::size_t i) { predict(state, system.inertia, i, dt); });
  system.evaluate(state, time + dt, loads_);
  each([&](std::size_t i) { correct(state, system.inertia, i, dt); });
  return {};
}

}  // namespace talus
