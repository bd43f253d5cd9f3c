#include "dynamics/implicit/linearised_contact.h"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

constexpr double smallRelativeChange = 0.1;  // relative change of a gap or a secant

// The displacement of a body's material in a direction, at an arm from its centre: the work of a unit force
// there.
AlongMotion displacement(const Vec3& arm, const Vec3& direction) {
  AlongMotion of;
  of << direction, arm.cross(direction);
  return of;
}

}  // namespace

BarrierPoint barrierPoint(const ContactRows& rows, const LinearContact& contact, const BodyInertia& inertia,
                          const BodyState& state, const Vec3& driven, double square) {
  const auto a = static_cast<std::size_t>(contact.bodyA), b = static_cast<std::size_t>(contact.bodyB);
  BarrierPoint point;
  point.bodyA = rows.a;
  point.bodyB = rows.b;
  point.ofA = -displacement(contact.point - state.position[a], contact.normal);
  point.ofB = displacement(contact.point - state.position[b], contact.normal);
  point.barrier = contact.barrier;
  point.gap = contact.barrier.range - contact.depth;
  point.linearise(point.gap);
  point.atRest = point.force;
  point.driven = contact.normal.dot(driven);
  point.inertialStiffness = 1 / (square * (inertia.inverseMass(a) + inertia.inverseMass(b)));
  return point;
}

FrictionSpring frictionSpring(const ContactRows& rows, const LinearContact& contact, const BodyState& state,
                              const Vec3& driven) {
  FrictionSpring spring;
  spring.bodyA = rows.a;
  spring.bodyB = rows.b;
  spring.slips = !contact.slip.isZero(0);
  const Vec3 along = spring.slips ? contact.slip : contact.normal.unitOrthogonal();
  const Vec3 across = contact.normal.cross(along);
  spring.driven.setZero();
  if (contact.rollingStiffness > 0) {
    spring.ofB << Eigen::Matrix<double, 3, 2>::Zero(), along, across;
    spring.ofA = -spring.ofB;
  } else {
    const Vec3 armA = contact.point - state.position[static_cast<std::size_t>(contact.bodyA)];
    const Vec3 armB = contact.point - state.position[static_cast<std::size_t>(contact.bodyB)];
    spring.ofA << -displacement(armA, along), -displacement(armA, across);
    spring.ofB << displacement(armB, along), displacement(armB, across);
    spring.driven << along.dot(driven), across.dot(driven);
  }
  spring.friction = contact.friction;
  spring.shift = {along.dot(contact.shift), across.dot(contact.shift)};
  spring.secant = contact.friction.secant(contact.shift.norm());
  spring.derived = true;
  return spring;
}

double BarrierPoint::moved(const BodyMotionRows& motions) const {
  double sum = driven;
  if (bodyA >= 0) sum += ofA.dot(motions.segment<6>(6 * bodyA));
  if (bodyB >= 0) sum += ofB.dot(motions.segment<6>(6 * bodyB));
  return sum;
}

Eigen::Vector2d FrictionSpring::moved(const BodyMotionRows& motions) const {
  Eigen::Vector2d sum = driven;
  if (bodyA >= 0) sum += ofA.transpose() * motions.segment<6>(6 * bodyA);
  if (bodyB >= 0) sum += ofB.transpose() * motions.segment<6>(6 * bodyB);
  return sum;
}

bool BarrierPoint::isNear(const BodyMotionRows& motions) const {
  constexpr double weakStiffnessRatio = 0.1;  // of the inertial stiffness
  const double by = moved(motions);
  return std::abs(by) <= smallRelativeChange * std::min(gap, barrier.reach - gap) ||
         barrier.stiffness(gap + std::min(by, 0.0)) < weakStiffnessRatio * inertialStiffness;
}

bool FrictionSpring::isNear(const BodyMotionRows& motions) const {
  constexpr double maximumShiftRatio = 0.3;  // of a shift: the direction of slip remains about the same
  const Eigen::Vector2d by = moved(motions);
  return std::abs(friction.secant((shift + by).norm()) - secant) <= smallRelativeChange * secant &&
         (!slips || by.norm() <= maximumShiftRatio * shift.norm());
}

void BarrierPoint::addStiffness(bool toA, BlockCholesky::Block& sum) const {
  if (stiffness == 0) return;
  const AlongMotion& of = toA ? ofA : ofB;
  sum.noalias() += (stiffness * of).lazyProduct(of.transpose());
}

void FrictionSpring::addStiffness(bool toA, BlockCholesky::Block& sum) const {
  constexpr double slipping = 1e-6;  // rounding must not make it indefinite
  const AcrossMotion& of = toA ? ofA : ofB;
  const double along = derived && slips ? slipping * secant : secant;
  const AcrossMotion forces = of * Eigen::Vector2d(along, secant).asDiagonal();
  sum.noalias() += forces.lazyProduct(of.transpose());
}

void BarrierPoint::linearise(double where) {
  at = where;
  force = barrier.force(where);
  stiffness = barrier.stiffness(where);
}

// Linearises a barrier where motions have led. Returns whether it was so already: whether the linear force
// there is right, or wrong by too little to move the bodies.
bool BarrierPoint::follow(const BodyMotionRows& motions) {
  constexpr double closes = 0.8, toMove = 0.03;  // of gaps
  const double wanted = gap + moved(motions);
  const double linear = force + stiffness * (at - wanted);
  double next = std::min(wanted, barrier.reach);
  if (next < closes * at) {
    if (inertialGap == 0) inertialGap = barrier.gapOf(inertialStiffness);
    if (next < inertialGap) next = std::max(next, std::min(inertialGap, barrier.gapAt(linear)));
  }
  linearise(next);
  if (wanted < next) return false;
  return std::abs(linear - force) <= std::max(smallRelativeChange * force, toMove * inertialStiffness * next);
}

// The same for friction: its secant there.
bool FrictionSpring::follow(const BodyMotionRows& motions) {
  const double before = secant;
  secant = friction.secant((shift + moved(motions)).norm());
  const bool same = !derived || !slips;
  derived = false;
  if (std::abs(secant - before) > smallRelativeChange * before) {
    extrapolate(before);
    return false;
  }
  change = 0;
  extrapolation = 1;
  return same;
}

// Where a body is pushed with little more or less than friction holds, shifts grow or shrink by about the
// same factor from system to system, until it slides or sticks.
void FrictionSpring::extrapolate(double before) {
  constexpr double minimumExtrapolation = 0.25, maximumExtrapolation = 4, maximumGrowth = 2;
  if (!(before > 0 && secant > 0)) return;
  const double now = std::log(secant / before), kept = change == 0 ? 0 : now / change;
  extrapolation =
      std::clamp(kept < 1 ? extrapolation / (1 - kept) : maximumExtrapolation, minimumExtrapolation,
                 std::min(maximumExtrapolation, maximumGrowth * extrapolation));
  change = now;
  if (extrapolation != 1) secant = std::min(before * std::exp(extrapolation * now), friction.stiffness);
}

// The force at rest if forces were those of the linear system, less the one there.
double BarrierPoint::excess() const {
  return force + stiffness * (at - gap - driven) - atRest;
}

Eigen::Vector2d FrictionSpring::excess() const {
  return (friction.secant(shift.norm()) - secant) * shift - secant * driven;
}

}  // namespace talus
