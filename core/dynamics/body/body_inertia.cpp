#include "dynamics/body/body_inertia.h"

#include <limits>

#include "base/compensated_sum.h"
#include "base/error.h"

namespace talus {

namespace {

class VectorSum {
 public:
  void add(const Vec3& v) {
    for (int k = 0; k < 3; ++k) parts_[k].add(v[k]);
  }
  Vec3 value() const { return {parts_[0].value(), parts_[1].value(), parts_[2].value()}; }

 private:
  CompensatedSum parts_[3];
};

}  // namespace

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
                "shapes[" + std::to_string(number) + "]", "Create it with makeBodyShape");
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
  return 0.5 * mass_[i] * state.velocity[i].squaredNorm() +
         0.5 * angularVelocity(i, state).dot(state.angularMomentum[i]);
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

MotionTotals motionTotals(const BodyState& state, const BodyInertia& inertia) {
  CompensatedSum energy;
  VectorSum momentum, angular;
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (inertia.isWall(i)) continue;
    const Vec3 p = inertia.mass(i) * state.velocity[i];
    energy.add(inertia.kineticEnergy(i, state));
    momentum.add(p);
    angular.add(state.position[i].cross(p));
    angular.add(state.angularMomentum[i]);
  }
  return {energy.value(), momentum.value(), angular.value()};
}

}  // namespace talus
