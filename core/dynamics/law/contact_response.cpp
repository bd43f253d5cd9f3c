#include "dynamics/law/contact_response.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/law/contact_spring.h"
#include "dynamics/law/restitution.h"

namespace talus {

namespace {

// The elastic normal force of a point; negative where a potential attracts.
double elasticForce(const PairLaw& law, const ContactPoint& point) {
  return point.force + law.cohesion * point.area;
}

// The centre of the points' stiffness, and their mean normal; under Barrier, whose dashpots share the damping
// by force, the centre of their forces.
struct Middle {
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::Zero();
  double stiffness = 0;
  double force = 0;
  double depth = 0;     // maximum
  double exponent = 1;  // n of force ∝ depthⁿ, from the current stiffness
};

Middle middleOf(const TouchingPair& pair) {
  const std::span<const ContactPoint> points = pair.points;
  Middle middle;
  double sum = 0;
  const Vec3& origin = points.front().point;  // keeps precision far from the world's origin
  for (const ContactPoint& p : points) {
    const double weight = pair.law.barrier ? std::max(0.0, elasticForce(pair.law, p)) : p.stiffness;
    middle.point += weight * (p.point - origin);
    middle.normal += weight * p.normal;
    sum += weight;
    middle.stiffness += p.stiffness;
    middle.force += p.force;
    middle.depth = std::max(middle.depth, p.depth);
  }
  if (middle.force > 0) middle.exponent = middle.stiffness * middle.depth / middle.force;
  if (sum > 0) middle.point /= sum;
  middle.point += origin;
  const double length = middle.normal.norm();
  middle.normal = length > 1e-3 * sum ? Vec3(middle.normal / length) : points.front().normal;
  return middle;
}

// The relative curvature of rolling, 1/h + 1/h' with the heights h and h' of the centres of mass above the
// contact, 1/m. 0: the bodies do not roll.
double rollingCurvature(const TouchingPair& pair, const Middle& middle) {
  double curvature = 0;
  for (const MovingBody* body : {pair.a, pair.b}) {
    if (body->inverseMass == 0) continue;
    const double side = body == pair.a ? 1 : -1;
    curvature += 1 / (side * middle.normal.dot(middle.point - body->pose.position));
  }
  return std::isfinite(curvature) ? std::max(0.0, curvature) : 0;
}

// The motion of B relative to A that dashpots damp: the translation of the centre, and the part of tilting
// that springs resist. Tilting by an angle θ adds the elastic energy ½ (K − N/c) θ², with K = Σ k x² over the
// points (stiffness k, distance x from the centre), the normal force N and the curvature c of rolling. A ball
// rolls freely, K = N/c: no dashpot may brake it. A block rocks: K is greater. Under other laws the contact
// of a round body is one point, which does not resist tilting.
class DampedMotion {
 public:
  DampedMotion(const TouchingPair& pair, const Middle& middle)
      : point_(middle.point),
        velocity_(pair.b->velocityAt(middle.point) - pair.a->velocityAt(middle.point)),
        turning_(pair.b->angularVelocity - pair.a->angularVelocity) {
    if (!pair.law.ownStiffness || pair.points.size() == 1) return;
    const double curvature = rollingCurvature(pair, middle);
    if (!(curvature > 0)) return;
    const Vec3 u = middle.normal.unitOrthogonal(), v = cross(middle.normal, u);
    double uu = 0, uv = 0, vv = 0;
    for (const ContactPoint& p : pair.points) {
      const Vec3 lever = cross(p.point - point_, p.normal);
      const double x = u.dot(lever), y = v.dot(lever);
      uu += p.stiffness * x * x;
      uv += p.stiffness * x * y;
      vv += p.stiffness * y * y;
    }
    const double freely = std::max(0.0, middle.force) / curvature;
    const double mean = 0.5 * (uu + vv), half = 0.5 * (uu - vv), spread = std::hypot(half, uv);
    const auto kept = [&](double k) {  // 0 up to 1.5 N/c, since facets make K vary
      return k > 1.5 * freely ? std::min(1.0, 2 * (k / freely - 1.5)) : 0.0;
    };
    const double major = kept(mean + spread), minor = kept(mean - spread);
    const double even = 0.5 * (major + minor), odd = spread > 0 ? 0.5 * (major - minor) / spread : 0.0;
    const double x = u.dot(turning_), y = v.dot(turning_);
    turning_ +=
        ((even - 1) * x + odd * (half * x + uv * y)) * u + ((even - 1) * y + odd * (uv * x - half * y)) * v;
  }

  double leaving(const Vec3& point, const Vec3& normal) const {
    return normal.dot(velocity_ + cross(turning_, point - point_));
  }

 private:
  Vec3 point_, velocity_, turning_;
};

struct Friction {
  Vec3 force = Vec3::Zero();  // on B
  Vec3 shift = Vec3::Zero();  // of the spring after slip
  bool slips = false;
  double part = 1;  // the force over that of spring and dashpot without a limit
};

// @param velocity tangential, of B's material relative to A's. @param limit maximum force.
Friction rub(const Vec3& shift, const Vec3& velocity, double stiffness, double damping, double limit) {
  const Vec3 wanted = -stiffness * shift - damping * velocity;
  const double size = wanted.norm();
  if (size <= limit) return {wanted, shift, false};
  const double stretched = stiffness * shift.norm();
  return {wanted * (limit / size), stretched > limit ? Vec3(shift * (limit / stretched)) : shift, true,
          limit / size};
}

// A spring that softens by k during a step loses ½ k s·s', with its shifts s before and s' after the step:
// the trapezoidal rule for the work that bodies do on it. The part of ½ k s'² that is not lost.
double softened(double k, const Vec3& shift, const Vec3& moved) {
  return 0.5 * k * shift.dot(moved);
}

// Quantities that all points of a pair share.
struct PairMotion {
  DampedMotion damped;
  double dampingTime = 0;     // c/k of normal and tangential dashpots, s
  double dampingOfForce = 0;  // under Barrier: c over the elastic force, s/m
  double slope = 1;           // under Barrier: derivative of the dashpots' force by speed, over c
};

// The forces at one contact point.
class PointResponse {
 public:
  PointResponse(const TouchingPair& pair, const ContactPoint& point, const PairMotion& motion)
      : pair_(pair),
        point_(point),
        damping_(motion.dampingTime * point.stiffness),
        tangentialStiffness_(tangentialStiffness(pair.law, point)),
        tangentialDamping_(motion.dampingTime * tangentialStiffness_) {
    const Vec3 velocity = pair.b->velocityAt(point.point) - pair.a->velocityAt(point.point);
    sliding_ = velocity - velocity.dot(point.normal) * point.normal;
    const double pull = pair.law.cohesion * point.area;
    elastic_ = elasticForce(pair.law, point);
    if (pair.law.barrier) damping_ = motion.dampingOfForce * elastic_;
    const double undamped = std::min(elastic_, 0.0);
    pressing_ = std::max(elastic_ - damping_ * motion.damped.leaving(point.point, point.normal), undamped);
    slope_ = damping_;
    if (pair.law.barrier) slope_ = pressing_ > undamped ? motion.slope * damping_ : 0;
    normalForce_ = pressing_ - pull;
    damped_ = (pressing_ - elastic_) * point.normal;
  }

  void press(PairResponse& sum, LinearContact& contact) const {
    const Vec3 force = normalForce_ * point_.normal;
    sum.loads.add(force, point_.point, *pair_.a, *pair_.b);
    sum.energy += point_.energy;
    sum.normalForce += std::max(0.0, pressing_);
    contact.point = point_.point;
    contact.normal = point_.normal;
    contact.force = force;
    contact.stiffness = point_.stiffness;
    contact.damping = slope_;
    contact.depth = point_.depth + (pair_.law.range - pair_.law.reach);
    contact.area = point_.area;
    contact.barrier = {point_.weight, pair_.law.reach, pair_.law.range};
    contact.name = point_.name;
  }

  void rubOn(const ContactSpring& spring, PairResponse& sum, LinearContact& contact,
             std::vector<TangentialSpring>& springs) {
    const double stiffness = tangentialStiffness_, damping = tangentialDamping_;
    const auto stored = [stiffness](const Vec3& shift) { return 0.5 * stiffness * shift.squaredNorm(); };
    const RememberedSpring was = spring.at(point_);
    const double before = was.part * stored(was.shift), limit = pushingEnergy();
    const double paid = before > limit ? limit / before : 1;  // approach does work against the push
    const Vec3 shift = was.stiffened(paid);
    const Friction friction = rub(shift, sliding_, stiffness, damping, greatestFriction());
    const double energy = stored(friction.shift);
    const Vec3 force = friction.force + point_.hardening * std::min(energy, limit) * point_.normal;
    sum.loads.add(force, point_.point, *pair_.a, *pair_.b);
    sum.energy += energy;
    if (friction.slips)
      sum.slip +=
          0.5 * stiffness * (shift - pair_.elapsed * sliding_ + friction.shift).dot(shift - friction.shift);
    if (point_.hardening > 0)
      sum.slip += paid * (stored(was.shift) - before);
    else if (was.part > 1)
      sum.slip -= softened((was.part - 1) * stiffness, shift, pair_.elapsed * sliding_);
    sum.slip -= stored(shift);
    damped_ += friction.force + stiffness * friction.shift;
    contact.force += force;
    contact.tangentialStiffness = friction.part * stiffness;
    contact.tangentialDamping = friction.part * damping;
    springs.push_back(
        TangentialSpring::make(point_, friction.shift, stiffness, pair_.a->pose, pair_.b->pose));
  }

  /// The force of dashpots is summed up, after press() and rubOn().
  void damp(PairResponse& sum) const { sum.damping.add(damped_, point_.point, *pair_.a); }

  // As rubOn(), for a long step without dashpots.
  void rubOverStep(PairResponse& sum, LinearContact& contact, std::vector<TangentialSpring>& springs) const {
    const Pose &a = pair_.a->pose, &b = pair_.b->pose;
    const HeldFriction& held = *pair_.held;
    const double stiffness = tangentialStiffness_;
    const HeldSpring spring = springOverStep();
    const Friction friction = rub(spring.shift(a, b), Vec3::Zero(), stiffness, 0, spring.limit);
    const HeldSpring* acted = actedSpring();
    const Vec3 kept = acted != nullptr ? keptOf(*acted, friction.shift) : Vec3(Vec3::Zero());
    held.next->push_back(spring);
    sum.loads.add(friction.force, point_.point, *pair_.a, *pair_.b);
    const double stored = 0.5 * stiffness * kept.squaredNorm();
    sum.energy += stored;
    sum.springs += stored;
    sum.slip -= stored;
    if (acted != nullptr) {
      const Vec3 had = acted->shift(a, b);
      sum.slip += acted->secant(had) * had.dot(had - acted->shift(*held.startA, *held.startB));
    }
    contact.force += friction.force;
    contact.tangentialStiffness = friction.part * stiffness;
    springs.push_back(TangentialSpring::make(point_, kept, stiffness, a, b));
  }

 private:
  const TangentialSpring* lastSpring() const {
    const auto spring = std::ranges::find(pair_.springs, point_.name, &TangentialSpring::name);
    return spring == pair_.springs.end() ? nullptr : &*spring;
  }
  // The spring of the last accepted state, or a new one that had no shift then. One that stiffens keeps its
  // force.
  HeldSpring springOverStep() const {
    const HeldFriction& held = *pair_.held;
    HeldSpring spring{-1, -1, {}, point_.normal, greatestFriction()};
    const TangentialSpring* last = lastSpring();
    spring.ends = last != nullptr
                      ? *last
                      : TangentialSpring::make(point_, Vec3::Zero(), 0, pair_.a->pose, pair_.b->pose);
    const double part = std::min(1.0, spring.ends.stiffness / tangentialStiffness_);
    spring.rest = (1 - part) * spring.shift(*held.startA, *held.startB);
    spring.ends.stiffness = tangentialStiffness_;
    return spring;
  }
  const HeldSpring* actedSpring() const {
    const auto name = [](const HeldSpring& spring) { return spring.ends.name; };
    const auto spring = std::ranges::find(pair_.held->acted, point_.name, name);
    return spring == pair_.held->acted.end() ? nullptr : &*spring;
  }
  // The part of a shift that the acting spring had, too.
  Vec3 keptOf(const HeldSpring& acted, const Vec3& shift) const {
    const Vec3 had = acted.shift(pair_.a->pose, pair_.b->pose);
    const double force = acted.secant(had) * had.norm();
    const double most = force / std::max(tangentialStiffness_, acted.ends.stiffness), length = shift.norm();
    return length > most ? Vec3(most / length * shift) : shift;
  }
  // The maximum friction force f at a normal force N. A tangential spring of stiffness k that hardens with
  // depth pushes the bodies apart by its hardening h times its energy f²/2k, and this push adds to the limit:
  // f = µ (N + h f²/2k).
  double borneBy(double normal) const {
    const double friction = pair_.law.friction;
    if (!(point_.hardening > 0) || !(tangentialStiffness_ > 0)) return friction * normal;
    const double part = 0.5 * point_.hardening * friction * friction / tangentialStiffness_;
    return friction * normal * 2 / (1 + std::sqrt(std::max(0.0, 1 - 4 * part * normal)));
  }
  // The normal force of dashpots adds friction but no push: at first contact there is no depth yet.
  double greatestFriction() const {
    const double elastic = std::max(0.0, elastic_), pressing = std::max(0.0, pressing_);
    if (pressing <= elastic) return borneBy(pressing);
    return borneBy(elastic) + pair_.law.friction * (pressing - elastic);
  }
  // The maximum energy of the spring that contributes to the push.
  double pushingEnergy() const {
    if (!(point_.hardening > 0) || !(tangentialStiffness_ > 0)) return 0;
    const double borne = borneBy(std::max(0.0, elastic_));
    return 0.5 * borne * borne / tangentialStiffness_;
  }

  const TouchingPair& pair_;
  const ContactPoint& point_;
  double damping_, slope_ = 0;
  double tangentialStiffness_, tangentialDamping_;
  Vec3 sliding_ = Vec3::Zero();
  double elastic_ = 0;   // the normal force without cohesion and dashpot
  double pressing_ = 0;  // … without cohesion
  double normalForce_ = 0;
  Vec3 damped_ = Vec3::Zero();  // the force of dashpots
};

// See barrierRestitutionOf(). Since points share the damping in proportion to their forces, all of them
// release at the same time.
void dampBarrier(const TouchingPair& pair, const Middle& middle, double inverseMass, PairMotion& motion) {
  double energy = 0;
  for (const ContactPoint& p : pair.points) energy += p.energy + pair.law.cohesion * p.area * p.depth;
  if (!(energy > 0)) return;
  const double speed = barrierOnset * motion.damped.leaving(middle.point, middle.normal);
  const double stored = 2 * energy * inverseMass, square = stored + speed * speed;
  motion.dampingOfForce = 2 * pair.law.damping.ofBarrier() / std::sqrt(square);
  motion.slope = stored / square;
}

// The energy of the springs in the last accepted state.
double startEnergy(const TouchingPair& pair) {
  double energy = 0;
  for (const TangentialSpring& spring : pair.springs)
    energy += spring.energy(*pair.held->startA, *pair.held->startB);
  return energy;
}

PairMotion motionOf(const TouchingPair& pair, const Middle& middle) {
  PairMotion motion{DampedMotion(pair, middle)};
  const double inverseMass =
      pair.a->inverseMassAt(middle.point, middle.normal) + pair.b->inverseMassAt(middle.point, middle.normal);
  const double rate = std::sqrt(middle.stiffness * inverseMass);
  if (!(rate > 0)) return motion;
  if (pair.law.barrier) dampBarrier(pair, middle, inverseMass, motion);
  motion.dampingTime = pair.law.barrier ? motion.dampingOfForce * middle.force / middle.stiffness
                                        : 2 * pair.law.damping(middle.exponent) / rate;
  return motion;
}

}  // namespace

PairResponse respond(const TouchingPair& pair, std::vector<TangentialSpring>& springs,
                     std::vector<LinearContact>& contacts) {
  PairResponse sum;
  if (pair.points.empty()) return sum;
  const Middle middle = middleOf(pair);
  const PairMotion motion = motionOf(pair, middle);
  const ContactSpring spring(pair);
  sum.stiffness = middle.stiffness;
  sum.dampingTime = motion.dampingTime;
  for (const ContactPoint& point : pair.points) {
    PointResponse response(pair, point, motion);
    LinearContact& contact = contacts.emplace_back();
    response.press(sum, contact);
    if (pair.law.friction > 0 && pair.held != nullptr)
      response.rubOverStep(sum, contact, springs);
    else if (pair.law.friction > 0)
      response.rubOn(spring, sum, contact, springs);
    response.damp(sum);
  }
  if (pair.held != nullptr && pair.law.friction > 0) sum.springsBefore = startEnergy(pair);
  if (pair.law.friction > 0) sum.slip += pair.held != nullptr ? sum.springsBefore : spring.energy();
  return sum;
}

namespace {

// The effective moment of inertia for rolling about a point: those of both bodies about an axis through it,
// in series.
double rollingInertia(const TouchingPair& pair, const Vec3& point, const Vec3& axis) {
  double inverse = 0;
  for (const MovingBody* body : {pair.a, pair.b}) {
    if (body->inverseMass == 0) continue;
    const double lever = (point - body->pose.position).cross(axis).squaredNorm();
    inverse += 1 / (1 / axis.dot(body->inverseInertia * axis) + lever / body->inverseMass);
  }
  return inverse > 0 ? 1 / inverse : 0;
}

// The damping coefficient of a rolling spring, N m s. @param maximumMoment that the dashpot may exert.
double rollingDashpot(const TouchingPair& pair, const Vec3& point, const Vec3& velocity, double stiffness,
                      double maximumMoment) {
  constexpr double ratio = 0.5;  // of critical damping: bodies come to rest after one oscillation
  const double speed = velocity.norm();
  if (!(speed > 0)) return 0;
  const double inertia = rollingInertia(pair, point, velocity / speed);
  return std::min(2 * ratio * std::sqrt(stiffness * inertia), maximumMoment / speed);
}

// As addRollingResistance(), for a long step without dashpots.
void rollOverStep(const HeldRolling& rolling, const HeldRolling* acted, RollingSpring& spring,
                  PairResponse& response) {
  const Vec3 angle = rolling.angle(spring.orientationA, spring.orientationB);
  const double stiffness = rolling.secant(angle);
  response.loads.addCouple(-stiffness * angle);
  spring.angle.setZero();
  spring.stiffness = rolling.stiffness;
  const double before = 0.5 * rolling.spring.stiffness * rolling.spring.angle.squaredNorm();
  response.springsBefore += before;
  response.slip += before;
  if (acted == nullptr) return;
  const Vec3 had = acted->angle(spring.orientationA, spring.orientationB);
  const Vec3 began = acted->angle(acted->spring.orientationA, acted->spring.orientationB);
  const double moment = acted->secant(had) * had.norm();
  const double most = moment / std::max(rolling.stiffness, acted->stiffness);
  spring.angle = stiffness / rolling.stiffness * angle;
  if (const double length = spring.angle.norm(); length > most) spring.angle *= most / length;
  const double stored = 0.5 * rolling.stiffness * spring.angle.squaredNorm();
  response.energy += stored;
  response.springs += stored;
  response.slip += acted->secant(had) * had.dot(had - began) - stored;
}

}  // namespace

void addRollingResistance(const TouchingPair& pair, RollingSpring& spring, PairResponse& response) {
  if (pair.points.empty()) return;
  const Middle middle = middleOf(pair);
  const auto across = [&middle](const Vec3& v) { return Vec3(v - middle.normal.dot(v) * middle.normal); };
  const double lever = pair.law.rollingResistance, limit = lever * response.normalForce;
  const double stiffness = 2.25 * response.stiffness * lever * lever;
  const double kept = spring.stiffness < stiffness ? spring.stiffness / stiffness : 1;
  if (pair.held != nullptr) {
    HeldRolling& rolling = *pair.held->rolling;
    rolling.normal = middle.normal;
    rolling.stiffness = stiffness;
    rolling.limit = limit;
    rolling.part = kept;
    rollOverStep(rolling, pair.held->actedRolling, spring, response);
    return;
  }
  const Vec3 angle = kept * across(spring.angle);
  const Vec3 velocity = across(pair.b->angularVelocity - pair.a->angularVelocity);
  const Friction moment = rub(angle, Vec3::Zero(), stiffness, 0, limit);
  response.loads.addCouple(moment.force);
  response.energy += 0.5 * stiffness * moment.shift.squaredNorm();
  response.slip +=
      0.5 * (spring.stiffness * across(spring.angle).squaredNorm() - stiffness * angle.squaredNorm());
  if (spring.stiffness > stiffness)
    response.slip -= softened(spring.stiffness - stiffness, angle, pair.elapsed * velocity);
  spring.angle = moment.shift;
  spring.stiffness = stiffness;
  if (moment.slips) {
    response.slip +=
        0.5 * stiffness * (angle - pair.elapsed * velocity + moment.shift).dot(angle - moment.shift);
    return;
  }
  const double rest = limit - moment.force.norm();
  const double damping = rollingDashpot(pair, middle.point, velocity, stiffness, rest);
  response.loads.addCouple(-damping * velocity);
  response.damping.torque -= damping * velocity;
}

}  // namespace talus
