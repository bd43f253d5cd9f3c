#include "dynamics/body/slowing.h"

#include <algorithm>
#include <cmath>

namespace talus {

double kineticEnergyOf(std::size_t i, const BodyState& state, const BodyInertia& inertia) {
  return 0.5 * inertia.mass(i) * state.velocity[i].squaredNorm() +
         0.5 * state.angularMomentum[i].dot(inertia.angularVelocity(i, state));
}

namespace {

/// The motion of a group of bodies as one: what it keeps.
struct CommonMotion {
  Vec3 velocity = Vec3::Zero(), centre = Vec3::Zero(), spin = Vec3::Zero();
  double energy = 0;  ///< kinetic, J

  Vec3 velocityAt(const Vec3& point) const { return velocity + spin.cross(point - centre); }
};

CommonMotion meanVelocity(std::span<const std::size_t> bodies, const BodyState& state,
                          const BodyInertia& inertia) {
  CommonMotion mean;
  double mass = 0;
  for (const std::size_t i : bodies) {
    mass += inertia.mass(i);
    mean.velocity += inertia.mass(i) * state.velocity[i];
  }
  mean.velocity = Vec3(mean.velocity / mass);
  mean.energy = 0.5 * mass * mean.velocity.squaredNorm();
  return mean;
}

// That of a rigid body of the same momenta.
CommonMotion rigidMotion(std::span<const std::size_t> bodies, const BodyState& state,
                         const BodyInertia& inertia) {
  CommonMotion rigid = meanVelocity(bodies, state, inertia);
  double mass = 0;
  for (const std::size_t i : bodies) {
    mass += inertia.mass(i);
    rigid.centre += inertia.mass(i) * state.position[i];
  }
  rigid.centre = Vec3(rigid.centre / mass);
  Vec3 angularMomentum = Vec3::Zero();
  Eigen::Matrix3d tensor = Eigen::Matrix3d::Zero();
  for (const std::size_t i : bodies) {
    const Vec3 arm = state.position[i] - rigid.centre;
    angularMomentum +=
        state.angularMomentum[i] + inertia.mass(i) * arm.cross(state.velocity[i] - rigid.velocity);
    tensor += inertia.tensor(i, state.orientation[i]) +
              inertia.mass(i) * (arm.squaredNorm() * Eigen::Matrix3d::Identity() - arm * arm.transpose());
  }
  rigid.spin = tensor.ldlt().solve(angularMomentum);
  rigid.energy += 0.5 * rigid.spin.dot(angularMomentum);
  return rigid;
}

}  // namespace

double slow(std::span<const std::size_t> bodies, Kept kept, double energy, BodyState& state,
            const BodyInertia& inertia) {
  if (!(energy > 0)) return 0;
  CommonMotion common;
  if (kept == Kept::MeanVelocity) common = meanVelocity(bodies, state, inertia);
  if (kept == Kept::Motion) common = rigidMotion(bodies, state, inertia);
  double kinetic = 0;
  for (const std::size_t i : bodies) kinetic += kineticEnergyOf(i, state, inertia);
  kinetic -= common.energy;
  if (!(kinetic > 0)) return 0;
  const double part = std::sqrt(std::max(0.0, 1 - energy / kinetic));
  for (const std::size_t i : bodies) {
    const bool turns = kept == Kept::Motion;
    const Vec3 velocity = turns ? common.velocityAt(state.position[i]) : common.velocity;
    state.velocity[i] = velocity + part * (state.velocity[i] - velocity);
    state.angularMomentum[i] *= part;
    if (turns)
      state.angularMomentum[i] += (1 - part) * inertia.angularMomentum(i, state.orientation[i], common.spin);
  }
  return std::min(energy, kinetic);
}

}  // namespace talus
