#pragma once

#include <vector>

#include "dynamics/body/body_state.h"
#include "scene/scene.h"

namespace talus {

/// What resists: masses and moments of inertia of a scene's bodies, which never change, and the conversions
/// that need them. Walls (fixed and prescribed bodies) have infinite mass: no force moves them.
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

  /// Of a vector in the world, for a body of that orientation: I⁻¹ v. Of a wall: v itself.
  Vec3 angularVelocity(std::size_t i, const Quaternion& orientation, const Vec3& angularMomentum) const;
  /// rad/s, in the world.
  Vec3 angularVelocity(std::size_t i, const BodyState& state) const {
    return angularVelocity(i, state.orientation[i], state.angularMomentum[i]);
  }
  /// I ω. Of a wall: ω itself.
  Vec3 angularMomentum(std::size_t i, const Quaternion& orientation, const Vec3& angularVelocity) const;
  /// The inertia tensor, world axes. Of a wall: the identity.
  Eigen::Matrix3d tensor(std::size_t i, const Quaternion& orientation) const;

  /// J, of one body; a wall has none.
  double kineticEnergy(std::size_t i, const BodyState& state) const;

  /// The start of a simulation. Fixed bodies get the velocity 0.
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

/// What an isolated system keeps.
struct MotionTotals {
  double kineticEnergy = 0;             ///< J
  Vec3 momentum = Vec3::Zero();         ///< kg m/s
  Vec3 angularMomentum = Vec3::Zero();  ///< about the origin, kg m²/s
};

/// Sums over all bodies but walls, compensated and in their order. O(n).
MotionTotals motionTotals(const BodyState& state, const BodyInertia& inertia);

}  // namespace talus
