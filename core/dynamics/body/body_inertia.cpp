#include "dynamics/body/body_inertia.h"

#include <limits>

#include "base/error.h"

namespace talus {

BodyInertia::BodyInertia(const Scene& scene) {
  requireValid(scene);
  const std::size_t count = scene.bodies.size();
  mass_.resize(count);
  inverseMass_.resize(count);
  moments_.resize(count);
  axes_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (scene.bodies.motion[i] == Motion::Dynamic)
      setDynamic(i, scene);
    else
      setWall(i);
  }
}

void BodyInertia::setWall(std::size_t i) {
  mass_[i] = std::numeric_limits<double>::infinity();
  inverseMass_[i] = 0;
  moments_[i] = Vec3::Ones();
}

void BodyInertia::setDynamic(std::size_t i, const Scene& scene) {
  const auto number = static_cast<std::size_t>(scene.bodies.shape[i]);
  const BodyShape& shape = scene.shapes[number];
  const MassProperties& properties = shape.properties;
  if (!(properties.mass > 0 && properties.principal.moments.minCoeff() > 0))
    throw Error("The shape '" + shape.name + "' has no mass properties",
                "shapes[" + std::to_string(number) + "]", "Create it with makeBodyShape",
                {.surface = shape.name});
  mass_[i] = scene.bodies.mass[i];
  inverseMass_[i] = 1 / mass_[i];
  const double scale = scene.bodies.scale[i];
  moments_[i] = properties.principal.moments * (mass_[i] / properties.mass * scale * scale);
  axes_[i] = Quaternion::from(Eigen::Quaterniond(properties.principal.axes)).normalised();
}

Vec3 BodyInertia::angularVelocity(std::size_t i, const Quaternion& orientation,
                                  const Vec3& angularMomentum) const {
  if (isWall(i)) return angularMomentum;
  const Quaternion principal = orientation * axes_[i];
  return principal.rotate(principal.conjugate().rotate(angularMomentum).cwiseQuotient(moments_[i]));
}

Vec3 BodyInertia::angularMomentum(std::size_t i, const Quaternion& orientation,
                                  const Vec3& angularVelocity) const {
  if (isWall(i)) return angularVelocity;
  const Quaternion principal = orientation * axes_[i];
  return principal.rotate(principal.conjugate().rotate(angularVelocity).cwiseProduct(moments_[i]));
}

Eigen::Matrix3d BodyInertia::tensor(std::size_t i, const Quaternion& orientation) const {
  const Eigen::Matrix3d turn = (orientation * axes_[i]).matrix();
  return turn * moments_[i].asDiagonal() * turn.transpose();
}

double BodyInertia::kineticEnergy(std::size_t i, const BodyState& state) const {
  if (isWall(i)) return 0;
  return 0.5 * mass_[i] * state.velocity[i].squaredNorm() + rotationEnergy(i, state);
}

double BodyInertia::rotationEnergy(std::size_t i, const BodyState& state) const {
  return isWall(i) ? 0 : 0.5 * angularVelocity(i, state).dot(state.angularMomentum[i]);
}

BodyState BodyInertia::stateOf(const Bodies& bodies) const {
  BodyState state{bodies.position, bodies.orientation, bodies.velocity, bodies.angularVelocity};
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies.motion[i] == Motion::Fixed) {
      state.velocity[i].setZero();
      state.angularMomentum[i].setZero();
    }
    state.angularMomentum[i] = angularMomentum(i, state.orientation[i], state.angularMomentum[i]);
  }
  return state;
}

void BodyInertia::store(const BodyState& state, Bodies& bodies) const {
  bodies.position = state.position;
  bodies.orientation = state.orientation;
  bodies.velocity = state.velocity;
  for (std::size_t i = 0; i < state.size(); ++i) bodies.angularVelocity[i] = angularVelocity(i, state);
}

void MotionSums::add(std::size_t i, const BodyState& state, const BodyInertia& inertia) {
  if (inertia.isWall(i)) return;
  const Vec3 p = inertia.mass(i) * state.velocity[i];
  const Vec3 orbital = state.position[i].cross(p);
  energy_.add(inertia.kineticEnergy(i, state));
  for (std::size_t k = 0; k < 3; ++k) {
    const auto axis = static_cast<Eigen::Index>(k);
    momentum_[k].add(p[axis]);
    angularMomentum_[k].add(orbital[axis]);
    angularMomentum_[k].add(state.angularMomentum[i][axis]);
  }
}

MotionTotals MotionSums::totals() const {
  const auto rounded = [](const std::array<ExactSum, 3>& sums) {
    return Vec3(sums[0].value(), sums[1].value(), sums[2].value());
  };
  return {energy_.value(), rounded(momentum_), rounded(angularMomentum_)};
}

MotionTotals motionTotals(const BodyState& state, const BodyInertia& inertia) {
  MotionSums sums;
  for (std::size_t i = 0; i < state.size(); ++i) sums.add(i, state, inertia);
  return sums.totals();
}

}  // namespace talus
