#include "dynamics/contact_forces/body_kinematics.h"

#include <atomic>
#include <cmath>
#include <limits>

#include "base/free_memory.h"
#include "dynamics/body/body_loop.h"

namespace talus {

namespace {

// An upper bound of the motion of the points of a body that are at most `extent` from its position; see
// NearFeatures::cover.
double motionOf(const Pose& before, const Pose& now, double extent) {
  constexpr double rounding = 1 + 1e-14;
  const double moved = (now.position - before.position).squaredNorm();
  const double turned = (now.rotation - before.rotation).squaredNorm();
  return rounding * std::sqrt(2 * moved + extent * extent * turned);
}

// Not rounded down.
double longer(double path, double motion) {
  constexpr double up = 1 + std::numeric_limits<double>::epsilon();
  return motion > 0 ? (path + motion) * up : path;
}

}  // namespace

void BodyKinematics::place(std::span<const ForceBody> bodies, const BodyInertia& inertia,
                           const BodyState& state) {
  const bool first = moving_.empty();
  moving_.resize(bodies.size());
  pathLengths_.resize(bodies.size(), 0.0);
  orientations_ = state.orientation;
  std::atomic<bool> wallsMove = false;
  forEachBody(bodies.size(), [&](std::size_t i) {
    MovingBody& moving = moving_[i];
    const Pose pose{state.position[i], state.orientation[i].matrix(), bodies[i].scale};
    if (!first) pathLengths_[i] = longer(pathLengths_[i], motionOf(moving.pose, pose, bodies[i].extent));
    moving.pose = pose;
    moving.velocity = state.velocity[i];
    moving.angularVelocity = inertia.angularVelocity(i, state);
    moving.inverseMass = inertia.inverseMass(i);
    if (bodies[i].wall) {
      if (!moving.velocity.isZero(0) || !moving.angularVelocity.isZero(0)) wallsMove = true;
      return;
    }
    const Eigen::Matrix3d axes = moving.pose.rotation * inertia.axes(i).matrix();
    moving.inverseInertia = axes * inertia.moments(i).cwiseInverse().asDiagonal() * axes.transpose();
  });
  wallsMove_ = wallsMove;
}

void BodyKinematics::release() {
  talus::release(moving_);
  talus::release(orientations_);
  talus::release(pathLengths_);
}

std::vector<VelocityChange> BodyKinematics::velocityChanges(const BodyInertia& inertia,
                                                            const BodyState& state) const {
  std::vector<VelocityChange> changes(moving_.size());
  forEachBody(moving_.size(), [&](std::size_t i) {
    if (inertia.isWall(i)) return;
    changes[i] = {state.velocity[i] - moving_[i].velocity,
                  inertia.angularVelocity(i, state) - moving_[i].angularVelocity};
  });
  return changes;
}

}  // namespace talus
