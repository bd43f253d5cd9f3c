#include "dynamics/field/wall_motions.h"

namespace talus {

void WallMotions::impose(BodyState& state, double time) const {
  for (const std::size_t i : plan_.moved()) {
    const RigidMotion motion = at(i, time);
    state.position[i] = motion.position;
    state.orientation[i] = motion.orientation;
    state.velocity[i] = motion.velocity;
    state.angularMomentum[i] = motion.angularVelocity;
  }
}

}  // namespace talus
