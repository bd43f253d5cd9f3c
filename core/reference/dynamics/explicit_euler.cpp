#include "reference/dynamics/explicit_euler.h"

#include "dynamics/body/body_loop.h"

namespace talus {

StepReport ExplicitEuler::advance(BodyState& state, MovingSystem& system, double time, double dt) {
  const BodyInertia& inertia = system.inertia;
  system.evaluate(state, time, loads_);
  forEachBody(state.size(), [&](std::size_t i) {
    if (inertia.isWall(i)) return;
    const Quaternion turn = rotationBy(dt * inertia.angularVelocity(i, state));
    state.position[i] += dt * state.velocity[i];
    state.orientation[i] = (turn * state.orientation[i]).normalised();
    kick(state, i, inertia, loads_.force[i], loads_.torque[i], dt);
  });
  return {};
}

}  // namespace talus
