#include "scene/motion_plan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <unordered_map>

#include "scene/time_table.h"

namespace talus {

namespace {

/// Rotation and angular velocity of a motion after some time since its start.
struct TurnAt {
  double time;
  MotionTurn operator()(const RotationMotion& m) const {
    const Vec3 speed = m.angularSpeed * m.axis;
    return {m.centre, time * speed, speed};
  }
  MotionTurn operator()(const RotationTable& m) const {
    const auto [angle, speed] = tableAt(m.times, m.angles, time);
    return {m.centre, angle * m.axis, speed * m.axis};
  }
  template <class Other>
  MotionTurn operator()(const Other&) const {
    return {};
  }
};

struct ShiftAt {
  double time;
  MotionShift operator()(const VibrationMotion& m) const {
    const double speed = 2 * std::numbers::pi * m.frequency;
    const double angle = speed * time + m.phase;
    return {(m.amplitude * std::sin(angle)) * m.direction,
            (m.amplitude * speed * std::cos(angle)) * m.direction};
  }
  MotionShift operator()(const TranslationMotion& m) const { return {time * m.velocity, m.velocity}; }
  MotionShift operator()(const TranslationTable& m) const {
    const auto [displacement, velocity] = tableAt(m.times, m.displacements, time);
    return {displacement, velocity};
  }
  template <class Other>
  MotionShift operator()(const Other&) const {
    return {};
  }
};

bool runs(const PrescribedMotion& motion, double time) {
  return time >= motion.begin && time < motion.end;
}

/// Applies a rotation to a moving body.
RigidMotion turned(const RigidMotion& inner, const MotionTurn& by) {
  const Quaternion turn = rotationBy(by.angle);
  const Vec3 arm = turn.rotate(inner.position - by.centre);
  return {by.centre + arm, (turn * inner.orientation).normalised(),
          turn.rotate(inner.velocity) + by.angularVelocity.cross(arm),
          turn.rotate(inner.angularVelocity) + by.angularVelocity};
}

struct IsTurn {
  bool operator()(const RotationMotion&) const { return true; }
  bool operator()(const RotationTable&) const { return true; }
  template <class Other>
  bool operator()(const Other&) const {
    return false;
  }
};

struct MakeUnit {
  void operator()(RotationMotion& m) const { m.axis.stableNormalize(); }
  void operator()(RotationTable& m) const { m.axis.stableNormalize(); }
  void operator()(VibrationMotion& m) const { m.direction.stableNormalize(); }
  template <class Other>
  void operator()(Other&) const {}
};

}  // namespace

bool isTurn(const PrescribedMotion& motion) {
  return std::visit(IsTurn{}, motion.kind);
}

PrescribedMotion withUnitAxes(PrescribedMotion motion) {
  std::visit(MakeUnit{}, motion.kind);
  return motion;
}

double elapsedOf(const PrescribedMotion& motion, double time) {
  return std::clamp(time, motion.begin, motion.end) - motion.begin;
}

MotionTurn turnAt(const PrescribedMotion& motion, double time) {
  MotionTurn turn = std::visit(TurnAt{elapsedOf(motion, time)}, motion.kind);
  if (!runs(motion, time)) turn.angularVelocity.setZero();
  return turn;
}

MotionShift shiftAt(const PrescribedMotion& motion, double time) {
  MotionShift shift = std::visit(ShiftAt{elapsedOf(motion, time)}, motion.kind);
  if (!runs(motion, time)) shift.velocity.setZero();
  return shift;
}

MotionPlan::MotionPlan(const Scene& scene) : motions_((requireValid(scene), scene.motions)) {
  const Bodies& bodies = scene.bodies;
  std::unordered_map<std::int64_t, std::size_t> rows;  // of bodies with motions, which are few
  for (const PrescribedMotion& motion : motions_)
    for (const std::int64_t id : motion.bodies) rows.emplace(id, 0);
  plans_.reserve(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (const auto row = rows.find(bodies.id[i]); row != rows.end()) row->second = i;
    plans_.push_back(
        {bodies.position[i], bodies.orientation[i], {}, {}, std::numeric_limits<double>::infinity()});
    if (bodies.motion[i] == Motion::Prescribed) moved_.push_back(i);
  }
  for (std::size_t number = 0; number < motions_.size(); ++number) {
    PrescribedMotion& motion = motions_[number];
    motion = withUnitAxes(std::move(motion));
    const auto* removal = std::get_if<Removal>(&motion.kind);
    for (const std::int64_t id : motion.bodies) {
      Plan& plan = plans_[rows.at(id)];
      if (removal != nullptr)
        plan.removal = std::min(plan.removal, removal->time);
      else
        (isTurn(motion) ? plan.turns : plan.shifts).push_back(number);
    }
  }
}

RigidMotion MotionPlan::at(std::size_t i, double time) const {
  const Plan& plan = plans_[i];
  RigidMotion motion{plan.position, plan.orientation, Vec3::Zero(), Vec3::Zero()};
  for (const std::size_t number : plan.turns) motion = turned(motion, turnAt(motions_[number], time));
  for (const std::size_t number : plan.shifts) {
    const MotionShift shift = shiftAt(motions_[number], time);
    motion.position += shift.displacement;
    motion.velocity += shift.velocity;
  }
  return motion;
}

}  // namespace talus
