// The cone of Coulomb's law, and the solver of the impulses of a step.
#include "dynamics/contact_dynamics/cone_solver.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cmath>
#include <numbers>

#include "base/parallel.h"
#include "impulse_problems.h"

namespace talus::test_cone_solver {
namespace {

using dynamics::squareOf;
using dynamics::stackOf;

const Vec3 up = Vec3::UnitZ();

Vec3 vectorOf(const KeyedRandom& random) {
  return {random[0].between(), random[1].between(), random[2].between()};
}

bool allows(const CoulombCone& cone, const Vec3& r, double slack) {
  const double across = std::hypot(r.x(), r.y());
  return r.z() >= -cone.pull - slack && across <= cone.grip(r.z()) + slack;
}

// No allowed impulse is nearer than the one that is found: those of a dense set are compared.
TEST(CoulombCone, TheNearestAllowedImpulseIsFound) {
  const KeyedRandom random(1);
  for (int n = 0; n < 300; ++n) {
    CoulombCone cone{.friction = random[n][0].value()};
    if (n % 3 == 1) cone.pull = random[n][1].value();
    if (n % 3 == 2) cone.pressed = random[n][2].value();
    const Vec3 impulse = 3 * vectorOf(random[n][3]);
    const Vec3 nearest = cone.nearest(impulse, up);
    EXPECT_TRUE(allows(cone, nearest, 1e-12));
    const double distance = (nearest - impulse).norm();
    for (int height = 0; height <= 40; ++height) {
      const double z = -cone.pull + 0.15 * height;
      for (int turn = 0; turn < 24; ++turn)
        for (int part = 0; part <= 10; ++part) {
          const double radius = 0.1 * part * cone.grip(z), angle = std::numbers::pi / 12 * turn;
          const Vec3 other(radius * std::cos(angle), radius * std::sin(angle), z);
          ASSERT_GE((other - impulse).norm(), distance - 1e-12);
        }
    }
    if (allows(cone, impulse, 0)) {
      EXPECT_EQ(nearest, impulse);
    }
  }
}

TEST(CoulombCone, TheSlopeIsTheDerivativeOfTheNearestImpulse) {
  constexpr double step = 1e-6;
  const KeyedRandom random(2);
  for (int n = 0; n < 300; ++n) {
    CoulombCone cone{.friction = n % 5 == 4 ? 0 : random[n][0].value()};
    if (n % 3 == 1) cone.pull = random[n][1].value();
    if (n % 3 == 2) cone.pressed = random[n][2].value();
    const Vec3 impulse = 3 * vectorOf(random[n][3]);
    const Eigen::Matrix3d slope = cone.slope(impulse, up);
    EXPECT_EQ((slope - slope.transpose()).norm(), 0);
    for (const Eigen::Index c : {0, 1, 2}) {
      const Vec3 change =
          cone.nearest(impulse + step * Vec3::Unit(c), up) - cone.nearest(impulse - step * Vec3::Unit(c), up);
      EXPECT_LT((change / (2 * step) - slope.col(c)).norm(), 1e-5) << n;
    }
  }
  const CoulombCone cone{.friction = 0.5};
  EXPECT_EQ(cone.slope(-up, up).norm(), 0);
  EXPECT_EQ(cone.slope(up, up), Eigen::Matrix3d::Identity());
}

TEST(ConeSolver, AStackRestsOnTheImpulsesOfItsWeight) {
  for (const int count : {1, 5, 20}) {
    ImpulseProblem problem = stackOf(count);
    ConeSolver solver;
    const ConeReport report = solver.solve(problem, {.residual = 1e-8, .least = 5, .most = 20000});
    EXPECT_LE(report.residual, 1e-8);
    for (const ImpulseBody& body : problem.bodies) EXPECT_LT(body.velocity.norm(), 1e-5);
    for (const ImpulsePair& pair : problem.pairs) {
      double sum = 0;
      for (std::size_t k = pair.begin; k < pair.end; ++k) sum += problem.points[k].impulse.z();
      EXPECT_NEAR(sum, 0.0981 * (count - pair.bodies.first), 1e-5 * count);
    }
  }
}

// What is in a report is true: computed anew, for each point the complementarity of its law.
TEST(ConeSolver, TheResidualIsTheViolationOfTheLaws) {
  ImpulseProblem problem = stackOf(5);
  problem.body(3).velocity += Vec3(0.05, 0, 0);
  ConeSolver solver;
  const ConeReport report = solver.solve(problem, {.residual = 1e-9, .least = 5, .most = 20000});
  ASSERT_LE(report.residual, 1e-9);
  for (const ImpulsePair& pair : problem.pairs)
    for (std::size_t k = pair.begin; k < pair.end; ++k) {
      const ImpulsePoint& point = problem.points[k];
      const Vec3 velocity = problem.velocityAt(pair, point);
      EXPECT_GE(point.impulse.z(), 0);
      EXPECT_GE(velocity.z(), -1e-6);
      EXPECT_NEAR(point.impulse.z() * velocity.z(), 0, 1e-7);
      EXPECT_TRUE(allows(point.cone, point.impulse, 1e-12));
    }
}

TEST(ConeSolver, ABlockThatSlidesIsBrakedByFriction) {
  ImpulseProblem problem = stackOf(1);
  problem.body(1).velocity += Vec3(1, 0, 0);
  ConeSolver solver;
  solver.solve(problem, {.residual = 1e-10, .least = 5, .most = 5000});
  EXPECT_NEAR(problem.body(1).velocity.x(), 1 - 0.5 * 0.0981, 1e-6);
  EXPECT_NEAR(problem.body(1).velocity.z(), 0, 1e-7);
}

std::vector<double> solutionOf(ImpulseProblem problem) {
  ConeSolver solver;
  solver.solve(problem, {.residual = 1e-6, .least = 5, .most = 100});
  std::vector<double> numbers;
  const auto add = [&](const Vec3& v) { numbers.insert(numbers.end(), v.begin(), v.end()); };
  for (const ImpulseBody& body : problem.bodies) {
    add(body.velocity);
    add(body.angularVelocity);
  }
  for (const ImpulsePoint& point : problem.points) add(point.impulse);
  for (const ImpulsePair& pair : problem.pairs) add(pair.moment);
  return numbers;
}

// Pairs without bodies in common have the same colour: no order of work enters.
TEST(ConeSolver, GivesTheSameBitsForEveryNumberOfThreads) {
  const auto solved = [](int threads) {
    const ThreadLimit limit(threads);
    return solutionOf(squareOf(60));
  };
  const std::vector<double> one = solved(1);
  EXPECT_EQ(solved(2), one);
  EXPECT_EQ(solved(4), one);
}

TEST(ConeSolver, GivesTheSameBitsWithEveryInstructionSet) {
  const std::vector<double> widest = solutionOf(squareOf(20));
  for (std::int64_t rest = hwy::SupportedTargets() & HWY_TARGETS; rest != 0; rest &= rest - 1) {
    const std::int64_t target = rest & -rest;
    hwy::SetSupportedTargetsForTest(target);
    EXPECT_EQ(solutionOf(squareOf(20)), widest) << hwy::TargetName(target);
  }
  hwy::SetSupportedTargetsForTest(0);
}

Eigen::Matrix3d mobilityOf(const ImpulseBody& body, const Vec3& lever) {
  Eigen::Matrix3d mobility;
  for (const Eigen::Index c : {0, 1, 2}) {
    ImpulseBody pushed = body;
    pushed.velocity = pushed.angularVelocity = Vec3::Zero();
    push(pushed, lever, Vec3::Unit(c));
    mobility.col(c) = pushed.velocityAt(lever);
  }
  return mobility;
}

// The residual as its definition says, point by point, with what the points' pairs press at random.
TEST(ConeSolver, MeasuresTheDistanceFromTheLaws) {
  ImpulseProblem problem = squareOf(12);
  const KeyedRandom random(5);
  double squares = 0, pressures = 0, count = 0;
  for (std::size_t n = 0; n < problem.points.size(); ++n)
    problem.points[n].impulse = 0.05 * vectorOf(random[static_cast<int>(n)]);
  for (const ImpulsePair& pair : problem.pairs)
    for (std::size_t k = pair.begin; k < pair.end; ++k) {
      const ImpulsePoint& point = problem.points[k];
      const Vec3& n = point.normal;
      const double step = 1 / (mobilityOf(problem.body(pair.bodies.first), point.leverA) +
                               mobilityOf(problem.body(pair.bodies.second), point.leverB))
                                  .norm();
      const Vec3 velocity = problem.velocityAt(pair, point);
      const double sliding = (velocity - n.dot(velocity) * n).norm();
      const Vec3 shifted = velocity + (point.approach + point.cone.friction * sliding) * n;
      squares += (point.impulse - point.cone.nearest(point.impulse - step * shifted, n)).squaredNorm();
      pressures += n.dot(point.impulse) + point.cone.pull + point.cone.pressed;
      count += 1;
    }
  ConeReport report;
  ConeSolver().measure(problem, report);
  EXPECT_NEAR(report.residual, std::sqrt(squares / count) / (pressures / count), 1e-12 * report.residual);
}

}  // namespace
}  // namespace talus::test_cone_solver
