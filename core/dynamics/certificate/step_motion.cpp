#include "dynamics/certificate/step_motion.h"

namespace talus {

StepMotion stepMotion(const BodyState& before, const BodyState& after, std::size_t i, double extent) {
  constexpr double aboveRounding = 1 + 1e-12;
  StepMotion motion;
  motion.way = after.position[i] - before.position[i];
  if (after.orientation[i] == before.orientation[i]) return motion;
  motion.angle = rotationBetween(before.orientation[i], after.orientation[i]);
  motion.turn = aboveRounding * motion.angle.norm() * extent;
  return motion;
}

void takePart(const BodyState& before, const StepMotion& motion, double part, std::size_t i,
              BodyState& after) {
  after.position[i] = before.position[i] + part * motion.way;
  after.orientation[i] = (rotationBy(part * motion.angle) * before.orientation[i]).normalised();
}

}  // namespace talus
