#pragma once

#include "dynamics/body/body_inertia.h"
#include "dynamics/field/force_field.h"

namespace talus {

/// The bodies and the field of a time step; counts the evaluations of the field.
struct MovingSystem {
  ForceField& field;
  const BodyInertia& inertia;
  int evaluations = 0;

  /// Computes the loads in a state at a time. First moves walls to that time.
  void evaluate(BodyState& state, double time, Loads& loads) {
    field.impose(state, time);
    field.gather(state, time);
    field.confine(state, time);
    loads.clear(state.size());
    field.evaluate(state, time, loads);
    ++evaluations;
  }
};

/// Changes velocity and angular momentum of a dynamic body by loads that act for a time dt.
inline void kick(BodyState& state, std::size_t i, const BodyInertia& inertia, const Vec3& force,
                 const Vec3& torque, double dt) {
  state.velocity[i] += (dt * inertia.inverseMass(i)) * force;
  state.angularMomentum[i] += dt * torque;
}

}  // namespace talus
