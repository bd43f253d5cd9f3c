#include "dynamics/explicit/verlet_step.h"

#include "base/all_finite.h"
#include "base/damaged_snapshot.h"
#include "dynamics/body/body_loop.h"
#include "dynamics/body/rotation_kernel.h"

namespace talus {

void VerletStep::take(BodyState& state, MovingSystem& system, double time, double dt) {
  const BodyInertia& inertia = system.inertia;
  if (!known_ || loads_.size() != state.size()) system.evaluate(state, time, loads_);
  known_ = true;
  const auto halfKick = [&](std::size_t i) {
    kick(state, i, inertia, loads_.force[i], loads_.torque[i], dt / 2);
  };
  forEachRange(state.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (inertia.isWall(i)) continue;
      halfKick(i);
      state.position[i] += dt * state.velocity[i];
    }
    rotateFreely(inertia, state, begin, end, dt);
    for (std::size_t i = begin; i < end; ++i)
      if (!inertia.isWall(i)) halfKick(i);  // predicts the velocities at the end, for damping
  });
  std::swap(loads_, earlier_);
  system.evaluate(state, time + dt, loads_);
  forEachBody(state.size(), [&](std::size_t i) {
    if (inertia.isWall(i)) return;
    kick(state, i, inertia, loads_.force[i] - earlier_.force[i], loads_.torque[i] - earlier_.torque[i],
         dt / 2);
  });
  if (!system.field.correctDamping(state, change_)) return;
  forEachBody(state.size(), [&](std::size_t i) {
    if (inertia.isWall(i)) return;
    kick(state, i, inertia, change_.force[i], change_.torque[i], dt / 2);
    loads_.force[i] += change_.force[i];
    loads_.torque[i] += change_.torque[i];
  });
}

BodyMemory VerletStep::bodyMemory() const {
  return {known_, {loads_.force, loads_.torque}};
}

void VerletStep::setBodyMemory(BodyMemory memory) {
  known_ = memory.known;
  if (!known_) return;
  loads_.force = std::move(memory.arrays[0]);
  loads_.torque = std::move(memory.arrays[1]);
}

void VerletStep::save(ByteWriter& bytes) const {
  bytes.all(std::uint64_t{known_}, loads_.force, loads_.torque);
}

void VerletStep::load(ByteReader& bytes) {
  known_ = bytes.value<std::uint64_t>() != 0;
  bytes.all(loads_.force, loads_.torque);
  if (loads_.force.size() != loads_.torque.size() || !allVectorsFinite(loads_.force) ||
      !allVectorsFinite(loads_.torque))
    throw damagedSnapshot();
}

}  // namespace talus
