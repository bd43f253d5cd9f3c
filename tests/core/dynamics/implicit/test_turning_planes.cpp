#include "dynamics/certificate/turning_planes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include "dynamics/body/body_state.h"

namespace talus {
namespace {

using Corners = std::array<Vec3, 3>;

Vec3 randomVector(std::mt19937_64& random, double size) {
  std::uniform_real_distribution<double> uniform(-size, size);
  return {uniform(random), uniform(random), uniform(random)};
}

Corners randomTriangle(std::mt19937_64& random, double size) {
  return {randomVector(random, size), randomVector(random, size), randomVector(random, size)};
}

StepMotion motionOf(const Vec3& way, const Vec3& angle) {
  StepMotion motion;
  motion.way = way;
  motion.angle = angle;
  return motion;
}

Vec3 rotated(const Vec3& angle, double part, const Vec3& v) {
  return rotationBy(part * angle).rotate(v);
}

// Where a point of a shape is after a part of the body's motion.
Vec3 placeOf(const PartInMotion& part, const Vec3& p, double t) {
  return part.start.position + t * part.motion.way +
         rotated(part.motion.angle, t, part.start.scale * (part.start.rotation * p));
}

// The gap between two parts along the normal of the planes after a part of the motions.
double gapAt(const PartInMotion& a, const PartInMotion& b, const TurningPlanes& planes, double t) {
  const Vec3 normal = rotated(planes.turn, t, planes.normal);
  double highest = -std::numeric_limits<double>::infinity(), lowest = -highest;
  for (const Vec3& p : a.points) highest = std::max(highest, normal.dot(placeOf(a, p, t)));
  for (const Vec3& p : b.points) lowest = std::min(lowest, normal.dot(placeOf(b, p, t)));
  return lowest - highest;
}

struct Moving {
  Pose pose;
  StepMotion motion;
  Corners corners;

  PartInMotion part() const { return {pose, motion, corners}; }
};

Moving randomBody(std::mt19937_64& random, double away, double turn) {
  const Vec3 place = randomVector(random, away);
  return {{place, rotationBy(randomVector(random, 3)).matrix(), 2.0},
          motionOf(randomVector(random, 0.1), randomVector(random, turn)),
          randomTriangle(random, 0.5)};
}

TEST(TurningPlanes, BoundTheApproachAllTheWay) {
  std::mt19937_64 random(1);
  int held = 0;
  for (int n = 0; n < 3000; ++n) {
    const double turn = std::pow(10, -(n % 4));
    const Moving a = randomBody(random, 1, turn);
    Moving b = randomBody(random, 1, turn);
    if (n % 3 == 0) b.motion.angle = a.motion.angle + 1e-3 * randomVector(random, turn);
    const TurningPlanes planes{randomVector(random, 1).normalized(), randomVector(random, 1),
                               n % 2 == 0 ? a.motion.angle : randomVector(random, turn)};
    const double allowed = std::pow(10, -(n % 5));
    const double most = planes.partWithin(allowed, a.part(), b.part());
    const double first = gapAt(a.part(), b.part(), planes, 0);
    for (const double t : {0.01, 0.2, 0.5, 0.8, 1.0})
      EXPECT_LE(first - gapAt(a.part(), b.part(), planes, t * most), allowed + 1e-13) << n << ", " << t;
    held += most < 1 ? 1 : 0;
  }
  EXPECT_GT(held, 1000);
  EXPECT_LT(held, 2900);
}

// Two bodies that turn together about a far point.
TEST(TurningPlanes, LetBodiesTurnTogether) {
  const Vec3 angle(0, 0, 0.1);
  const Corners low{Vec3(-1, 0, 0), Vec3(1, -1, 0), Vec3(1, 1, 0)};
  const auto along = [&](const Vec3& place) { return Vec3(rotated(angle, 1, place) - place); };
  const Vec3 first(10, 0, 0), second(10, 0, 0.01);
  const Moving a{{first, Eigen::Matrix3d::Identity(), 1}, motionOf(along(first), angle), low};
  const Moving b{{second, Eigen::Matrix3d::Identity(), 1}, motionOf(along(second), angle), low};
  EXPECT_EQ((TurningPlanes{Vec3::UnitZ(), second, angle}.partWithin(1e-12, a.part(), b.part())), 1);
}

// Two bars that cross and both tilt about the other one: planes that turn with one of them seem to come
// nearer, those that stay along both edges do not.
TEST(TurningPlanes, StayAlongCrossingEdges) {
  const Corners under{Vec3(0, -1, 0), Vec3(0, 1, 0), Vec3(0, 0, -1)};
  const Corners over{Vec3(-1, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, 1)};
  const Vec3 ofA(0.05, 0, 0), ofB(0, 0.1, 0);
  const Moving a{{Vec3::Zero(), Eigen::Matrix3d::Identity(), 1}, motionOf(Vec3::Zero(), ofA), under};
  const Moving b{{Vec3(0, 0, 1e-3), Eigen::Matrix3d::Identity(), 1}, motionOf(Vec3::Zero(), ofB), over};
  TurningPlanes planes{Vec3::UnitZ(), Vec3::Zero(), Vec3::Zero()};
  for (const Vec3& turn : {Vec3(Vec3::Zero()), ofA, ofB}) {
    planes.turn = turn;
    EXPECT_LT(planes.partWithin(1e-3, a.part(), b.part()), 0.03);
  }
  planes.turn = TurningPlanes::alongEdges(a.part(), b.part(), planes.normal);
  EXPECT_LT((planes.turn - ofA - ofB).norm(), 1e-15);
  EXPECT_GT(planes.partWithin(1e-3, a.part(), b.part()), 0.2);
}

// A facet whose far edge rises holds back nothing before that edge is as high as the near one.
TEST(TurningPlanes, KnowWhichPointLeads) {
  const Corners facet{Vec3(0, -1, 0), Vec3(0, 1, 0), Vec3(1, 0, -0.05)};
  const Corners above{Vec3(-1, 0, 0), Vec3(1, 1, 0), Vec3(1, -1, 0)};
  const Moving a{
      {Vec3::Zero(), Eigen::Matrix3d::Identity(), 1}, motionOf(Vec3::Zero(), Vec3(0, -0.1, 0)), facet};
  const Moving b{
      {Vec3(0, 0, 1e-3), Eigen::Matrix3d::Identity(), 1}, motionOf(Vec3::Zero(), Vec3::Zero()), above};
  const TurningPlanes planes{Vec3::UnitZ(), Vec3::Zero(), Vec3::Zero()};
  EXPECT_GT(planes.partWithin(1e-3, a.part(), b.part()), 0.4);
  EXPECT_LT(planes.partWithin(1e-3, a.part(), b.part()), 0.52);
}

}  // namespace
}  // namespace talus
