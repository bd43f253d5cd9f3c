#include "dynamics/contact_forces/unmoved_bodies.h"

namespace talus {

void UnmovedBodies::update(std::span<const MovingBody> bodies, double time) {
  const bool known = poses_.size() == bodies.size() && time == time_;
  poses_.resize(bodies.size());
  rests_.assign(bodies.size(), 0);
  time_ = time;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Pose& now = bodies[i].pose;
    rests_[i] = known && now.position == poses_[i].position && now.rotation == poses_[i].rotation ? 1 : 0;
    poses_[i] = now;
  }
}

}  // namespace talus
