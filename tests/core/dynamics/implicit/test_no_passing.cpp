// No body passes through another: proven gaps, motion that is held back, frames that exact predicates check.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "dynamics/certificate/certified_gap.h"
#include "dynamics/certificate/passing_guard.h"
#include "dynamics/certificate/surface_check.h"
#include "dynamics/run/simulation.h"
#include "extended_body_distance.h"
#include "message_of.h"
#include "passing_checks.h"
#include "passing_scenes.h"

namespace talus::test_no_passing {
namespace {

using passing::Course, passing::expectApart, passing::follow;

constexpr double coarseStep = 5e-3;  // s: at 100 m/s half a metre

// Steps that nothing but the certificate limits.
SimulationOptions coarse(bool certify, ContactLawKind law = ContactLawKind::HaloArea) {
  SimulationOptions options;
  options.timeStep = coarseStep;
  options.moveLimit = 0;
  options.certify = certify;
  options.contacts.law = law;
  return options;
}

ContactGeometry geometryOf(const TriangleMesh& mesh) {
  Context context;
  context.beginStage(1, 2 * static_cast<std::int64_t>(mesh.triangleCount()));
  return {mesh, "shape", SurrogateOptions{}, context};
}

double extentOf(const TriangleMesh& mesh) {
  double extent = 0;
  for (Index p = 0; p < static_cast<Index>(mesh.pointCount()); ++p)
    extent = std::max(extent, mesh.point(p).norm());
  return extent;
}

// Against 113-bit arithmetic, at gaps down to rounding and far from the origin.
TEST(CertifiedGap, IsBelowTheDistanceAndNear) {
  Context context;
  const std::vector<TriangleMesh> meshes = {shapes::box({-1, -1, -1}, {1, 1, 1}), shapes::sphere(2),
                                            makeConvexGrain({.vertices = 24}, context),
                                            makeSolid(Solid::Torus, {.segments = 12}, context)};
  std::vector<ContactGeometry> prepared;
  prepared.reserve(meshes.size());
  for (const TriangleMesh& mesh : meshes) prepared.push_back(geometryOf(mesh));
  const KeyedRandom random(3);
  GapFinder finder;
  int divided = 0;
  for (int n = 0; n < 400; ++n) {
    const auto i = static_cast<std::size_t>(n) % meshes.size(),
               j = static_cast<std::size_t>(n) / 4 % meshes.size();
    const auto vector = [&](std::int64_t k) {
      return Vec3(random[n][k].between(), random[n][k + 1].between(), random[n][k + 2].between());
    };
    const double offset = n % 3 == 0 ? 1e3 : 0;
    CertifiedBody a{&prepared[i], {Vec3(offset, 0, 0), rotationBy(3 * vector(0)).matrix(), 0.5}, 0};
    CertifiedBody b{&prepared[j], {Vec3(offset + 5, 0, 0), rotationBy(3 * vector(3)).matrix(), 1.5}, 0};
    a.extent = a.pose.scale * extentOf(meshes[i]);
    b.extent = b.pose.scale * extentOf(meshes[j]);
    std::optional<FeaturePair> features;
    const CertifiedGap far = finder.find(a, b, features);
    const double wanted = std::pow(10.0, -n % 14);
    b.pose.position -= std::max(0.0, far.length - wanted) * far.normal;
    const CertifiedGap gap = finder.find(a, b, features);
    const double distance = extended::bodyDistance({meshes[i], a.pose}, {meshes[j], b.pose},
                                                   gap.normal.isZero() ? Vec3(1, 0, 0) : gap.normal);
    EXPECT_LT(gap.length, distance) << n;
    EXPECT_GT(gap.length, 0.89 * distance - 2e-11 - 1e-13 * offset) << n;
    EXPECT_FALSE(gap.divided && (i == 3 || j == 3));
    divided += gap.divided ? 1 : 0;
  }
  EXPECT_GT(divided, 100);  // of 225
}

TEST(CertifiedGap, OverlapHasNone) {
  const TriangleMesh cube = shapes::unitBox();
  const ContactGeometry prepared = geometryOf(cube);
  GapFinder finder;
  for (const double shift : {0.0, 0.5, 1.0}) {  // the last ones touch
    std::optional<FeaturePair> features;
    EXPECT_LE(finder.find({&prepared, {}, 2}, {&prepared, {.position = {shift, 0, 0}}, 2}, features).length,
              0);
  }
}

// Planes that divided two bodies tell nothing once these have gone round each other.
TEST(PassingGuard, LooksAgainWherePlanesNoLongerDivide) {
  const passing::TwoCubes cubes;
  PassingGuard guard(cubes.library, cubes.inertia, cubes.guarded);
  BodyState state = cubes.start();
  state.position[1] = {1.5, 0, 0};
  guard.begin(state);
  state.position[1].x() = 0.9;  // near enough to be looked at
  guard.confine(state, 0);
  state.position[1] = {0.3, 1.2, 0};
  guard.begin(state);
  state.position[1] = {0.6, 0.7, 0};  // away along x, and into the other
  guard.confine(state, 0);
  EXPECT_GT(state.position[1].y(), 1);
}

// A wall and a cube approach each other: what the impulse that holds the cube back takes from its energy is
// lost, but for the work of the wall.
TEST(PassingGuard, CountsTheWorkOfWalls) {
  passing::TwoCubes cubes;
  cubes.scene.bodies.motion[0] = Motion::Fixed;
  const BodyInertia inertia(cubes.scene);
  PassingGuard guard(cubes.library, inertia, cubes.guarded);
  constexpr double dt = 0.025;
  BodyState state = inertia.stateOf(cubes.scene.bodies);
  state.position[1].x() = 1.1;
  state.velocity = {{2, 0, 0}, {-3, 0, 0}};
  const auto energy = [&] {
    return 0.5 * inertia.mass(1) * state.velocity[1].squaredNorm() +
           0.5 * state.angularMomentum[1].dot(inertia.angularVelocity(1, state));
  };
  const double before = energy();
  guard.begin(state);
  for (std::size_t i = 0; i < 2; ++i) state.position[i] += dt * state.velocity[i];
  guard.confine(state, dt);
  guard.accept(state, dt);
  EXPECT_GT(guard.wallWork(), 1);
  EXPECT_NEAR(energy(), before + guard.wallWork() - guard.dissipated(), 1e-12 * before);
}

// A force speeds a cube up on its way to a wall. What it does beyond the part of the way that is carried out
// is taken back.
TEST(PassingGuard, CountsTheWorkOfForcesAlongThePartThatIsCarriedOut) {
  passing::TwoCubes cubes;
  cubes.scene.bodies.motion[0] = Motion::Fixed;
  const BodyInertia inertia(cubes.scene);
  PassingGuard guard(cubes.library, inertia, cubes.guarded);
  BodyState state = inertia.stateOf(cubes.scene.bodies);
  state.position[1].x() = 1.1;
  state.velocity[1] = {-3, 2, 0};
  const auto energy = [&] { return inertia.kineticEnergy(1, state); };
  const double before = energy();
  guard.begin(state);
  constexpr double way = 0.4;
  state.position[1].x() -= way;
  state.velocity[1] = {-3.5, 2.5, 0};
  const double work = energy() - before;
  guard.confine(state, 0.1);
  const double part = (1.1 - state.position[1].x()) / way;
  ASSERT_GT(part, 0.1);
  ASSERT_LT(part, 0.25);
  guard.accept(state, 0.1);
  guard.settle(state, [](std::size_t) { return 0.0; });
  EXPECT_GT(guard.dissipated(), 1);
  EXPECT_NEAR(energy(), before + part * work - guard.dissipated(), 1e-12 * before);
}

TEST(SurfaceCheck, IsExact) {
  const ContactGeometry cube = geometryOf(shapes::unitBox());
  const ContactGeometry hollow = geometryOf([] {
    Context context;
    return makeContainer({.kind = Container::Drum, .placement = {.size = 4}, .opening = 0}, context);
  }());
  SurfaceCheck check;
  const auto meets = [&](const ContactGeometry& a, const Vec3& place, double scale) {
    return check.meet(a, {}, cube, {.position = place, .scale = scale});
  };
  EXPECT_TRUE(meets(cube, {1, 0, 0}, 1));  // faces touch
  EXPECT_TRUE(meets(cube, {1, 1, 1}, 1));  // corners do
  EXPECT_FALSE(meets(cube, {1 + 1e-12, 0, 0}, 1));
  EXPECT_TRUE(meets(cube, {0.5, 0.5, 0.5}, 0.1));  // one within the other
  EXPECT_FALSE(meets(hollow, Vec3::Zero(), 1));
}

class PassingOfEveryLaw : public testing::TestWithParam<ContactLawKind> {};
INSTANTIATE_TEST_SUITE_P(Passing, PassingOfEveryLaw,
                         testing::Values(ContactLawKind::HaloArea, ContactLawKind::HaloSpring,
                                         ContactLawKind::LinearSpringDashpot, ContactLawKind::HertzMindlin));

TEST_P(PassingOfEveryLaw, APlateAtAHundredMetresASecondStopsAtAThinWall) {
  for (const bool certify : {false, true}) {
    Context context;
    Simulation run(passing::plateAtWall(0.002, 100, 1e7), coarse(certify, GetParam()), context);
    const Course course = follow(run, 8, coarseStep);
    EXPECT_EQ(run.state().position[1].z() > 0, certify);
    if (!certify) continue;
    expectApart(course);
    EXPECT_GT(course.held, 0);
  }
}

class PassingOfEveryIntegrator : public testing::TestWithParam<IntegratorMethod> {};
INSTANTIATE_TEST_SUITE_P(Passing, PassingOfEveryIntegrator,
                         testing::Values(IntegratorMethod::VelocityVerlet, IntegratorMethod::Suzuki4,
                                         IntegratorMethod::SymplecticEuler, IntegratorMethod::ExplicitEuler,
                                         IntegratorMethod::RungeKutta4, IntegratorMethod::Gear,
                                         IntegratorMethod::ImplicitEuler,
                                         IntegratorMethod::MultiscalePicard));

TEST_P(PassingOfEveryIntegrator, APlateStopsAtAThinWall) {
  Context context;
  SimulationOptions options = coarse(true);
  options.integrator = GetParam();
  Simulation run(passing::plateAtWall(0.002, 100, 1e7), options, context);
  expectApart(follow(run, 8, coarseStep));
  EXPECT_GT(run.state().position[1].z(), 0);
}

TEST(Passing, NoSpeedModulusOrThicknessLetsAPlateThrough) {
  for (const double speed : {1.0, 10.0, 100.0, 1000.0})
    for (const double young : {1e5, 1e7, 1e9, 1e11})
      for (const double thickness : {1e-4, 1e-3, 1e-2}) {
        SCOPED_TRACE(testing::Message() << speed << " m/s, " << young << " Pa, " << thickness << " m");
        Context context;
        SimulationOptions options = coarse(true);
        options.timeStep = 0.05 / speed;
        Simulation run(passing::plateAtWall(thickness, speed, young), options, context);
        expectApart(follow(run, 4, 0.2 / speed));
        EXPECT_GT(run.state().position[1].z(), 0);
      }
}

// The default options, in which steps are short enough but the law too soft.
TEST(Passing, AFastGrainStaysInAThinDrum) {
  for (const bool certify : {false, true}) {
    Context context;
    SimulationOptions options = coarse(certify);
    options.timeStep = 1e-3;
    Simulation run(passing::grainInDrum(50), options, context);
    const Course course = follow(run, 10, 0.01);
    const Vec3& place = run.state().position[1];
    EXPECT_EQ(Vec3(place.x(), 0, place.z()).norm() < 0.25 && std::abs(place.y()) < 0.3, certify);
    if (certify) expectApart(course);
  }
}

TEST(Passing, ALidDoesNotSinkIntoSoftGrains) {
  for (const bool certify : {false, true}) {
    Context context;
    SimulationOptions options;
    options.certify = certify;
    options.moveLimit = 0.5;
    Simulation run(passing::lidOnGrains(1e4), options, context);
    const Course course = follow(run, 10, 0.02);
    std::int64_t meeting = 0;
    for (std::size_t i = 2; i < run.state().size(); ++i) meeting += run.state().position[i].z() < 0;
    EXPECT_EQ(meeting > 0, !certify);
    if (certify) expectApart(course);
  }
}

TEST(Passing, LinksOfAChainStayLinked) {
  Context context;
  SimulationOptions options;
  options.certify = true;
  options.moveLimit = 0.5;
  Simulation run(passing::chain(8, 1e6), options, context);
  expectApart(follow(run, 10, 0.05));
  for (std::size_t i = 1; i < run.state().size(); ++i)
    EXPECT_LT((run.state().position[i] - run.state().position[i - 1]).norm(), 0.1) << i;
}

// Nothing but contact acts: what both lose together is nothing but energy.
TEST(Passing, HoldingBackKeepsMomentum) {
  Context context;
  Scene scene = passing::plateAtWall(0.002, 100, 1e5);
  scene.bodies.motion[0] = Motion::Dynamic;
  scene.bodies.velocity[0] = {0, 3, 20};
  Simulation run(scene, coarse(true), context);
  const FrameStatistics before = run.statistics();
  const Course course = follow(run, 6, coarseStep);
  const FrameStatistics after = run.statistics();
  expectApart(course);
  EXPECT_GT(course.held, 0);
  EXPECT_GT(after.dissipatedEnergy, 0);
  EXPECT_LE((after.momentum - before.momentum).norm(), 1e-12 * before.momentum.norm());
  EXPECT_LE((after.angularMomentum - before.angularMomentum).norm(), 1e-12 * before.momentum.norm());
}

// With stable steps, of a law that cannot stop the plate: what it cannot store is lost.
TEST(Passing, HoldingBackCreatesNoEnergy) {
  Context context;
  SimulationOptions options;
  options.certify = true;
  Simulation run(passing::plateAtWall(0.002, 30, 1e5), options, context);
  const double before = run.statistics().kineticEnergy;
  const Course course = follow(run, 30, 1e-3);
  expectApart(course);
  EXPECT_GT(course.held, 0);
  EXPECT_LE(course.growth, 3e-3 * before);
  const FrameStatistics& after = run.statistics();
  EXPECT_LE(after.kineticEnergy + after.elasticEnergy + after.dissipatedEnergy, 1.003 * before);
  EXPECT_LT(after.kineticEnergy, before);
}

// Links are held back while gravity and other links act on them. The energy does not oscillate by more than a
// step's work of contacts.
TEST(Passing, AHeldChainGainsNoEnergy) {
  for (const ContactLawKind law : {ContactLawKind::HaloArea, ContactLawKind::HertzMindlin})
    for (const double young : {1e5, 1e6}) {
      SCOPED_TRACE(young);
      Context context;
      Scene scene = passing::chain(8, young);
      SimulationOptions options;
      options.certify = true;
      options.contacts.law = law;
      Simulation run(scene, options, context);
      const double before = passing::energyOf(run.statistics());
      std::int64_t held = 0;
      double gained = 0, fallen = 0;
      const double height = run.statistics().potentialEnergy;
      for (int frame = 1; frame <= 40; ++frame) {
        const FrameStatistics& now = run.advanceTo(0.01 * frame, context);
        held += now.held;
        gained = std::max(gained, passing::energyOf(now) - before);
        fallen = std::max(fallen, height - now.potentialEnergy);
      }
      EXPECT_GT(held, 100);
      EXPECT_GT(fallen, 0.1 * std::abs(height));
      EXPECT_LE(gained, 1e-3 * fallen);
    }
}

// What is not near anything goes where it would have gone, to the bit.
TEST(Passing, OthersAreNotHeldBack) {
  const auto farAway = [](bool certify) {
    Context context;
    Scene scene = passing::plateAtWall(0.002, 100, 1e7);
    passing::add(
        scene,
        {.id = 3, .shape = 1, .position = {50, 0, 0}, .velocity = {1, 2, 3}, .angularVelocity = {4, 5, 6}});
    Simulation run(scene, coarse(certify), context);
    follow(run, 8, coarseStep);
    return std::pair(run.state().position[2], run.state().orientation[2]);
  };
  EXPECT_EQ(farAway(true), farAway(false));
}

TEST(Passing, AWallThatWouldCrushAGrainIsBlocked) {
  Context context;
  Simulation run(passing::press(1), coarse(true), context);
  const std::string message = messageOf([&] { follow(run, 20, coarseStep); });
  EXPECT_NE(message.find("cannot give way"), std::string::npos) << message;
  EXPECT_NE(message.find(" and 3"), std::string::npos) << message;
  EXPECT_EQ(run.statistics().meetingPairs, 0);
  EXPECT_GT(run.statistics().leastGap, 0);
}

// A body that can give way does: no law is too soft for that.
TEST(Passing, AWallPushesABodyThatIsFree) {
  for (const double speed : {1.0, 30.0, 300.0})
    for (const double young : {1e5, 1e9}) {
      SCOPED_TRACE(::testing::Message() << speed << " m/s, " << young << " Pa");
      Context context;
      SimulationOptions options;
      options.certify = true;
      Simulation run(passing::pushedPlate(speed, young), options, context);
      expectApart(follow(run, 30, 0.02 / speed));
      EXPECT_GT(run.state().position[1].z(), run.state().position[0].z());
      const FrameStatistics& after = run.statistics();
      const double gained = after.kineticEnergy + after.elasticEnergy + after.dissipatedEnergy;
      EXPECT_LE(gained, 1.03 * after.wallWork);  // the error of stable steps, for the harder plate
      EXPECT_GT(after.wallWork, 0);
    }
}

TEST(Passing, AStartThatOverlapsIsRefused) {
  Scene scene = passing::plateAtWall(0.002, 1, 1e7);
  scene.bodies.position[1] = Vec3::Zero();
  SimulationOptions options = coarse(true);
  const auto simulated = [&] {
    Context context;
    Simulation(scene, options, context);
  };
  EXPECT_EQ(messageOf(simulated), "");  // they are separated first
  options.initialOverlaps = OverlapRule::Keep;
  const std::string message = messageOf(simulated);
  EXPECT_NE(message.find("1 pair"), std::string::npos) << message;
  EXPECT_NE(message.find("1 and 2"), std::string::npos) << message;
}

TEST(Passing, CountsAllPairs) {
  Context context;
  Simulation run(passing::lidOnGrains(1e7), coarse(true), context);
  EXPECT_EQ(run.statistics().provenPairs, 19 * 18 / 2 + 19);
}

TEST(Passing, SameBitsForAnyThreadsAndFromASnapshot) {
  passing::expectSameBits(coarse(true), 4, [](const FrameStatistics& end) { EXPECT_GT(end.held, 0); });
}

TEST(Passing, NothingMeetsInRandomFlights) {
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    SCOPED_TRACE(seed);
    const double speed = std::pow(10.0, static_cast<double>(seed % 3));
    const double young = std::pow(10.0, 5 + static_cast<double>(seed % 7));
    Context context;
    SimulationOptions options = coarse(true);
    options.timeStep = 0.01 / speed;
    Simulation run(passing::randomFlight(seed, 18, speed, young), options, context);
    const Course course = follow(run, 5, 0.04 / speed);
    expectApart(course);
    EXPECT_GT(course.held, 0);
  }
}

}  // namespace
}  // namespace talus::test_no_passing
