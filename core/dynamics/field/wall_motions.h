#pragma once

#include <vector>

#include "dynamics/field/force_field.h"
#include "scene/scene.h"

namespace talus {

/// Where a body is and how it moves. In the world, SI.
struct RigidMotion {
  Vec3 position = Vec3::Zero();
  Quaternion orientation{};
  Vec3 velocity = Vec3::Zero();
  Vec3 angularVelocity = Vec3::Zero();
};

/// Where the scene's motions have brought its prescribed bodies: computed from the start for any time, never
/// integrated, so that nothing adds up. A field that imposes and does not act.
///
/// Rotations nest in their order: a later one turns what the earlier ones turned, axes and all. Then
/// translations and vibrations shift it. Where a velocity jumps, at the begin and the end of a motion and at
/// the rows of a table, it is the one that holds from then on. O(motions of the body), O(log rows) a table.
class WallMotions : public ForceField {
 public:
  /// @throws Error a fault of the scene (requireValid).
  explicit WallMotions(const Scene& scene);

  /// The motion of body i at that time, s. Of a body that no motion moves: at rest where it began.
  RigidMotion at(std::size_t i, double time) const;
  /// When body i, of any kind, is removed from the scene: s; infinite if never.
  double removalTime(std::size_t i) const { return plans_[i].removal; }
  /// Whether it has been removed: from its time on, that included.
  bool isRemoved(std::size_t i, double time) const { return time >= removalTime(i); }

  /// Moves the prescribed bodies.
  void impose(BodyState& state, double time) const override;
  void evaluate(const BodyState& /*state*/, double /*time*/, Loads& /*loads*/) override {}

 private:
  /// What is prescribed to a body: numbers of motions, in the scene's order.
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
