// Implicit steps: what converges, how fast, and to what.
#include "dynamics/implicit/implicit_euler.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <tuple>

#include "base/error.h"
#include "base/parallel.h"
#include "bumpers.h"
#include "contact_simulation.h"
#include "dynamics/implicit/island_solve.h"
#include "dynamics_scenes.h"

namespace talus::test_implicit_euler {
namespace {

using dynamics::Bumpers;
using dynamics::cuboid;

/// Bodies over a plane, which is body 0.
struct Bench {
  explicit Bench(Scene given)
      : scene(std::move(given)), inertia(scene), state(inertia.stateOf(scene.bodies)), bumpers(inertia) {}
  Scene scene;
  BodyInertia inertia;
  BodyState state;
  Bumpers bumpers;
};

Scene overPlane(const std::vector<Body>& bodies, const Vec3& edges = {1, 1, 1}) {
  Scene scene = dynamics::sceneOf(cuboid(edges));
  scene.bodies.motion[0] = Motion::Fixed;
  for (Body body : bodies) {
    body.id = static_cast<std::int64_t>(scene.bodies.size());
    scene.bodies.add(body);
  }
  return scene;
}

struct Mean {
  double iterations = 0;
  int failed = 0, steps = 0;
};

/// Counts iterations of the steps with contact. A step that fails is counted and made by Newton's method.
Mean iterate(Bench& bench, const ImplicitOptions& options, double dt, int steps) {
  ImplicitEuler integrator(options);
  Mean mean;
  for (int s = 0; s < steps; ++s) {
    const StepReport report = integrator.step(bench.state, bench.bumpers, bench.inertia, s * dt, dt);
    if (bench.bumpers.linearised().empty() && report.converged) continue;  // free flight
    ++mean.steps;
    mean.failed += !report.converged;
    mean.iterations += report.iterations;
    if (!report.converged) ImplicitEuler().step(bench.state, bench.bumpers, bench.inertia, s * dt, dt);
  }
  mean.iterations /= mean.steps;
  return mean;
}

const ImplicitOptions newton{.solver = ImplicitSolver::Newton}, anderson{.solver = ImplicitSolver::Anderson},
    aitken{.solver = ImplicitSolver::Aitken}, plain{.solver = ImplicitSolver::Picard},
    half{.solver = ImplicitSolver::Picard, .damping = 0.5};

// A ball of 1 kg that flies at a plane: L = dt² k / m.
Bench thrownBall(double l, double dt) {
  Bench bench(overPlane({{.position = {0, 0, 1.05}, .velocity = {0, 0, -1}}}));
  bench.bumpers.radius = 1;
  bench.bumpers.stiffness = l / (dt * dt);
  return bench;
}

Mean bounce(const ImplicitOptions& options, double l) {
  Bench bench = thrownBall(l, 0.01);
  return iterate(bench, options, 0.01, 30);
}

// A cube of 1 kg that tumbles down onto its corners until it lies; at most four carry it: L = 4 dt² k / m.
Mean tumble(const ImplicitOptions& options, double l, double damping = 0) {
  Mean sum;
  for (int seed = 0; seed < 5; ++seed) {
    const double a = seed;
    const Quaternion turn = rotationBy({std::sin(a), std::cos(2 * a), 0.3 * a});
    Bench bench(overPlane({{.position = {0, 0, 0.9}, .orientation = turn, .velocity = {0.1, 0, -1}}}));
    for (const double x : {-0.5, 0.5})
      for (const double y : {-0.5, 0.5})
        for (const double z : {-0.5, 0.5}) bench.bumpers.points.emplace_back(x, y, z);
    bench.bumpers.gravity = 9.81;
    bench.bumpers.stiffness = l / 4e-4;
    bench.bumpers.damping = damping * bench.bumpers.stiffness;
    const Mean mean = iterate(bench, options, 0.01, 100);
    sum.iterations += mean.iterations * mean.steps;
    sum.steps += mean.steps;
    sum.failed += mean.failed;
  }
  sum.iterations /= sum.steps;
  return sum;
}

// Mean evaluations a step with contact, ball | cube; what fails now and then in brackets:
//   L =              0.1        0.7          4            40
//   plain Picard     4.0 | 3.8  15.5 | (94)  fails        fails
//   Picard, θ = ½    6.7 | 7.7  5.0 | 5.3    fails        fails
//   Anderson(2)      3.8 | 3.7  4.5 | 4.5    7.5 | (10)   52 | (19)
//   Newton           3.0 | 3.0  3.2 | 3.1    3.5 | 3.0    3.5 | 3.2
TEST(Solvers, PlainPicardConvergesBelowOne) {
  for (const double l : {0.1, 0.7, 0.95}) EXPECT_EQ(bounce(plain, l).failed, 0) << l;
  for (const double l : {1.05, 4.0, 40.0}) EXPECT_GT(bounce(plain, l).failed, 0) << l;
  EXPECT_LT(bounce(plain, 0.1).iterations, 5);
  EXPECT_GT(bounce(plain, 0.7).iterations, 10);
  EXPECT_EQ(tumble(plain, 0.1).failed, 0);
}

TEST(Solvers, PicardDampedByHalfConvergesBelowThree) {
  for (const double l : {0.1, 1.05, 2.9}) EXPECT_EQ(bounce(half, l).failed, 0) << l;
  for (const double l : {3.1, 40.0}) EXPECT_GT(bounce(half, l).failed, 0) << l;
  EXPECT_EQ(tumble(half, 0.7).failed, 0);
}

TEST(Solvers, AndersonGoesBeyondPicard) {
  for (const double l : {0.1, 1.05, 4.0, 40.0}) EXPECT_EQ(bounce(anderson, l).failed, 0) << l;
  EXPECT_LT(bounce(anderson, 0.7).iterations, 0.5 * bounce(plain, 0.7).iterations);
  EXPECT_EQ(tumble(anderson, 0.7).failed, 0);
}

TEST(Solvers, AitkenGoesBeyondPicard) {
  for (const double l : {0.1, 0.7, 4.0, 40.0}) {
    EXPECT_EQ(bounce(aitken, l).failed, 0) << l;
  }
  EXPECT_LT(bounce(aitken, 0.7).iterations, 0.5 * bounce(plain, 0.7).iterations);
  EXPECT_EQ(tumble(aitken, 0.7).failed, 0);
}

TEST(Solvers, NewtonNeedsAFewIterationsWhateverTheStiffness) {
  for (const double l : {0.1, 0.7, 4.0, 40.0, 4e4}) {
    const Mean ball = bounce(newton, l), cube = tumble(newton, l), damped = tumble(newton, l, 0.3);
    EXPECT_EQ(ball.failed + cube.failed + damped.failed, 0) << l;
    EXPECT_LE(std::max({ball.iterations, cube.iterations, damped.iterations}), l > 100 ? 12 : 4) << l;
  }
}

// Balls on balls in one island: a small one is solved densely, a large one sparsely.
TEST(Solvers, NewtonSettlesPiles) {
  for (const int count : {10, 40})
    for (const double l : {0.7, 40.0}) {
      std::vector<Body> balls;
      for (int i = 0; i < count; ++i)
        balls.push_back({.position = {0.2 * std::sin(i), 0.2 * std::cos(i), 1 + 2.0 * i}});
      Bench bench(overPlane(balls));
      bench.bumpers.radius = 1;
      bench.bumpers.gravity = 9.81;
      bench.bumpers.stiffness = l / 4e-4;
      bench.bumpers.damping = 0.3 * bench.bumpers.stiffness;
      const Mean mean = iterate(bench, newton, 0.01, 60);
      EXPECT_EQ(mean.failed, 0) << count << " " << l;
      EXPECT_LE(mean.iterations, 8) << count << " " << l;
    }
}

// All find the one solution, and it is one: velocities by the forces at the end, places by the velocities.
TEST(Solvers, AgreeInTheSolution) {
  std::vector<BodyState> ends;
  for (ImplicitOptions options : {newton, anderson, plain, half}) {
    options.tolerance = 1e-10;
    Bench bench = thrownBall(0.7, 0.1);
    const BodyState before = bench.state;
    EXPECT_TRUE(ImplicitEuler(options).step(bench.state, bench.bumpers, bench.inertia, 0, 0.1).converged);
    Loads loads;
    loads.clear(2);
    bench.bumpers.evaluate(bench.state, 0, loads);
    EXPECT_GT(loads.force[1].norm(), 1);
    EXPECT_LT((bench.state.velocity[1] - before.velocity[1] - 0.1 * loads.force[1]).norm(), 1e-9);
    EXPECT_LT((bench.state.position[1] - before.position[1] - 0.1 * bench.state.velocity[1]).norm(), 1e-15);
    ends.push_back(bench.state);
  }
  for (const BodyState& end : ends) EXPECT_LT((end.position[1] - ends[0].position[1]).norm(), 1e-9);
}

/// Body 1 hangs in body 0's and body 2's points by springs and dashpots along and across a direction: exactly
/// what a linear contact stands for, but for turns.
class Glue : public ForceField {
 public:
  explicit Glue(const BodyInertia& inertia) : inertia_(inertia) {}
  void evaluate(const BodyState& state, double /*time*/, Loads& loads) override {
    contacts_.clear();
    attach(state, 0, 1, {0.5, 0.2, 0.1}, {-0.5, 0.2, 0.1}, loads);
    attach(state, 1, 2, {0.5, 0.4, 0}, {-0.5, 0.4, 0}, loads);
    attach(state, 2, 1, {-0.5, -0.4, 0.3}, {0.5, -0.4, 0.3}, loads);
    places_ = dynamics::placesOf(contacts_);
  }
  LinearContacts linearised() const override { return places_; }

 private:
  void attach(const BodyState& state, std::size_t a, std::size_t b, const Vec3& onA, const Vec3& onB,
              Loads& loads) {
    const double k = 300, c = 5, across = 100, acrossDamping = 2;
    const Vec3 normal = Vec3(1, 2, 2) / 3;
    const Vec3 pa = state.position[a] + state.orientation[a].rotate(onA);
    const Vec3 pb = state.position[b] + state.orientation[b].rotate(onB);
    const Vec3 va = state.velocity[a] + inertia_.angularVelocity(a, state).cross(pa - state.position[a]);
    const Vec3 vb = state.velocity[b] + inertia_.angularVelocity(b, state).cross(pb - state.position[b]);
    const Vec3 u = pb - pa, w = vb - va;
    const Vec3 force = -(k * u + c * w).dot(normal) * normal -
                       (across * (u - u.dot(normal) * normal) + acrossDamping * (w - w.dot(normal) * normal));
    loads.add(b, force, pb, state.position[b]);
    loads.add(a, -force, pa, state.position[a]);
    contacts_.push_back({static_cast<Index>(a), static_cast<Index>(b), (pa + pb) / 2, normal, force, k, c,
                         across, acrossDamping});
  }

  const BodyInertia& inertia_;
  std::vector<LinearContact> contacts_;
  std::vector<const LinearContact*> places_;
};

// The Jacobian is right in all its parts: one Newton step solves what is linear.
TEST(Solvers, NewtonSolvesALinearProblemAtOnce) {
  Bench bench(
      overPlane({{.position = {1, 0, 0}, .velocity = {1e-6, 2e-6, 0}, .angularVelocity = {1e-6, 0, 3e-6}},
                 {.position = {2, 0, 0}, .velocity = {0, -1e-6, 1e-6}}},
                {1, 2, 1.5}));
  Glue glue(bench.inertia);
  ImplicitOptions options = newton;
  options.tolerance = 1e-3;
  const StepReport report = ImplicitEuler(options).step(bench.state, glue, bench.inertia, 0, 0.1);
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(report.iterations, 3);
}

// The bounce of an oscillator of frequency ω leaves (1 + ω² dt²)^(−n) of the energy, n dt = π / ω.
TEST(ImplicitEuler, LosesTheEnergyThatTheorySays) {
  for (const double dt : {0.01, 0.005}) {
    Bench bench(overPlane({{.position = {0, 0, 1}, .velocity = {0, 0, -1}}}));
    bench.bumpers.radius = 1;
    bench.bumpers.stiffness = 25;
    ImplicitOptions options = newton;
    options.tolerance = 1e-8;
    ImplicitEuler integrator(options);
    for (int s = 0; s < 400 && (s < 5 || bench.state.position[1].z() < 1); ++s)
      integrator.step(bench.state, bench.bumpers, bench.inertia, s * dt, dt);
    const double left = bench.state.velocity[1].squaredNorm();
    EXPECT_NEAR(std::log(left) / (-std::numbers::pi * 5 * dt), 1, 0.02) << dt;
  }
}

TEST(ImplicitEuler, KeepsMomentum) {
  Bench bench(overPlane({{.position = {0, 0, 10}, .velocity = {0.3, 0, 1}},
                         {.position = {0.5, 0, 12}, .velocity = {0, 0.2, -1}},
                         {.position = {1, 0.5, 14}, .velocity = {0, 0, -2}}}));
  bench.bumpers.radius = 1;
  bench.bumpers.stiffness = 1e5;
  const MotionTotals before = motionTotals(bench.state, bench.inertia);
  EXPECT_EQ(iterate(bench, newton, 0.01, 100).failed, 0);
  const MotionTotals after = motionTotals(bench.state, bench.inertia);
  EXPECT_LT((after.momentum - before.momentum).norm(), 1e-12);
  EXPECT_LT(after.kineticEnergy, 0.9 * before.kineticEnergy);
}

/// Notes whether a step was accepted.
class Judge : public Bumpers {
 public:
  using Bumpers::Bumpers;
  void accept(const BodyState& /*state*/, double /*time*/) override { ++accepted; }
  int accepted = 0;
};

TEST(ImplicitEuler, ReportsWhatDoesNotConvergeAndLeavesItAsItWas) {
  Bench bench = thrownBall(4, 0.1);
  Judge judge(bench.inertia);
  judge.radius = 1;
  judge.stiffness = 400;
  const BodyState before = bench.state;
  const StepReport failed = ImplicitEuler(plain).step(bench.state, judge, bench.inertia, 0, 0.1);
  EXPECT_FALSE(failed.converged);
  EXPECT_EQ(failed.iterations, failed.evaluations);
  EXPECT_EQ(bench.state, before);
  EXPECT_EQ(judge.accepted, 0);
  EXPECT_TRUE(ImplicitEuler(newton).step(bench.state, judge, bench.inertia, 0, 0.1).converged);
  EXPECT_EQ(judge.accepted, 1);
}

// A dashpot that sets in with a jump: just below the plane it would throw the ball out, above it is not
// there. No state solves that step, and that is said; half of it has a solution.
TEST(ImplicitEuler, ReportsAStepThatHasNoSolution) {
  Bench bench(overPlane({{.position = {0, 0, 1.0999}, .velocity = {0, 0, -1}}}));
  bench.bumpers.radius = 1;
  bench.bumpers.stiffness = 1;
  bench.bumpers.jump = 5;
  const auto step = [&](double dt) {
    return ImplicitEuler(newton).step(bench.state, bench.bumpers, bench.inertia, 0, dt).converged;
  };
  EXPECT_FALSE(step(0.1));
  EXPECT_TRUE(step(0.05));
}

// Real contacts with friction: five cubes on a floor, with 25 times the step that explicit methods stand.
// Newton's method takes 3.2 evaluations a step, an eighth of what velocity Verlet needs; Picard must halve.
TEST(ImplicitEuler, StepsAStackFarBeyondTheStableStep) {
  Scene scene;
  scene.shapes = {cuboid({2, 2, 1}, "floor"), cuboid({0.1, 0.1, 0.1}, "cube")};
  scene.materials = {{.name = "stone", .contact = {.restitution = 0.1, .friction = 0.5}}};
  scene.bodies.add({.position = {0, 0, -0.5}, .motion = Motion::Fixed});
  for (int i = 0; i < 5; ++i)
    scene.bodies.add({.id = i + 1,
                      .shape = 1,
                      .position = {0.003 * (i % 2), 0.002 * i, 0.052 + 0.102 * i},
                      .orientation = rotationBy({0, 0, 0.2 * i}),
                      .mass = 2.5});
  dynamics::Simulation run(scene, {.halo = 0.001});
  Gravity gravity(scene.gravity, run.inertia);
  FieldSum field({&gravity, &run.contacts});
  const double dt = 25 * run.stableStep();
  const BodyState start = run.state;
  ImplicitEuler integrator(newton);
  int iterations = 0, steps = 0;
  for (double time = 0; time < 3; time += dt, ++steps) {
    const StepReport report = integrator.step(run.state, field, run.inertia, time, dt);
    ASSERT_TRUE(report.converged) << time;
    iterations += report.iterations;
  }
  EXPECT_LE(iterations, 4 * steps);
  EXPECT_LE(run.kineticEnergy(), 1e-6);
  EXPECT_NEAR(run.state.position[5].z(), 0.45, 0.01);
}

// Even a solver that runs away shows the field no state that is not finite.
TEST(ImplicitEuler, GivesUpBeforeNumbersOverflow) {
  class Runaway : public ForceField {
   public:
    void evaluate(const BodyState& state, double /*time*/, Loads& loads) override {
      ASSERT_TRUE(state.position[1].allFinite());
      loads.force[1] = -1e250 * state.position[1];
    }
  };
  Bench bench = thrownBall(1, 1);
  Runaway field;
  EXPECT_FALSE(ImplicitEuler(plain).step(bench.state, field, bench.inertia, 0, 1).converged);
}

TEST(ImplicitEuler, GivesTheSameBitsForEveryThreadCount) {
  const auto result = [](int threads, const ImplicitOptions& options) {
    const ThreadLimit limit(threads);
    std::vector<Body> balls;
    for (int i = 0; i < 60; ++i)
      balls.push_back(
          {.position = {2.5 * (i % 30), 0.1 * std::sin(i), i < 30 ? 1.0 : 2.99}, .velocity = {0, 0, -1}});
    Bench bench(overPlane(balls));
    bench.bumpers.radius = 1;
    bench.bumpers.stiffness = 2000;
    iterate(bench, options, 0.01, 10);
    return bench.state;
  };
  EXPECT_EQ(result(1, newton), result(2, newton));
  EXPECT_EQ(result(1, anderson), result(2, anderson));
  EXPECT_EQ(result(1, aitken), result(2, aitken));
}

TEST(ImplicitEuler, RefusesOptionsOutOfRange) {
  const auto where = [](const ImplicitOptions& options) {
    try {
      ImplicitEuler{options};
    } catch (const Error& error) {
      return error.problem();
    }
    return std::string("none");
  };
  EXPECT_EQ(where({.tolerance = 0}), "The tolerance must be above 0");
  EXPECT_EQ(where({.tolerance = std::nan("")}), "The tolerance must be above 0");
  EXPECT_EQ(where({.maximumIterations = 0}), "The maximum iterations must be at least 1");
  EXPECT_EQ(where({.damping = 0}), "The damping must be above 0 and at most 1");
  EXPECT_EQ(where({.damping = 1.5}), "The damping must be above 0 and at most 1");
  EXPECT_EQ(where({.depth = 0}), "The depth must be at least 1");
  EXPECT_EQ(where({.solver = static_cast<ImplicitSolver>(9)}),
            "The implicit solver must be one of Newton, Anderson, Picard, Aitken");
}

// Two pairs on one plane are two islands; a body that touches nothing is in none.
TEST(ContactIslands, ArePartedByWalls) {
  const Bench bench(overPlane({{}, {}, {}, {}, {}}));
  std::vector<LinearContact> contacts(5);
  const std::pair<Index, Index> pairs[] = {{0, 4}, {4, 2}, {1, 5}, {5, 0}, {0, 1}};
  for (std::size_t c = 0; c < 5; ++c) std::tie(contacts[c].bodyA, contacts[c].bodyB) = pairs[c];
  const auto islands = contactIslands(dynamics::placesOf(contacts), bench.inertia);
  ASSERT_EQ(islands.size(), 2u);
  EXPECT_EQ(islands[0].bodies, (std::vector<std::size_t>{1, 5}));
  EXPECT_EQ(islands[0].contacts,
            (std::vector<const LinearContact*>{&contacts[2], &contacts[3], &contacts[4]}));
  EXPECT_EQ(islands[1].bodies, (std::vector<std::size_t>{2, 4}));
  EXPECT_EQ(islands[1].contacts, (std::vector<const LinearContact*>{&contacts[0], &contacts[1]}));
}

}  // namespace
}  // namespace talus::test_implicit_euler
