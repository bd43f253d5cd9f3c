#pragma once

#include <vector>

#include "dynamics/field/force_field.h"
#include "scene/scene.h"

namespace talus {

/// Pose and velocities of a body. In the world, SI.
struct RigidMotion {
  Vec3 position = Vec3::Zero();
  Quaternion orientation{};
  Vec3 velocity = Vec3::Zero();
  Vec3 angularVelocity = Vec3::Zero();
};

/// The prescribed bodies of a scene at any time: computed from the start, not integrated, so that errors do
/// not accumulate. A field that imposes motion and exerts no force.
///
/// Rotations apply in their order: a later one also rotates the axes of the earlier ones. Then translations
/// and vibrations shift the body. Where a velocity jumps (at the start and end of a motion and at the rows
/// of a table) it has the value that holds from then on. O(motions of the body); O(log rows) per table.
class WallMotions : public ForceField {
 public:
  WallMotions() = default;  ///< of no bodies
  /// @throws Error a fault of the scene (requireValid).
  explicit WallMotions(const Scene& scene);

  /// The motion of body i at that time, s. A body without a motion rests at its initial pose.
  RigidMotion at(std::size_t i, double time) const;
  /// The time at which body i, of any kind, is removed from the scene, s; infinite if never.
  double removalTime(std::size_t i) const { return plans_[i].removal; }
  /// Whether it has been removed: from its removal time on, inclusive.
  bool isRemoved(std::size_t i, double time) const { return time >= removalTime(i); }

  /// Moves the prescribed bodies.
  void impose(BodyState& state, double time) const override;
  void evaluate(const BodyState& /*state*/, double /*time*/, Loads& /*loads*/) override {}

 private:
  /// The initial pose of a body and its motions by number, in the scene's order.
  struct Plan {
    Vec3 position;
    Quaternion orientation;
    std::vector<std::size_t> turns, shifts;
    double removal;
  };

  std::vector<PrescribedMotion> motions_;  ///< the scene's; axes and directions are unit
  std::vector<Plan> plans_;                ///< of every body
  std::vector<std::size_t> moved_;         ///< the prescribed ones
};

}  // namespace talus
