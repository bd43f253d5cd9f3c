#pragma once

#include "dynamics/body/body_inertia.h"

namespace talus {

/// The inertia of bodies in a stage of a long step, as a potential of their places:
///
///   K(q) = Σ m |x − x̃|²/(2 h²) + Σ ψ·I ψ/(2 h²)
///
/// with the stage's length h, the positions x̃ without forces in the stage, and the rotation vectors ψ from
/// the orientations without torques. Its gradient balances the loads where a stage ends.
///
/// Backward Euler has one stage. The method of order 2 has two, both with h = γ dt, γ = 1 − 1/√2: the first
/// is backward Euler over γ dt, and leads to a velocity vₐ; the second ends at
///
///   x = x₀ + (1 − γ) dt vₐ + γ dt v,   v = v₀ + ((1 − γ) aₐ + γ a) dt.
///
/// Rotations are those of free bodies (rotateFreelyFar) and the turns by the torques in the first stage, to
/// the same order.
/// Source: R. Alexander, SIAM Journal on Numerical Analysis 14 (1977) 1006; L-stable.
class StepInertia {
 public:
  /// @param inertia must outlive the step.
  void begin(const BodyState& start, const BodyInertia& inertia, double h);
  /// The second stage. @param first at the end of the first, which lasted firstPart · dt.
  void beginSecond(const BodyState& start, const BodyState& first, const BodyInertia& inertia, double dt);
  static constexpr double firstPart = 0.29289321881345247560;  ///< γ

  double length() const { return h_; }  ///< h, s
  /// The derivatives of K by a shift, N, and a rotation, N m, of a body that is not a wall.
  Vec3 force(std::size_t i, const BodyState& state) const;
  Vec3 torque(std::size_t i, const BodyState& state) const {
    return turningImpulse(i, state.orientation[i]) / (h_ * h_);
  }
  /// The rotation to where a body without loads ends, rad.
  Vec3 turnToFree(std::size_t i, const BodyState& state) const {
    return rotationBetween(state.orientation[i], free_.orientation[i]);
  }
  /// K, J.
  double energy(const BodyState& state) const;
  /// Those that bodies have at the end of the stage.
  void setVelocities(BodyState& state) const;

 private:
  Vec3 turningImpulse(std::size_t i, const Quaternion& orientation) const;

  const BodyInertia* inertia_ = nullptr;
  double h_ = 0;
  BodyState free_;  // at the end of the stage without its forces
};

}  // namespace talus
