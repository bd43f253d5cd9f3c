// The parts of a contact's response, one by one: normal, tangential, rolling; explicit, implicit.
#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/law/friction_explicit.h"
#include "dynamics/law/friction_implicit.h"
#include "dynamics/law/normal_force.h"
#include "dynamics/law/restitution.h"
#include "dynamics/law/rolling_explicit.h"
#include "dynamics/law/rolling_implicit.h"

namespace talus::test_contact_response {
namespace {

constexpr double stiffness = 1e5, mass = 2, radius = 0.1;
const Vec3 up(0, 0, 1), x(1, 0, 0), y(0, 1, 0);

// A ball above a fixed floor, which it touches in one point.
struct Ball {
  MovingBody floor, ball;
  ContactPoint point;
  TouchingPair pair;

  Ball() {
    ball.pose.position = radius * up;
    ball.inverseMass = 1 / mass;
    ball.inverseInertia = Eigen::Matrix3d::Identity() / (0.4 * mass * radius * radius);
    point.name = 1;
    point.normal = up;
    point.depth = 1e-3;
    point.stiffness = stiffness;
    point.force = stiffness * point.depth;
    point.energy = 0.5 * point.force * point.depth;
    pair.a = &floor;
    pair.b = &ball;
    pair.law.tangentRatio = 0.8;
    pair.law.friction = 0.5;
    pair.law.rollingResistance = 1e-3;
    pair.law.radius = radius;
  }
  Ball(const Ball&) = delete;
  Ball& operator=(const Ball&) = delete;

  ContactMiddle middle() {
    pair.points = {&point, 1};
    return middleOf(pair);
  }
  NormalForce normal() { return normalForce(pair.law, point, dampingOf(pair, middle())); }
};

double tangential() {
  return 0.8 * stiffness;
}

TEST(ContactMiddle, IsTheCentreOfStiffness) {
  Ball ball;
  ContactPoint points[] = {ball.point, ball.point};
  points[1].point = 3 * x;
  points[1].stiffness = 2 * stiffness;
  points[1].depth = 2e-3;
  points[1].force = 2 * points[1].stiffness * points[1].depth / 3;
  ball.pair.points = points;
  const ContactMiddle middle = middleOf(ball.pair);
  EXPECT_LT((middle.point - 2 * x).norm(), 1e-12);
  EXPECT_EQ(middle.normal, up);
  EXPECT_DOUBLE_EQ(middle.stiffness, 3 * stiffness);
  EXPECT_DOUBLE_EQ(middle.depth, 2e-3);
  EXPECT_DOUBLE_EQ(middle.exponent, middle.stiffness * middle.depth / middle.force);
}

TEST(NormalForce, DampsAnApproachByTheGivenRatio) {
  Ball ball;
  ball.pair.law.damping = DampingRatios(0.5);
  ball.ball.velocity = -0.01 * up;
  const NormalForce force = ball.normal();
  EXPECT_DOUBLE_EQ(force.elastic, ball.point.force);
  const double coefficient = 2 * dampingRatioOf(0.5) * std::sqrt(mass * stiffness);
  EXPECT_NEAR(force.damping, coefficient, 1e-9 * coefficient);
  EXPECT_NEAR(force.dashpot(), 0.01 * coefficient, 1e-9 * coefficient);
  EXPECT_DOUBLE_EQ(force.total, force.pressing);
}

TEST(NormalForce, NeverAttractsButByCohesion) {
  Ball ball;
  ball.pair.law.damping = DampingRatios(0.1);
  ball.ball.velocity = 100 * up;
  EXPECT_EQ(ball.normal().total, 0);
  ball.pair.law.cohesion = 1e4;
  ball.point.area = 1e-3;
  ball.point.force -= 10;  // as ContactLaw::press() has it
  EXPECT_DOUBLE_EQ(ball.normal().total, -10);
}

// A ball that rolls freely on an area is not braked, a block that rocks on it is.
TEST(ContactDamping, BrakesRockingNotRolling) {
  Ball ball;
  ball.pair.law.damping = DampingRatios(0.5);
  ball.pair.law.ownStiffness = true;
  ContactPoint points[] = {ball.point, ball.point};
  ball.ball.angularVelocity = y;
  const auto leaving = [&](double half) {
    points[0].point = -half * x;
    points[1].point = half * x;
    ball.pair.points = points;
    const ContactMiddle middle = middleOf(ball.pair);
    return std::abs(dampingOf(ball.pair, middle).motion.leaving(points[1].point, up)) / half;
  };
  EXPECT_NEAR(leaving(0.2), 1, 1e-12);   // K = 8 kN m, N/c = 20 N m
  EXPECT_NEAR(leaving(0.01), 0, 1e-12);  // K = 20 N m
}

TEST(FrictionLimit, IsCoulombsWithoutHardening) {
  const FrictionLimit limit{0.4, 0, 1e5};
  EXPECT_DOUBLE_EQ(limit.at(10), 4);
  EXPECT_EQ(limit.pushingEnergy({10, 10, 10, 0}), 0);
}

// f = µ (N + h f²/2k), by what it is.
TEST(FrictionLimit, CountsThePushOfASpringThatHardens) {
  const FrictionLimit limit{0.4, 1000, 1e4};
  const double force = limit.at(20);
  EXPECT_GT(force, 0.4 * 20);
  EXPECT_NEAR(force, 0.4 * (20 + 1000 * force * force / (2 * 1e4)), 1e-12 * force);
  EXPECT_NEAR(limit.pushingEnergy({20, 20, 20, 0}), force * force / (2 * 1e4), 1e-12);
  EXPECT_DOUBLE_EQ(limit.of({20, 30, 30, 0}), force + 0.4 * 10);  // the dashpot's part pushes nothing
}

TEST(LimitedResistance, KeepsSpringsWithinTheLimit) {
  const LimitedResistance sticks = limitedResistance(2e-3 * x, Vec3::Zero(), 1000, 0, 3);
  EXPECT_FALSE(sticks.slips);
  EXPECT_EQ(sticks.force, Vec3(-2 * x));
  const LimitedResistance slips = limitedResistance(8e-3 * x, Vec3::Zero(), 1000, 0, 3);
  EXPECT_TRUE(slips.slips);
  EXPECT_NEAR(slips.force.x(), -3, 1e-12);
  EXPECT_NEAR(slips.shift.x(), 3e-3, 1e-15);
  EXPECT_NEAR(slips.part, 3.0 / 8, 1e-12);
}

// Its dashpot alone exceeds the limit: the spring is neither shortened nor stretched.
TEST(LimitedResistance, LeavesASpringThatTheDashpotExceeds) {
  const LimitedResistance slips = limitedResistance(2e-3 * x, x, 1000, 50, 3);
  EXPECT_TRUE(slips.slips);
  EXPECT_EQ(slips.shift, Vec3(2e-3 * x));
  EXPECT_NEAR(slips.force.norm(), 3, 1e-12);
}

TEST(ExplicitFriction, SticksAsASpring) {
  Ball ball;
  const Vec3 shift = 1e-4 * x;
  const ExplicitFriction friction =
      explicitFriction(ball.pair.law, ball.point, ball.normal(), {shift, 1}, Vec3::Zero(), 0, 1e-5);
  EXPECT_LT((friction.force + tangential() * shift).norm(), 1e-9);
  EXPECT_NEAR(friction.energy, 0.5 * tangential() * 1e-8, 1e-15);
  EXPECT_EQ(friction.slid + friction.changed - friction.stored, -friction.energy);
}

// What a slipping spring dissipates is the work of the motion less what it stores: the mean force times the
// way, since the force is the same at both ends.
TEST(ExplicitFriction, SlipDissipatesForceTimesWay) {
  Ball ball;
  const double limit = 0.5 * ball.point.force, elapsed = 1e-4;
  const Vec3 sliding = 0.5 * x, began = limit / tangential() * x, now = began + elapsed * sliding;
  const ExplicitFriction friction =
      explicitFriction(ball.pair.law, ball.point, ball.normal(), {now, 1}, sliding, 0, elapsed);
  EXPECT_TRUE(friction.spring.slips);
  EXPECT_NEAR(friction.force.norm(), limit, 1e-9);
  EXPECT_NEAR(friction.slid, limit * 0.5 * elapsed, 1e-12);
}

TEST(ExplicitFriction, ASpringThatStiffensKeepsItsForce) {
  Ball ball;
  const ExplicitFriction friction =
      explicitFriction(ball.pair.law, ball.point, ball.normal(), {1e-4 * x, 0.25}, Vec3::Zero(), 0, 1e-5);
  EXPECT_LT((friction.force + 0.25 * tangential() * 1e-4 * x).norm(), 1e-6 * friction.force.norm() + 1e-9);
}

// The push of a spring that hardens is along the normal, and no dashpot.
TEST(ExplicitFriction, ASpringThatHardensPushes) {
  Ball ball;
  ball.point.hardening = 100;
  const Vec3 shift = 1e-4 * x;
  const ExplicitFriction friction =
      explicitFriction(ball.pair.law, ball.point, ball.normal(), {shift, 1}, Vec3::Zero(), 0, 1e-5);
  EXPECT_NEAR(friction.force.z(), 100 * friction.energy, 1e-12);
  EXPECT_LT(friction.dashpot.norm(), 1e-9);
}

struct Slid {
  Pose floor, start, now;
  PairPoses poses() const { return {floor, now, floor, start}; }
  explicit Slid(double way) {
    start.position = radius * up;
    now.position = radius * up + way * x;
  }
};

TEST(ImplicitFriction, ANewPointSlidesFromTheStartOfTheStep) {
  const Ball ball;
  const Slid slid(1e-4);
  const ImplicitFriction friction =
      implicitFriction(ball.point, tangential(), 50, nullptr, nullptr, slid.poses());
  EXPECT_LT((friction.resistance.force + tangential() * 1e-4 * x).norm(), 1e-9);
  EXPECT_EQ(friction.kept, Vec3::Zero());  // no force has acted
  EXPECT_EQ(friction.stored + friction.worked, 0);
  EXPECT_EQ(friction.spring.limit, 50);
}

// The spring that acted was weaker: no more shift is kept than its force allows, and its work is the force
// times the way.
TEST(ImplicitFriction, KeepsWhatTheActingSpringHad) {
  const Ball ball;
  const Slid slid(1e-3);
  HeldSpring acted = implicitFriction(ball.point, tangential(), 5, nullptr, nullptr, slid.poses()).spring;
  const ImplicitFriction friction =
      implicitFriction(ball.point, tangential(), 50, nullptr, &acted, slid.poses());
  EXPECT_NEAR(friction.kept.norm() * tangential(), 5, 1e-9);
  EXPECT_NEAR(friction.stored, 0.5 * 5 * 5 / tangential(), 1e-12);
  EXPECT_NEAR(friction.worked, 5 * 1e-3, 1e-9);
}

TEST(ImplicitFriction, ASpringThatStiffensKeepsItsForce) {
  const Ball ball;
  const Slid slid(0);
  const TangentialSpring last =
      TangentialSpring::make(ball.point, 1e-4 * x, 0.5 * tangential(), slid.floor, slid.start);
  const ImplicitFriction friction =
      implicitFriction(ball.point, tangential(), 50, &last, nullptr, slid.poses());
  EXPECT_NEAR(friction.resistance.force.norm(), 0.5 * tangential() * 1e-4, 1e-9);
}

TEST(RollingLimit, FollowsFromTheLever) {
  const Ball ball;
  const RollingLimit limit = rollingLimit(ball.pair.law, stiffness, 80);
  EXPECT_DOUBLE_EQ(limit.stiffness, 2.25 * stiffness * 1e-6);
  EXPECT_DOUBLE_EQ(limit.limit, 0.08);
}

TEST(ExplicitRolling, ResistsRollingNotTwisting) {
  Ball ball;
  RollingSpring spring{0.01 * y + 0.5 * up, {}, {}, 0.2};
  const ExplicitRolling rolling = explicitRolling(ball.pair, ball.middle(), {0.2, 1}, spring);
  EXPECT_LT((rolling.moment + 0.2 * 0.01 * y).norm(), 1e-12);
  EXPECT_NEAR(rolling.energy, 0.5 * 0.2 * 1e-4, 1e-12);
  EXPECT_FALSE(rolling.slips);
}

// Half of the critical damping, with the moment of inertia about the contact point.
TEST(ExplicitRolling, DampsBelowTheLimitOnly) {
  Ball ball;
  ball.ball.angularVelocity = 1e-3 * y;
  const RollingSpring spring{Vec3::Zero(), {}, {}, 0.2};
  const ExplicitRolling rolling = explicitRolling(ball.pair, ball.middle(), {0.2, 1}, spring);
  const double damping = std::sqrt(0.2 * 1.4 * mass * radius * radius);
  EXPECT_NEAR(rolling.dashpot.y(), -1e-3 * damping, 1e-12);
  const ExplicitRolling slips =
      explicitRolling(ball.pair, ball.middle(), {0.2, 1e-3}, {0.1 * y, {}, {}, 0.2});
  EXPECT_TRUE(slips.slips);
  EXPECT_NEAR(slips.moment.norm(), 1e-3, 1e-12);
  EXPECT_EQ(slips.dashpot, Vec3::Zero());
}

TEST(ImplicitRolling, KeepsWhatTheActingSpringHad) {
  HeldRolling now;
  now.normal = up;
  now.stiffness = 0.2;
  now.limit = 1;
  HeldRolling acted = now;
  acted.limit = 5e-4;
  Quaternion turned;
  turned.w = std::cos(0.005);
  turned.y = std::sin(0.005);  // by 0.01 rad
  const ImplicitRolling first = implicitRolling(now, nullptr, {}, turned);
  EXPECT_NEAR(first.moment.y(), -0.2 * 0.01, 1e-6);
  EXPECT_EQ(first.kept, Vec3::Zero());
  const ImplicitRolling next = implicitRolling(now, &acted, {}, turned);
  EXPECT_NEAR(0.2 * next.kept.norm(), 5e-4, 1e-9);
  EXPECT_NEAR(next.worked, 5e-4 * 0.01, 1e-9);
  EXPECT_EQ(next.before, 0);
}

}  // namespace
}  // namespace talus::test_contact_response
