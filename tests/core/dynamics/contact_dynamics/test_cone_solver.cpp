// The cone of Coulomb's law, and the solver of the impulses of a step.
#include "dynamics/contact_dynamics/cone_solver.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cmath>
#include <numbers>

#include "base/parallel.h"
#include "shapes/random.h"

namespace talus::test_cone_solver {
namespace {

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

// Cubes on each other on a wall, each with four points, and gravity in a step of 0.01 s.
ImpulseProblem stackOf(int count) {
  ImpulseProblem problem;
  problem.bodies.resize(static_cast<std::size_t>(count) + 1);
  for (int n = 1; n <= count; ++n) {
    ImpulseBody& body = problem.body(n);
    body.inverseMass = 1;
    body.inverseInertia = 600 * Eigen::Matrix3d::Identity();
    body.velocity = Vec3(0, 0, -0.0981);
  }
  for (int n = 0; n < count; ++n) {
    ImpulsePair& pair = problem.pairs.emplace_back();
    pair.bodies = {static_cast<Index>(n), static_cast<Index>(n + 1)};
    pair.normal = up;
    pair.begin = problem.points.size();
    for (const double x : {-0.05, 0.05})
      for (const double y : {-0.05, 0.05}) {
        ImpulsePoint& point = problem.points.emplace_back();
        point.leverA = n == 0 ? Vec3(x, y, 0) : Vec3(x, y, 0.05);
        point.leverB = Vec3(x, y, -0.05);
        point.normal = up;
        point.cone.friction = 0.5;
      }
    pair.end = problem.points.size();
  }
  return problem;
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

// Bodies in a square, of which the lowest row are walls. Random: masses, levers, speeds; some points are
// cohesive, some are pressed, some pairs roll.
ImpulseProblem squareOf(int across) {
  ImpulseProblem problem;
  problem.bodies.resize(static_cast<std::size_t>(across * across));
  const KeyedRandom random(7);
  for (int n = 0; n < across * across; ++n) {
    ImpulseBody& body = problem.body(n);
    if (n >= across) body.inverseMass = 1 + random[n][0].value();
    if (n >= across)
      body.inverseInertia =
          Eigen::Vector3d(50 + random[n][1].value(), 40, 60 + random[n][5].value()).asDiagonal();
    body.velocity = body.inverseMass > 0 ? Vec3(0.1 * random[n][2].between(), 0, -1) : Vec3(Vec3::Zero());
    for (const int next : {n + 1, n + across}) {
      const bool inside = next < across * across && (next != n + 1 || next % across != 0);
      if (!inside || (n < across && next < across)) continue;
      ImpulsePair& pair = problem.pairs.emplace_back();
      pair.bodies = {static_cast<Index>(n), static_cast<Index>(next)};
      pair.normal = next == n + 1 ? Vec3(Vec3::UnitX()) : up;
      pair.begin = problem.points.size();
      for (int k = 0; k <= n % 3; ++k) {
        ImpulsePoint& point = problem.points.emplace_back();
        point.normal = pair.normal;
        const double side = 0.1 * k;
        point.leverA = 0.5 * pair.normal + Vec3(0, side, 0);
        point.leverB = -0.5 * pair.normal + 0.1 * Vec3(random[n][3].between(), random[n][4].between(), 0) +
                       Vec3(0, side, 0);
        point.cone.friction = 0.4;
        if (n % 5 == 1) point.cone.pull = 0.01;
        if (n % 7 == 2) point.cone.pressed = 0.02;
        point.approach = n % 4 == 0 ? 0.1 : 0;
      }
      pair.end = problem.points.size();
      if (n % 11 == 0) pair.rolling = 0.05;
    }
  }
  return problem;
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
