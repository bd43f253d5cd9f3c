#pragma once

#include "dynamics/body/body_inertia.h"
#include "dynamics/field/force_field.h"

namespace talus {

/// The bodies and the field of a time step; counts the evaluations of the field.
struct MovingSystem {
  ForceField& field;
  const BodyInertia& inertia;
  int evaluations = 0;

  /// The loads in that state at that time, to which walls are moved first.
  void evaluate(BodyState& state, double time, Loads& loads) {
    field.impose(state, time);
    field.confine(state, time);
    loads.clear(state.size());
    field.evaluate(state, time, loads);
    ++evaluations;
  }
};

/// Momentum that loads bring in a time: of a dynamic body, velocity and angular momentum.
inline void kick(BodyState& state, std::size_t i, const BodyInertia& inertia, const Vec3& force,
                 const Vec3& torque, double dt) {
  state.velocity[i] += (dt * inertia.inverseMass(i)) * force;
  state.angularMomentum[i] += dt * torque;
}

}  // namespace talus
