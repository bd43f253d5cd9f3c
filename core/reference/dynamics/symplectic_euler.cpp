#include "reference/dynamics/symplectic_euler.h"

#include "dynamics/body/body_loop.h"
#include "dynamics/body/free_rotation.h"

namespace talus {

StepReport SymplecticEuler::advance(BodyState& state, MovingSystem& system, double time, double dt) {
  const BodyInertia& inertia = system.inertia;
  system.evaluate(state, time, loads_);
  forEachBody(state.size(), [&](std::size_t i) {
    if (inertia.isWall(i)) return;
    kick(state, i, inertia, loads_.force[i], loads_.torque[i], dt);
    state.position[i] += dt * state.velocity[i];
    state.orientation[i] = rotateFreelyOnce(inertia, i, state.orientation[i], state.angularMomentum[i], dt);
  });
  return {};
}

}  // namespace talus
