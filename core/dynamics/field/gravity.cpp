#include "dynamics/field/gravity.h"

#include "base/compensated_sum.h"

namespace talus {

void Gravity::evaluate(const BodyState& state, double /*time*/, Loads& loads) {
  CompensatedSum energy;
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (inertia_->isWall(i)) continue;
    const Vec3 weight = inertia_->mass(i) * acceleration_;
    loads.force[i] += weight;
    energy.add(-weight.dot(state.position[i]));
  }
  energy_ = energy.value();
}

}  // namespace talus
