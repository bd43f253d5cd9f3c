#pragma once

#include "dynamics/body/body_inertia.h"
#include "dynamics/field/force_field.h"

namespace talus {

/// A uniform acceleration of all bodies but walls. Its potential energy is 0 at the origin.
class Gravity : public ForceField {
 public:
  /// @param acceleration m/s². @param inertia must outlive this.
  Gravity(const Vec3& acceleration, const BodyInertia& inertia)
      : acceleration_(acceleration), inertia_(&inertia) {}

  void evaluate(const BodyState& state, double time, Loads& loads) override;
  double potentialEnergy() const override { return energy_; }

 private:
  Vec3 acceleration_;
  const BodyInertia* inertia_;
  double energy_ = 0;
};

}  // namespace talus
