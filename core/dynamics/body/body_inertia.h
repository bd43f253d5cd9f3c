#pragma once

#include <array>
#include <vector>

#include "base/exact_sum.h"
#include "dynamics/body/body_state.h"
#include "scene/scene.h"

namespace talus {

/// Masses and moments of inertia of a scene's bodies, which never change, and the conversions that need
/// them. Walls (fixed and prescribed bodies) have infinite mass: no force moves them.
class BodyInertia {
 public:
  BodyInertia() = default;
  /// A body's moments are those of its shape, times (mass / mass of the shape) · scale².
  /// @throws Error a fault of the scene (requireValid); a dynamic body whose shape has no mass properties.
  explicit BodyInertia(const Scene& scene);

  std::size_t size() const { return mass_.size(); }
  bool isWall(std::size_t i) const { return inverseMass_[i] == 0; }
  double mass(std::size_t i) const { return mass_[i]; }                ///< kg; infinite for a wall
  double inverseMass(std::size_t i) const { return inverseMass_[i]; }  ///< 1/kg; 0 for a wall
  /// Principal moments of inertia, kg m², in the order of axes(). 1 for a wall, see
  /// BodyState::angularMomentum.
  const Vec3& moments(std::size_t i) const { return moments_[i]; }
  /// Rotation from the principal axes to the body frame.
  const Quaternion& axes(std::size_t i) const { return axes_[i]; }

  /// I⁻¹ L, in the world, for a body of that orientation; for a wall, L itself.
  Vec3 angularVelocity(std::size_t i, const Quaternion& orientation, const Vec3& angularMomentum) const;
  /// rad/s, in the world.
  Vec3 angularVelocity(std::size_t i, const BodyState& state) const {
    return angularVelocity(i, state.orientation[i], state.angularMomentum[i]);
  }
  /// I ω, in the world; for a wall, ω itself.
  Vec3 angularMomentum(std::size_t i, const Quaternion& orientation, const Vec3& angularVelocity) const;
  /// The inertia tensor, world axes; for a wall, the identity.
  Eigen::Matrix3d tensor(std::size_t i, const Quaternion& orientation) const;

  /// The kinetic energy of a body, J; 0 for a wall.
  double kineticEnergy(std::size_t i, const BodyState& state) const;
  /// The part of it that is in the rotation, J.
  double rotationEnergy(std::size_t i, const BodyState& state) const;

  /// The initial state of a simulation. Fixed bodies get the velocity 0.
  BodyState stateOf(const Bodies& bodies) const;
  /// Takes over positions, orientations and velocities. @param bodies of the state's size.
  void store(const BodyState& state, Bodies& bodies) const;

 private:
  void setWall(std::size_t i);
  void setDynamic(std::size_t i, const Scene& scene);

  std::vector<double> mass_, inverseMass_;
  std::vector<Vec3> moments_;
  std::vector<Quaternion> axes_;
};

/// The quantities that an isolated system conserves.
struct MotionTotals {
  double kineticEnergy = 0;             ///< J
  Vec3 momentum = Vec3::Zero();         ///< kg m/s
  Vec3 angularMomentum = Vec3::Zero();  ///< about the origin, kg m²/s
};

/// The exact sums of these over bodies: they do not depend on order, nor on who adds which bodies.
class MotionSums {
 public:
  /// Adds body i, unless it is a wall.
  void add(std::size_t i, const BodyState& state, const BodyInertia& inertia);
  MotionTotals totals() const;
  /// Calls visit(sum) for each of them.
  template <class Visitor>
  void forEach(const Visitor& visit) {
    visit(energy_);
    for (ExactSum& sum : momentum_) visit(sum);
    for (ExactSum& sum : angularMomentum_) visit(sum);
  }

 private:
  ExactSum energy_;
  std::array<ExactSum, 3> momentum_, angularMomentum_;
};

/// Exact sums over all bodies but walls, rounded. O(n).
MotionTotals motionTotals(const BodyState& state, const BodyInertia& inertia);

}  // namespace talus
