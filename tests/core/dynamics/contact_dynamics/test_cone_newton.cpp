// The impulses of structures by systems of equations.
#include "dynamics/contact_dynamics/cone_newton.h"

#include <gtest/gtest.h>

#include "base/parallel.h"
#include "dynamics/contact_dynamics/cone_solver.h"
#include "impulse_problems.h"

namespace talus::test_cone_newton {
namespace {

using dynamics::squareOf;
using dynamics::stackOf;

double residualOf(const ImpulseProblem& problem) {
  ConeReport report;
  ConeSolver().measure(problem, report);
  return report.residual;
}

// What a thousand sweeps do not find: see the README.
TEST(ConeNewton, TheLowestCubeOfAHighStackCarriesAll) {
  for (const int count : {1, 20, 100}) {
    ImpulseProblem problem = stackOf(count);
    problem.body(count).inverseMass /= 1000;
    problem.body(count).inverseInertia /= 1000;
    ConeNewton newton;
    EXPECT_LT(newton.improve(problem, 1e-9), 200);
    for (const ImpulseBody& body : problem.bodies)
      EXPECT_LT(body.velocity.norm() + body.angularVelocity.norm(), 1e-7);
    double carried = 0;
    for (const ImpulsePoint& point : std::span(problem.points).first(4)) carried += point.impulse.z();
    EXPECT_NEAR(carried, 0.0981 * (count + 999), 1e-6 * (count + 999));
    EXPECT_LT(residualOf(problem), 1e-7);
  }
}

// Points that stick, slide, pull, are pressed and let go. The shift of those that slide follows from round to
// round.
TEST(ConeNewton, SolvesAllLaws) {
  ImpulseProblem problem = squareOf(8);
  for (ImpulsePair& pair : problem.pairs) pair.rolling = 0;
  ConeSolver().solve(problem, {.residual = 1e-1, .least = 5, .most = 15});
  EXPECT_GT(residualOf(problem), 1e-2);
  ConeNewton newton;
  newton.improve(problem, 1e-6);
  EXPECT_LT(residualOf(problem), 1e-3);
  for (int n = 0; n < 3; ++n) newton.improve(problem, 1e-6);
  EXPECT_LT(residualOf(problem), 1e-5);
}

TEST(ConeNewton, VelocitiesFollowFromImpulses) {
  ImpulseProblem problem = squareOf(6);
  for (ImpulsePair& pair : problem.pairs) pair.rolling = 0;
  ImpulseProblem anew = problem;
  ConeNewton().improve(problem, 1e-3);
  for (std::size_t k = 0; k < anew.points.size(); ++k) anew.points[k].impulse = problem.points[k].impulse;
  anew.apply();
  for (std::size_t i = 0; i < anew.bodies.size(); ++i) {
    EXPECT_LT((anew.bodies[i].velocity - problem.bodies[i].velocity).norm(), 1e-12);
    EXPECT_LT((anew.bodies[i].angularVelocity - problem.bodies[i].angularVelocity).norm(), 1e-10);
  }
}

TEST(ConeNewton, GivesTheSameBitsForEveryNumberOfThreads) {
  const auto solved = [](int threads) {
    const ThreadLimit limit(threads);
    ImpulseProblem problem = squareOf(20);
    for (ImpulsePair& pair : problem.pairs) pair.rolling = 0;
    ConeNewton().improve(problem, 1e-3);
    std::vector<double> numbers;
    for (const ImpulsePoint& point : problem.points)
      numbers.insert(numbers.end(), point.impulse.begin(), point.impulse.end());
    return numbers;
  };
  const std::vector<double> one = solved(1);
  EXPECT_EQ(solved(2), one);
  EXPECT_EQ(solved(4), one);
}

}  // namespace
}  // namespace talus::test_cone_newton
