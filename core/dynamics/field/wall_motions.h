#pragma once

#include "dynamics/field/force_field.h"
#include "scene/motion_plan.h"

namespace talus {

/// The prescribed bodies of a scene as a field that imposes their motion and exerts no force.
class WallMotions : public ForceField {
 public:
  WallMotions() = default;  ///< of no bodies
  /// @throws Error a fault of the scene (requireValid).
  explicit WallMotions(const Scene& scene) : plan_(scene) {}

  /// See MotionPlan.
  RigidMotion at(std::size_t i, double time) const { return plan_.at(i, time); }
  double removalTime(std::size_t i) const { return plan_.removalTime(i); }
  bool isRemoved(std::size_t i, double time) const { return plan_.isRemoved(i, time); }

  /// Moves the prescribed bodies.
  void impose(BodyState& state, double time) const override;
  void evaluate(const BodyState& /*state*/, double /*time*/, Loads& /*loads*/) override {}

 private:
  MotionPlan plan_;
};

}  // namespace talus
