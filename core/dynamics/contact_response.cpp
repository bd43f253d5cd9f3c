#include "dynamics/contact_response.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

namespace {

// Where the points' stiffness has its centre, and their mean normal.
struct Middle {
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::Zero();
  double stiffness = 0;
  double exponent = 1;  // n of force ∝ depthⁿ, as far as one moment tells
};

Middle middleOf(std::span<const ContactPoint> points) {
  Middle middle;
  double force = 0, deepest = 0;
  const Vec3& origin = points.front().point;  // nothing is lost far from the world's
  for (const ContactPoint& p : points) {
    middle.point += p.stiffness * (p.point - origin);
    middle.normal += p.stiffness * p.normal;
    middle.stiffness += p.stiffness;
    force += p.force;
    deepest = std::max(deepest, p.depth);
  }
  if (force > 0) middle.exponent = middle.stiffness * deepest / force;
  if (middle.stiffness > 0) middle.point /= middle.stiffness;
  middle.point += origin;
  const double length = middle.normal.norm();
  middle.normal = length > 1e-3 * middle.stiffness ? Vec3(middle.normal / length) : points.front().normal;
  return middle;
}

const TangentialSpring* springOf(const TouchingPair& pair, const ContactPoint& point) {
  if (point.name != 0) {
    for (const TangentialSpring& spring : pair.springs)
      if (spring.name == point.name) return &spring;
    return nullptr;
  }
  const TangentialSpring* nearest = nullptr;
  double least = 16 * pair.law.range * pair.law.range;
  for (const TangentialSpring& spring : pair.springs) {
    const double distance = (spring.place(pair.a->pose, pair.b->pose) - point.point).squaredNorm();
    if (distance >= least) continue;
    least = distance;
    nearest = &spring;
  }
  return nearest;
}

struct Friction {
  Vec3 force = Vec3::Zero();  // on B
  Vec3 shift = Vec3::Zero();  // of the spring, cut
  bool slips = false;
  double part = 1;  // the force is this part of what spring and dashpot would exert
};

// @param velocity of B's material relative to A's, across the normal. @param limit greatest force.
Friction rub(const Vec3& shift, const Vec3& velocity, double stiffness, double damping, double limit) {
  const Vec3 wanted = -stiffness * shift - damping * velocity;
  const double size = wanted.norm();
  if (size <= limit) return {wanted, shift, false};
  const Vec3 force = wanted * (limit / size);
  return {force, stiffness > 0 ? Vec3(-force / stiffness) : Vec3::Zero(), true, limit / size};
}

// The work of one contact point.
class PointResponse {
 public:
  PointResponse(const TouchingPair& pair, const ContactPoint& point, double dampingTime)
      : pair_(pair), point_(point), damping_(dampingTime * point.stiffness) {
    const Vec3 velocity = pair.b->velocityAt(point.point) - pair.a->velocityAt(point.point);
    leaving_ = velocity.dot(point.normal);
    sliding_ = velocity - leaving_ * point.normal;
    const double pull = pair.law.cohesion * point.area;
    const double elastic = point.force + pull;  // below 0 where a potential leads inwards
    pressing_ = std::max(elastic - damping_ * leaving_, std::min(elastic, 0.0));
    normalForce_ = pressing_ - pull;
  }

  void press(PairResponse& sum, LinearContact& contact) const {
    const Vec3 force = normalForce_ * point_.normal;
    sum.loads.add(force, point_.point, *pair_.a, *pair_.b);
    sum.energy += point_.energy;
    sum.damping += (point_.force - normalForce_) * leaving_;
    sum.normalForce += std::max(0.0, pressing_);
    contact.point = point_.point;
    contact.normal = point_.normal;
    contact.force = force;
    contact.stiffness = point_.stiffness;
    contact.damping = damping_;
    contact.depth = point_.depth + (pair_.law.range - pair_.law.reach);
    contact.area = point_.area;
    contact.name = point_.name;
  }

  void rubOn(PairResponse& sum, LinearContact& contact, std::vector<TangentialSpring>& springs) const {
    const PairLaw& law = pair_.law;
    const Pose &a = pair_.a->pose, &b = pair_.b->pose;
    const TangentialSpring* before = springOf(pair_, point_);
    const Vec3 shift = before != nullptr ? before->shift(a, b, point_.normal) : Vec3(Vec3::Zero());
    const double stiffness = law.tangentRatio * point_.stiffness;
    const double damping = law.tangentRatio * damping_;
    const Friction friction =
        rub(shift, sliding_, stiffness, damping, law.friction * std::max(0.0, pressing_));
    sum.loads.add(friction.force, point_.point, *pair_.a, *pair_.b);
    sum.energy += 0.5 * stiffness * friction.shift.squaredNorm();
    if (friction.slips)
      sum.slip += 0.5 * stiffness * (shift.squaredNorm() - friction.shift.squaredNorm());
    else
      sum.damping += damping * sliding_.squaredNorm();
    contact.force += friction.force;
    contact.tangentialStiffness = friction.part * stiffness;
    contact.tangentialDamping = friction.part * damping;
    springs.push_back(TangentialSpring::make(point_.name, point_.point, point_.normal, friction.shift, a, b));
  }

 private:
  const TouchingPair& pair_;
  const ContactPoint& point_;
  double damping_;
  double leaving_ = 0;  // speed of B away from A
  Vec3 sliding_ = Vec3::Zero();
  double pressing_ = 0;  // the normal force without cohesion
  double normalForce_ = 0;
};

}  // namespace

PairResponse respond(const TouchingPair& pair, std::vector<TangentialSpring>& springs,
                     std::vector<LinearContact>& contacts) {
  PairResponse sum;
  if (pair.points.empty()) return sum;
  const Middle middle = middleOf(pair.points);
  sum.stiffness = middle.stiffness;
  const double inverseMass =
      pair.a->inverseMassAt(middle.point, middle.normal) + pair.b->inverseMassAt(middle.point, middle.normal);
  if (middle.stiffness > 0 && inverseMass > 0)
    sum.dampingTime = 2 * pair.law.damping(middle.exponent) / std::sqrt(middle.stiffness * inverseMass);
  for (const ContactPoint& point : pair.points) {
    const PointResponse response(pair, point, sum.dampingTime);
    LinearContact& contact = contacts.emplace_back();
    response.press(sum, contact);
    if (pair.law.friction > 0) response.rubOn(sum, contact, springs);
  }
  return sum;
}

namespace {

// What resists being rolled about a point: the moments of inertia of both bodies about an axis through it, in
// series.
double rollingInertia(const TouchingPair& pair, const Vec3& point, const Vec3& axis) {
  double inverse = 0;
  for (const MovingBody* body : {pair.a, pair.b}) {
    if (body->inverseMass == 0) continue;
    const double lever = (point - body->pose.position).cross(axis).squaredNorm();
    inverse += 1 / (1 / axis.dot(body->inverseInertia * axis) + lever / body->inverseMass);
  }
  return inverse > 0 ? 1 / inverse : 0;
}

// The dashpot of a rolling spring, with what the spring leaves of the greatest moment. N m s.
double rollingDashpot(const TouchingPair& pair, const Vec3& point, const Vec3& velocity, double stiffness,
                      double mostMoment) {
  constexpr double ratio = 0.5;  // of critical damping: bodies come to rest after one swing
  const double speed = velocity.norm();
  if (!(speed > 0)) return 0;
  const double inertia = rollingInertia(pair, point, velocity / speed);
  return std::min(2 * ratio * std::sqrt(stiffness * inertia), mostMoment / speed);
}

}  // namespace

void addRollingResistance(const TouchingPair& pair, RollingSpring& spring, PairResponse& response) {
  if (pair.points.empty()) return;
  const Middle middle = middleOf(pair.points);
  const auto across = [&middle](const Vec3& v) { return Vec3(v - middle.normal.dot(v) * middle.normal); };
  const double lever = pair.law.rollingResistance, limit = lever * response.normalForce;
  const double stiffness = 2.25 * response.stiffness * lever * lever;
  const Vec3 angle = across(spring.angle);
  const Vec3 velocity = across(pair.b->angularVelocity - pair.a->angularVelocity);
  const Friction moment = rub(angle, Vec3::Zero(), stiffness, 0, limit);
  response.loads.addCouple(moment.force);
  response.energy += 0.5 * stiffness * moment.shift.squaredNorm();
  spring.angle = moment.shift;
  if (moment.slips) {
    response.slip += moment.force.dot(moment.shift - angle);
    return;
  }
  const double rest = limit - moment.force.norm();
  const double damping = rollingDashpot(pair, middle.point, velocity, stiffness, rest);
  response.loads.addCouple(-damping * velocity);
  response.damping += damping * velocity.squaredNorm();
}

}  // namespace talus
