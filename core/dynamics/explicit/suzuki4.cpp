#include "dynamics/explicit/suzuki4.h"

#include <cmath>

namespace talus {

StepReport Suzuki4::advance(BodyState& state, MovingSystem& system, double time, double dt) {
  const double p = 1 / (4 - std::cbrt(4.0));
  // Ends of the five steps over dt. The last is exactly 1: the loads kept are those at the end of the step.
  const double ends[] = {0, p, 2 * p, 1 - 2 * p, 1 - p, 1};
  for (int k = 0; k < 5; ++k) verlet_.take(state, system, time + ends[k] * dt, (ends[k + 1] - ends[k]) * dt);
  return {};
}

}  // namespace talus
