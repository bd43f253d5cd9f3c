#pragma once

#include <limits>

#include "dynamics/body/body_inertia.h"
#include "dynamics/field/force_field.h"

namespace talus {

/// Integrates the work that moving walls do on bodies. Exerts no force; must be the last of a FieldSum,
/// since it uses the loads of the fields before it. Trapezoidal rule over accepted steps.
class WallWork : public ForceField {
 public:
  /// @param inertia must outlive this.
  explicit WallWork(const BodyInertia& inertia) : inertia_(&inertia) {}

  void evaluate(const BodyState& state, double time, Loads& loads) override;
  void accept(const BodyState& state, double time) override;
  /// J, up to the last accepted state.
  double work() const { return work_; }

  void save(ByteWriter& bytes) const override;
  void load(ByteReader& bytes) override;

 private:
  const BodyInertia* inertia_;
  double trialPower_ = 0;  // W, at the last evaluation
  double power_ = 0;       // at the last accepted state
  double time_ = std::numeric_limits<double>::quiet_NaN();
  double work_ = 0;
};

}  // namespace talus
