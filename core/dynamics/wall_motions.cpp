#include "dynamics/wall_motions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <unordered_map>

namespace talus {

namespace {

/// Turns what moves already.
RigidMotion turned(const RigidMotion& inner, const RotationMotion& rotation, double time) {
  const Vec3 omega = rotation.angularSpeed * rotation.axis;
  const Quaternion turn = rotationBy(time * omega);
  const Vec3 arm = turn.rotate(inner.position - rotation.centre);
  return {rotation.centre + arm, (turn * inner.orientation).normalised(),
          turn.rotate(inner.velocity) + omega.cross(arm), turn.rotate(inner.angularVelocity) + omega};
}

/// Shifts what moves already.
RigidMotion shaken(RigidMotion motion, const VibrationMotion& vibration, double time) {
  const double speed = 2 * std::numbers::pi * vibration.frequency;
  const double angle = speed * time + vibration.phase;
  motion.position += (vibration.amplitude * std::sin(angle)) * vibration.direction;
  motion.velocity += (vibration.amplitude * speed * std::cos(angle)) * vibration.direction;
  return motion;
}

}  // namespace

void WallMotions::Plan::add(RotationMotion motion) {
  motion.axis.stableNormalize();
  rotations.push_back(motion);
}

void WallMotions::Plan::add(VibrationMotion motion) {
  motion.direction.stableNormalize();
  vibrations.push_back(motion);
}

void WallMotions::Plan::add(const Removal& motion) {
  removal = std::min(removal, motion.time);
}

WallMotions::WallMotions(const Scene& scene) {
  requireValid(scene);
  const Bodies& bodies = scene.bodies;
  std::unordered_map<std::int64_t, std::size_t> rows;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    rows.emplace(bodies.id[i], i);
    plans_.push_back({bodies.position[i],
                      bodies.orientation[i],
                      {},
                      {},
                      Vec3::Zero(),
                      std::numeric_limits<double>::infinity()});
    if (bodies.motion[i] == Motion::Prescribed) moved_.push_back(i);
  }
  for (const PrescribedMotion& motion : scene.motions)
    for (const std::int64_t id : motion.bodies)
      std::visit([&](const auto& kind) { plans_[rows.at(id)].add(kind); }, motion.kind);
}

RigidMotion WallMotions::at(std::size_t i, double time) const {
  const Plan& plan = plans_[i];
  RigidMotion motion{plan.position, plan.orientation, Vec3::Zero(), Vec3::Zero()};
  for (const RotationMotion& rotation : plan.rotations) motion = turned(motion, rotation, time);
  for (const VibrationMotion& vibration : plan.vibrations) motion = shaken(motion, vibration, time);
  motion.position += time * plan.drift;
  motion.velocity += plan.drift;
  return motion;
}

void WallMotions::impose(BodyState& state, double time) const {
  for (const std::size_t i : moved_) {
    const RigidMotion motion = at(i, time);
    state.position[i] = motion.position;
    state.orientation[i] = motion.orientation;
    state.velocity[i] = motion.velocity;
    state.angularMomentum[i] = motion.angularVelocity;
  }
}

}  // namespace talus
