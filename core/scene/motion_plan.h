#pragma once

#include <vector>

#include "scene/scene.h"

namespace talus {

/// Pose and velocities of a body. In the world, SI.
struct RigidMotion {
  Vec3 position = Vec3::Zero();
  Quaternion orientation{};
  Vec3 velocity = Vec3::Zero();
  Vec3 angularVelocity = Vec3::Zero();
};

/// The rotation by a motion.
struct MotionTurn {
  Vec3 centre = Vec3::Zero();
  Vec3 angle = Vec3::Zero();            ///< rotation vector, rad
  Vec3 angularVelocity = Vec3::Zero();  ///< rad/s
};

/// The displacement by a motion.
struct MotionShift {
  Vec3 displacement = Vec3::Zero();
  Vec3 velocity = Vec3::Zero();
};

/// The time since the begin of a motion, at most its duration.
double elapsedOf(const PrescribedMotion& motion, double time);
/// Whether a motion rotates bodies.
bool isTurn(const PrescribedMotion& motion);
/// The same motion with axes and directions of length 1.
PrescribedMotion withUnitAxes(PrescribedMotion motion);
/// What a motion with unit axes has done at a time, s; nothing if it is of another kind. O(log rows of its
/// table).
MotionTurn turnAt(const PrescribedMotion& motion, double time);
MotionShift shiftAt(const PrescribedMotion& motion, double time);

/// The prescribed bodies of a scene at any time: computed from the start, not integrated, so that errors do
/// not accumulate.
///
/// Rotations apply in their order: a later one also rotates the axes of the earlier ones. Then translations
/// and vibrations shift the body. Where a velocity jumps (at the start and end of a motion and at the rows
/// of a table) it has the value that holds from then on. O(motions of the body); O(log rows) per table.
class MotionPlan {
 public:
  MotionPlan() = default;  ///< of no bodies
  /// @throws Error a fault of the scene (requireValid).
  explicit MotionPlan(const Scene& scene);

  /// The motion of body i at that time, s. A body without a motion rests at its initial pose.
  RigidMotion at(std::size_t i, double time) const;
  /// The time at which body i, of any kind, is removed from the scene, s; infinite if never.
  double removalTime(std::size_t i) const { return plans_[i].removal; }
  /// Whether it has been removed: from its removal time on, inclusive.
  bool isRemoved(std::size_t i, double time) const { return time >= removalTime(i); }
  /// The prescribed bodies.
  const std::vector<std::size_t>& moved() const { return moved_; }

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
  std::vector<std::size_t> moved_;
};

}  // namespace talus
