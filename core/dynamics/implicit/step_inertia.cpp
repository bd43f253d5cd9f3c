#include "dynamics/implicit/step_inertia.h"

#include <cmath>

#include "base/compensated_sum.h"
#include "dynamics/body/free_rotation.h"

namespace talus {

void StepInertia::begin(const BodyState& start, const BodyInertia& inertia, double h) {
  inertia_ = &inertia;
  h_ = h;
  free_ = start;
  for (std::size_t i = 0; i < start.size(); ++i) {
    if (inertia.isWall(i)) continue;
    free_.position[i] += h * start.velocity[i];
    free_.orientation[i] = rotateFreelyFar(inertia, i, start.orientation[i], start.angularMomentum[i], h);
  }
}

void StepInertia::beginSecond(const BodyState& start, const BodyState& first, const BodyInertia& inertia,
                              double dt) {
  constexpr double rest = 1 - firstPart;
  begin(start, inertia, dt);
  h_ = firstPart * dt;
  for (std::size_t i = 0; i < start.size(); ++i) {
    if (inertia.isWall(i)) continue;
    const Vec3 gain = first.velocity[i] - start.velocity[i];
    const Vec3 spin = first.angularMomentum[i] - start.angularMomentum[i];
    free_.position[i] += 2 * rest * dt * gain;
    free_.velocity[i] += rest / firstPart * gain;
    free_.angularMomentum[i] += rest / firstPart * spin;
    const Vec3 turn = 2 * rest * dt * inertia.angularVelocity(i, free_.orientation[i], spin);
    if (!turn.isZero(0)) free_.orientation[i] = (rotationBy(turn) * free_.orientation[i]).normalised();
  }
}

Vec3 StepInertia::force(std::size_t i, const BodyState& state) const {
  return inertia_->mass(i) / (h_ * h_) * (state.position[i] - free_.position[i]);
}

// The derivative of ψ·I ψ/2 by a rotation of the body: Iψ seen through the derivative of the logarithm of
// rotations, kg m².
Vec3 StepInertia::turningImpulse(std::size_t i, const Quaternion& orientation) const {
  const Vec3 turn = rotationBetween(free_.orientation[i], orientation);
  const Vec3 impulse = inertia_->angularMomentum(i, orientation, turn);
  const double angle = turn.norm();
  // 1/φ² − (1 + cos φ)/(2 φ sin φ), whose limit at 0 is 1/12.
  const double second = angle > 1e-3 ? 1 / (angle * angle) - 0.5 / (angle * std::tan(0.5 * angle)) : 1.0 / 12;
  const Vec3 across = turn.cross(impulse);
  return impulse - 0.5 * across + second * turn.cross(across);
}

double StepInertia::energy(const BodyState& state) const {
  CompensatedSum sum;
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (inertia_->isWall(i)) continue;
    const Vec3 turn = rotationBetween(free_.orientation[i], state.orientation[i]);
    sum.add(0.5 * inertia_->mass(i) / (h_ * h_) * (state.position[i] - free_.position[i]).squaredNorm());
    sum.add(0.5 / (h_ * h_) * turn.dot(inertia_->angularMomentum(i, state.orientation[i], turn)));
  }
  return sum.value();
}

void StepInertia::setVelocities(BodyState& state) const {
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (inertia_->isWall(i)) continue;
    state.velocity[i] = free_.velocity[i] + (state.position[i] - free_.position[i]) / h_;
    state.angularMomentum[i] = free_.angularMomentum[i] + turningImpulse(i, state.orientation[i]) / h_;
  }
}

}  // namespace talus
