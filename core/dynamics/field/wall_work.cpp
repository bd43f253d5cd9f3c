#include "dynamics/field/wall_work.h"

#include <cmath>

#include "base/compensated_sum.h"

namespace talus {

void WallWork::evaluate(const BodyState& state, double time, Loads& loads) {
  CompensatedSum power;
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (!inertia_->isWall(i)) continue;
    power.add(-loads.force[i].dot(state.velocity[i]));
    power.add(-loads.torque[i].dot(inertia_->angularVelocity(i, state)));
  }
  trialPower_ = power.value();
  if (std::isnan(time_)) {
    time_ = time;
    power_ = trialPower_;
  }
}

void WallWork::accept(const BodyState& /*state*/, double time) {
  work_ += 0.5 * (power_ + trialPower_) * (time - time_);
  power_ = trialPower_;
  time_ = time;
}

void WallWork::save(ByteWriter& bytes) const {
  bytes.value(power_);
  bytes.value(time_);
  bytes.value(work_);
}

void WallWork::load(ByteReader& bytes) {
  power_ = bytes.value<double>();
  time_ = bytes.value<double>();
  work_ = bytes.value<double>();
}

}  // namespace talus
