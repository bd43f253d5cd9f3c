// Every integrator against closed forms with forces, and what all of them promise.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.h"
#include "base/parallel.h"
#include "dynamics/field/field_sum.h"
#include "dynamics/field/gravity.h"
#include "dynamics/field/wall_motions.h"
#include "dynamics/run/make_integrator.h"
#include "dynamics_scenes.h"

namespace talus::test_integrators {
namespace {

using dynamics::cuboid;
using dynamics::sceneOf;
using Method = IntegratorMethod;

const Method allMethods[] = {Method::VelocityVerlet,  Method::Suzuki4,         Method::ExplicitEuler,
                             Method::SymplecticEuler, Method::RungeKutta4,     Method::Gear,
                             Method::ImplicitEuler,   Method::MultiscalePicard};

/// A scene's bodies and their state.
struct Bench {
  explicit Bench(const Scene& scene) : inertia(scene), state(inertia.stateOf(scene.bodies)) {}
  BodyInertia inertia;
  BodyState state;
};

void run(Bench& bench, ForceField& field, Integrator& integrator, double dt, int steps, int first = 0) {
  for (int s = first; s < first + steps; ++s) integrator.step(bench.state, field, bench.inertia, s * dt, dt);
}

/// Springs that pull each body to the origin, with damping, and turn it back to its orientation: loads that
/// depend on all there is.
class Springs : public ForceField {
 public:
  Springs(double stiffness, double damping) : stiffness_(stiffness), damping_(damping) {}
  void evaluate(const BodyState& state, double /*time*/, Loads& loads) override {
    for (std::size_t i = 0; i < state.size(); ++i) {
      loads.force[i] -= stiffness_ * state.position[i] + damping_ * state.velocity[i];
      const Quaternion& q = state.orientation[i];
      loads.torque[i] -= torsion * Vec3(q.x, q.y, q.z) * q.w + 0.01 * damping_ * state.angularMomentum[i];
    }
  }
  double torsion = 0;

 private:
  double stiffness_, damping_;
};

/// The order seen between two runs of n and 2 n steps, each of which returns its error.
template <class Run>
double observedOrder(const Run& errorOf, int steps) {
  return std::log2(errorOf(steps) / errorOf(2 * steps));
}

struct Order {
  Method method;
  double conservative, damped;  ///< orders for forces that do not depend on velocities, and that do
  int steps;                    ///< coarser of two runs
};

class Orders : public testing::TestWithParam<Order> {};

const Order orders[] = {{Method::VelocityVerlet, 2, 2, 100}, {Method::Suzuki4, 4, 2, 40},
                        {Method::ExplicitEuler, 1, 1, 4000}, {Method::SymplecticEuler, 1, 1, 1000},
                        {Method::RungeKutta4, 4, 4, 40},     {Method::Gear, 5, 5, 80},
                        {Method::ImplicitEuler, 1, 1, 1000}, {Method::MultiscalePicard, 1, 1, 1000}};
INSTANTIATE_TEST_SUITE_P(Integrators, Orders, testing::ValuesIn(orders));

// x'' + 2 δ x' + x = 0 with mass 1.
double oscillatorError(Method method, int steps, double delta) {
  Scene scene = sceneOf(cuboid({1, 1, 1}));
  scene.bodies.position[0] = {1, 0, 0};
  scene.bodies.velocity[0] = {0, 1, 0};
  Bench bench(scene);
  Springs springs(1, 2 * delta);
  const double time = 3, rate = std::sqrt(1 - delta * delta), decay = std::exp(-delta * time);
  run(bench, springs, *makeIntegrator(method), time / steps, steps);
  const double c = std::cos(rate * time), s = std::sin(rate * time) / rate;
  return (bench.state.position[0] - decay * Vec3(c + delta * s, s, 0)).norm();
}

TEST_P(Orders, OfAnOscillator) {
  const auto error = [](int steps) { return oscillatorError(GetParam().method, steps, 0); };
  EXPECT_NEAR(observedOrder(error, GetParam().steps), GetParam().conservative, 0.2)
      << error(GetParam().steps);
}

TEST_P(Orders, OfADampedOscillator) {
  const auto error = [](int steps) { return oscillatorError(GetParam().method, steps, 0.3); };
  EXPECT_NEAR(observedOrder(error, GetParam().steps), GetParam().damped, 0.2) << error(GetParam().steps);
}

/// Pulls a point of each body's third axis along z: a top on its tip, or a magnet in a field.
class PulledTip : public ForceField {
 public:
  explicit PulledTip(double moment) : moment_(moment) {}
  void evaluate(const BodyState& state, double /*time*/, Loads& loads) override {
    for (std::size_t i = 0; i < state.size(); ++i)
      loads.torque[i] -= moment_ * state.orientation[i].rotate(Vec3::UnitZ()).cross(Vec3::UnitZ());
  }

 private:
  double moment_;
};

/// Steady precession of a symmetric top: tilt θ, precession Ω and spin ω₃ with I₁ Ω² cos θ − I₃ ω₃ Ω + P = 0.
/// Goldstein, Classical Mechanics, section 5.7.
double precessionError(Method method, int steps) {
  const double i1 = 0.2, i3 = 0.3, tilt = 0.6, precession = 1.5, moment = 2;
  const double spin = (i1 * precession * precession * std::cos(tilt) + moment) / (i3 * precession);
  const double ownTurn = spin - precession * std::cos(tilt);
  const auto orientation = [&](double t) {
    return rotationBy({0, 0, precession * t}) * rotationBy({tilt, 0, 0}) * rotationBy({0, 0, ownTurn * t});
  };
  Scene scene = sceneOf(cuboid(dynamics::edgesOf({i1, i1, i3})));
  scene.bodies.orientation[0] = orientation(0).normalised();
  scene.bodies.angularVelocity[0] = Vec3(0, 0, precession) + orientation(0).rotate({0, 0, ownTurn});
  Bench bench(scene);
  PulledTip field(moment);
  const double time = 2;
  run(bench, field, *makeIntegrator(method), time / steps, steps);
  const Quaternion off = bench.state.orientation[0] * orientation(time).conjugate();
  return 2 * Vec3(off.x, off.y, off.z).norm();
}

TEST_P(Orders, OfASpinningTopsPrecession) {
  const auto error = [](int steps) { return precessionError(GetParam().method, steps); };
  const int steps = 2 * GetParam().steps;
  EXPECT_NEAR(observedOrder(error, steps), GetParam().conservative, 0.2) << error(steps);
}

// Constant acceleration: exact for all of order 2 and more, off by ± g t dt / 2 for those of order 1.
TEST(Integrators, ThrowAsGalileoSays) {
  for (const Method method : allMethods) {
    Scene scene = sceneOf(cuboid({1, 1, 1}));
    scene.bodies.position[0] = {1, 2, 3};
    scene.bodies.velocity[0] = {4, 5, 6};
    Bench bench(scene);
    Gravity gravity({0, 0, -10}, bench.inertia);
    run(bench, gravity, *makeIntegrator(method), 0.125, 16);
    const double early = method == Method::ExplicitEuler ? 1
                         : method == Method::SymplecticEuler || method == Method::ImplicitEuler ||
                                 method == Method::MultiscalePicard
                             ? -1
                             : 0;
    const Vec3 expected(9, 12, 3 + 12 - 20 + early * 10 * 2 * 0.125 / 2);
    EXPECT_LT((bench.state.position[0] - expected).norm(), 1e-13) << static_cast<int>(method);
    EXPECT_LT((bench.state.velocity[0] - Vec3(4, 5, -14)).norm(), 1e-13) << static_cast<int>(method);
  }
}

/// Many bodies of two shapes, all different, with a drum among them.
Scene crowd(std::size_t count) {
  Scene scene = sceneOf(cuboid({1, 2, 3}), count);
  scene.shapes.push_back(cuboid({1, 1, 0.2}, "plate"));
  for (std::size_t i = 0; i < count; ++i) {
    const double a = static_cast<double>(i);
    Bodies& bodies = scene.bodies;
    bodies.shape[i] = static_cast<Index>(i % 2);
    bodies.mass[i] = 1 + 0.1 * static_cast<double>(i % 7);
    bodies.position[i] = {std::sin(a), std::cos(2 * a), std::sin(3 * a)};
    bodies.orientation[i] = rotationBy(bodies.position[i]);
    bodies.velocity[i] = {std::cos(a), std::sin(a), 0.5};
    bodies.angularVelocity[i] = {1, std::sin(a), 2 * std::cos(a)};
  }
  scene.bodies.motion[1] = Motion::Prescribed;
  scene.motions = {{{1}, RotationMotion{.centre = {1, 0, 0}, .angularSpeed = 2}}};
  return scene;
}

class EveryMethod : public testing::TestWithParam<Method> {};
INSTANTIATE_TEST_SUITE_P(Integrators, EveryMethod, testing::ValuesIn(allMethods));

TEST_P(EveryMethod, RestartsToTheBit) {
  const Scene scene = crowd(5);
  WallMotions walls(scene);
  Springs springs(3, 0.2);
  springs.torsion = 0.5;
  FieldSum field({&walls, &springs});
  Bench whole(scene), parts(scene);
  const auto once = makeIntegrator(GetParam());
  run(whole, field, *once, 0.01, 50);
  for (const int k : {1, 2, 17}) {
    parts.state = Bench(scene).state;
    const auto before = makeIntegrator(GetParam()), after = makeIntegrator(GetParam());
    run(parts, field, *before, 0.01, k);
    ByteWriter bytes;
    before->save(bytes);
    ByteReader reader(bytes.bytes());
    after->load(reader);
    EXPECT_TRUE(reader.atEnd());
    run(parts, field, *after, 0.01, 50 - k, k);
    EXPECT_EQ(parts.state, whole.state) << k;
  }
}

// A method that remembers must notice that others have changed what it remembers.
TEST_P(EveryMethod, StartsAnewWhenToldTo) {
  const Scene scene = crowd(3);
  Springs springs(3, 0.2);
  Bench fresh(scene), used(scene);
  const auto integrator = makeIntegrator(GetParam());
  run(used, springs, *integrator, 0.01, 3);
  used.state = fresh.state;
  integrator->forget();
  run(used, springs, *integrator, 0.01, 3);
  run(fresh, springs, *makeIntegrator(GetParam()), 0.01, 3);
  EXPECT_EQ(used.state, fresh.state);
}

TEST_P(EveryMethod, GivesTheSameBitsForEveryThreadCount) {
  const Scene scene = crowd(9000);
  const auto result = [&](int threads) {
    const ThreadLimit limit(threads);
    Bench bench(scene);
    WallMotions walls(scene);
    Springs springs(3, 0.2);
    Gravity gravity({0, 0, -9.81}, bench.inertia);
    FieldSum field({&walls, &springs, &gravity});
    run(bench, field, *makeIntegrator(GetParam()), 0.01, 5);
    return bench.state;
  };
  EXPECT_EQ(result(1), result(2));
}

// Remembers at which times it was asked, and what was accepted.
class Witness : public ForceField {
 public:
  void evaluate(const BodyState& state, double time, Loads& loads) override {
    evaluated.push_back(time);
    EXPECT_EQ(loads.size(), state.size());
    for (const Quaternion& q : state.orientation) EXPECT_TRUE(q.isUnit());
    loads.force[0] += Vec3(1, 0, 0);
    EXPECT_EQ(loads.force[0], Vec3(1, 0, 0));
  }
  void accept(const BodyState& state, double time) override {
    accepted.push_back(time);
    last = state;
  }
  std::vector<double> evaluated, accepted;
  BodyState last;
};

TEST_P(EveryMethod, AcceptsOnceAStepWhatItReturns) {
  Bench bench(crowd(3));
  Witness witness;
  const auto integrator = makeIntegrator(GetParam());
  int evaluations = 0;
  for (int s = 0; s < 4; ++s) {
    const StepReport report = integrator->step(bench.state, witness, bench.inertia, s, 1);
    EXPECT_TRUE(report.converged);
    evaluations += report.evaluations;
    EXPECT_EQ(witness.last, bench.state);
  }
  EXPECT_EQ(witness.accepted, (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(evaluations, static_cast<int>(witness.evaluated.size()));
}

TEST(Integrators, AskTheFieldAsOftenAsTheySay) {
  const auto evaluations = [](Method method) {
    Bench bench(crowd(3));
    Springs springs(1, 0);
    const auto integrator = makeIntegrator(method);
    const int first = integrator->step(bench.state, springs, bench.inertia, 0, 0.1).evaluations;
    return std::pair(first, integrator->step(bench.state, springs, bench.inertia, 0.1, 0.1).evaluations);
  };
  EXPECT_EQ(evaluations(Method::VelocityVerlet), std::pair(2, 1));
  EXPECT_EQ(evaluations(Method::Suzuki4), std::pair(6, 5));
  EXPECT_EQ(evaluations(Method::ExplicitEuler), std::pair(1, 1));
  EXPECT_EQ(evaluations(Method::SymplecticEuler), std::pair(1, 1));
  EXPECT_EQ(evaluations(Method::RungeKutta4), std::pair(4, 4));
  EXPECT_EQ(evaluations(Method::Gear), std::pair(22, 1));
}

// Walls stand where their motion says at the end of each step; fixed ones do not move, whatever pushes them.
TEST_P(EveryMethod, LeavesWallsToTheField) {
  Scene scene = crowd(3);
  scene.bodies.motion[2] = Motion::Fixed;
  Bench bench(scene);
  WallMotions walls(scene);
  Springs springs(3, 0.2);
  springs.torsion = 1;
  FieldSum field({&walls, &springs});
  run(bench, field, *makeIntegrator(GetParam()), 0.01, 10);
  const RigidMotion expected = walls.at(1, 9 * 0.01 + 0.01);
  EXPECT_EQ(bench.state.position[1], expected.position);
  EXPECT_EQ(bench.state.orientation[1], expected.orientation);
  EXPECT_EQ(bench.state.velocity[1], expected.velocity);
  EXPECT_EQ(bench.state.angularMomentum[1], Vec3(0, 0, 2));
  EXPECT_EQ(bench.state.position[2], scene.bodies.position[2]);
  EXPECT_EQ(bench.state.orientation[2], scene.bodies.orientation[2]);
  EXPECT_EQ(bench.state.velocity[2], Vec3::Zero());
}

// Changing the step midway keeps the order: nothing that is remembered is measured in steps.
TEST(Integrators, MayChangeTheStep) {
  for (const Method method : {Method::VelocityVerlet, Method::Suzuki4, Method::RungeKutta4, Method::Gear}) {
    Scene scene = sceneOf(cuboid({1, 1, 1}));
    scene.bodies.position[0] = {1, 0, 0};
    Bench bench(scene);
    Springs springs(1, 0);
    const auto integrator = makeIntegrator(method);
    double time = 0;
    for (int s = 0; s < 200; ++s) {
      const double dt = s % 50 < 25 ? 0.01 : 0.005;
      integrator->step(bench.state, springs, bench.inertia, time, dt);
      time += dt;
    }
    const double tolerance = method == Method::VelocityVerlet ? 2e-5 : 1e-8;
    EXPECT_NEAR(bench.state.position[0].x(), std::cos(time), tolerance) << static_cast<int>(method);
  }
}

TEST_P(EveryMethod, RefusesWhatCannotBeStepped) {
  const Bench sound(crowd(3));
  const double nan = std::nan("");
  const auto fault = [&](double dt, auto spoil) {
    Bench bench = sound;
    spoil(bench.state);
    const BodyState before = bench.state;
    Witness witness;
    try {
      makeIntegrator(GetParam())->step(bench.state, witness, bench.inertia, 0, dt);
    } catch (const Error& error) {
      EXPECT_TRUE(witness.evaluated.empty());
      EXPECT_FALSE(error.remedy().empty());
      return error.problem() + " @ " + error.where();
    }
    return std::string("none");
  };
  const auto nothing = [](BodyState&) {};
  EXPECT_EQ(fault(0, nothing), "The time step is 0 @ ");
  EXPECT_EQ(fault(-0.1, nothing), "The time step is -0.1 @ ");
  EXPECT_EQ(fault(nan, nothing), "The time step is nan @ ");
  EXPECT_EQ(fault(HUGE_VAL, nothing), "The time step is inf @ ");
  EXPECT_EQ(fault(1, [&](BodyState& s) { s.velocity[1].y() = nan; }),
            "The velocity is not finite @ bodies[1].velocity");
  EXPECT_EQ(fault(1, [&](BodyState& s) { s.position[2].x() = HUGE_VAL; }),
            "The position is not finite @ bodies[2].position");
  EXPECT_EQ(fault(1, [&](BodyState& s) { s.angularMomentum[0].x() = nan; }),
            "The angular momentum is not finite @ bodies[0].angularMomentum");
  EXPECT_EQ(fault(1,
                  [](BodyState& s) {
                    s.orientation[1] = {0, 0, 0, 0};
                  }),
            "The squared norm of the quaternion is 0 @ bodies[1].orientation");
  EXPECT_EQ(fault(1, [](BodyState& s) { s.resize(2); }), "There are 2 bodies, but masses of 3 @ ");
}

TEST_P(EveryMethod, RefusesMemoryThatIsCutOff) {
  Bench bench(crowd(3));
  Springs springs(1, 0);
  const auto integrator = makeIntegrator(GetParam());
  run(bench, springs, *integrator, 0.01, 2);
  ByteWriter bytes;
  integrator->save(bytes);
  if (bytes.bytes().empty()) return;  // remembers nothing
  ByteReader reader(std::span(bytes.bytes()).first(bytes.bytes().size() - 1));
  EXPECT_THROW(makeIntegrator(GetParam())->load(reader), Error);
}

TEST(Integrators, OfNoBodiesAreFine) {
  for (const Method method : allMethods) {
    Bench bench{Scene{}};
    Springs springs(1, 0);
    EXPECT_NO_THROW(run(bench, springs, *makeIntegrator(method), 0.1, 2));
  }
  EXPECT_THROW(makeIntegrator(static_cast<Method>(99)), Error);
}

}  // namespace
}  // namespace talus::test_integrators
