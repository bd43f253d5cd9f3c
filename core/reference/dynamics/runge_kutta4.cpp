#include "reference/dynamics/runge_kutta4.h"

#include "dynamics/body/body_loop.h"

namespace talus {

void RungeKutta4::Rate::add(double weight, const Rate& other) {
  place += weight * other.place;
  velocity += weight * other.velocity;
  angularMomentum += weight * other.angularMomentum;
}

// The field gets unit quaternions, but the derivative is that of the quaternions before normalisation: so
// the method is the classical one for q' = [0, ω(q/|q|)] q / 2 and keeps its order.
void RungeKutta4::evaluate(BodyState& trial, MovingSystem& system, double time, double weight) {
  system.evaluate(trial, time, loads_);
  forEachBody(trial.size(), [&](std::size_t i) {
    const Vec3 omega = system.inertia.angularVelocity(i, trial);
    rates_[i] = {coordinates(trial.velocity[i], halfProduct(omega, turned_[i])),
                 system.inertia.inverseMass(i) * loads_.force[i], loads_.torque[i]};
    mean_[i].add(weight, rates_[i]);
  });
}

void RungeKutta4::move(const BodyState& start, const BodyInertia& inertia, const std::vector<Rate>& rates,
                       double dt, BodyState& moved) {
  forEachBody(start.size(), [&](std::size_t i) {
    if (inertia.isWall(i)) return;
    const Coordinates place = coordinates(start.position[i], start.orientation[i]) + dt * rates[i].place;
    moved.position[i] = place.head<3>();
    turned_[i] = quaternionOf(place);
    moved.orientation[i] = turned_[i].normalised();
    moved.velocity[i] = start.velocity[i] + dt * rates[i].velocity;
    moved.angularMomentum[i] = start.angularMomentum[i] + dt * rates[i].angularMomentum;
  });
}

StepReport RungeKutta4::advance(BodyState& state, MovingSystem& system, double time, double dt) {
  rates_.resize(state.size());
  mean_.assign(state.size(), {});
  trial_ = state;
  turned_ = state.orientation;
  evaluate(trial_, system, time, 1.0 / 6);
  for (const double part : {0.5, 0.5, 1.0}) {
    move(state, system.inertia, rates_, part * dt, trial_);
    evaluate(trial_, system, time + part * dt, part == 0.5 ? 1.0 / 3 : 1.0 / 6);
  }
  move(state, system.inertia, mean_, dt, state);
  return {};
}

}  // namespace talus
