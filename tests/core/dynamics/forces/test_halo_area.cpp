// HaloArea and Barrier: forces are the derivative of the energy, and no work is gained on closed paths.
#include "dynamics/halo/halo_area.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "contact_simulation.h"
#include "dynamics/halo/convex_distance.h"
#include "geometry/distance/surface_distance.h"
#include "shapes/bumped_sphere.h"
#include "shapes/convex_grain.h"
#include "shapes/random.h"
#include "shapes/solid.h"

namespace talus::test_halo_area {
namespace {

using dynamics::cuboid;
using dynamics::Simulation;

BodyShape grain(std::uint64_t seed, int vertices = 20) {
  Context context;
  ConvexGrainOptions options;
  options.vertices = vertices;
  options.seed = seed;
  return makeBodyShape("grain", makeConvexGrain(options, context), context);
}

Vec3 randomDirection(const KeyedRandom& random) {
  for (std::int64_t i = 0;; ++i) {
    const Vec3 v(random[3 * i].between(), random[3 * i + 1].between(), random[3 * i + 2].between());
    if (v.norm() <= 1 && v.norm() > 0.1) return v.normalized();
  }
}

Quaternion randomTurn(const KeyedRandom& random) {
  return rotationBy(std::numbers::pi * random[99].value() * randomDirection(random));
}

// Two bodies of 1 kg, without damping and friction.
Scene elasticPair(const BodyShape& a, const BodyShape& b) {
  Scene scene = dynamics::sceneOf(a);
  scene.shapes.push_back(b);
  scene.shapes.back().name = "other";
  scene.materials[0].contact = {.restitution = 1, .friction = 0};
  scene.bodies.add({.id = 1, .shape = 1, .position = {10, 0, 0}});
  return scene;
}

// Forces and torques on both bodies agree with differences of the energy.
void expectDerivative(Simulation& run, double tolerance, int& contacts) {
  run.evaluate();
  if (run.contacts.statistics().points == 0) return;
  ++contacts;
  const Loads loads = run.loads;
  double scale = 0;
  for (std::size_t i = 0; i < 2; ++i) scale = std::max(scale, loads.force[i].norm());
  constexpr double h = 1e-7;
  const BodyState at = run.state;
  for (std::size_t i = 0; i < 2; ++i) {
    for (int axis = 0; axis < 6; ++axis) {
      double energy[2];
      for (int side = 0; side < 2; ++side) {
        const Vec3 move = (side == 0 ? -h : h) * Vec3::Unit(axis % 3);
        run.state = at;
        if (axis < 3)
          run.state.position[i] += move;
        else
          run.state.orientation[i] = rotationBy(move) * at.orientation[i];
        run.evaluate();
        energy[side] = run.contacts.potentialEnergy();
      }
      const double slope = -(energy[1] - energy[0]) / (2 * h);
      const double load = axis < 3 ? loads.force[i][axis] : loads.torque[i][axis - 3];
      EXPECT_NEAR(load, slope, tolerance * scale) << "body " << i << " axis " << axis;
    }
  }
  run.state = at;
}

// Places B so that the bodies' distance is about as wanted, by bisection along a direction.
void approach(Simulation& run, const Vec3& direction, double gap) {
  double low = 0, high = 10;
  const double halo = run.contacts.bodies().halo();
  const auto touches = [&run] {
    try {
      run.evaluate();
    } catch (const Error&) {  // Barrier has no force where bodies overlap
      return true;
    }
    return run.contacts.statistics().points > 0;
  };
  for (int i = 0; i < 50; ++i) {
    run.state.position[1] = 0.5 * (low + high) * direction;
    (touches() ? low : high) = 0.5 * (low + high);
  }
  run.state.position[1] = (low - (2 * halo - gap)) * direction;
}

TEST(ConvexDistance, IsThatOfTheSurface) {
  Context context;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const BodyShape shape = grain(seed, 30);
    const ConvexBody body(shape.mesh, "grain");
    const SurfaceDistance reference(shape.mesh.properTriangles());
    const KeyedRandom random(seed);
    for (int i = 0; i < 2000; ++i) {
      const Vec3 p =
          0.8 * Vec3(random[3 * i].between(), random[3 * i + 1].between(), random[3 * i + 2].between());
      const Feature start{FeatureKind::Vertex, static_cast<Index>(i % 20)};
      const ConvexDistance found = distanceTo(body, p - body.centre(), start);
      EXPECT_NEAR(std::abs(found.distance), reference.nearest(p).distance, 1e-13);
      const double further =
          distanceTo(body, p + 1e-6 * found.normal - body.centre(), found.feature).distance;
      EXPECT_NEAR(further - found.distance, 1e-6, 1e-9);
    }
  }
}

// Bodies that are not convex: bumpy ones, tori, corners.
BodyShape rock(std::uint64_t seed) {
  Context context;
  if (seed % 3 == 0) {
    SolidOptions torus;
    torus.segments = 16;
    return makeBodyShape("torus", makeSolid(Solid::Torus, torus, context), context);
  }
  BumpedSphereOptions options;
  options.seed = seed;
  options.triangles = seed % 3 == 1 ? 80 : 320;
  return makeBodyShape("rock", makeBumpedSphere(options, context), context);
}

TEST(SurfaceHalo, GapsAreThoseOfTheSurface) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const BodyShape shape = rock(seed);
    const SurfaceCells cells(shape.mesh);
    const SurfaceHalo halo(cells);
    const SurfaceDistance reference(shape.mesh.properTriangles());
    double area = 0, shares = 0;
    for (std::size_t t = 0; t < shape.mesh.triangleCount(); ++t) {
      const auto [a, b, c] = shape.mesh.corners(t);
      area += 0.5 * (b - a).cross(c - a).norm();
    }
    for (const double share : halo.vertexArea()) shares += share;
    EXPECT_NEAR(shares, area, 1e-12 * area);
    EXPECT_NEAR(halo.area(), area, 1e-12 * area);
    const KeyedRandom random(seed);
    for (int i = 0; i < 2000; ++i) {
      const Vec3 p =
          0.7 * Vec3(random[3 * i].between(), random[3 * i + 1].between(), random[3 * i + 2].between());
      const SurfaceGap gap = halo.distance().gapOf(p);
      EXPECT_NEAR(std::abs(gap.distance), reference.nearest(p).distance, 1e-14);
      EXPECT_EQ(gap.distance < 0, cells.holds(p));
      EXPECT_NEAR(halo.distance().gapOf(p + 1e-7 * gap.normal).distance - gap.distance, 1e-7, 1e-9);
    }
  }
}

class EdgePotential : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(HaloArea, EdgePotential, testing::Bool());

TEST_P(EdgePotential, HasItsDerivativeAsForces) {
  const KeyedRandom random(7);
  int acting = 0;
  for (std::int64_t i = 0; i < 4000; ++i) {
    const auto edge = [&](const KeyedRandom& r, const Vec3& side) {
      HaloEdge e;
      e.direction = randomDirection(r[1]);
      e.length = 0.5 + r[2].value();
      e.tail = -e.length * r[3].value() * e.direction;
      e.outward = (side - side.dot(e.direction) * e.direction).normalized();
      e.halfCosine = 0.3 + 0.6 * r[4].value();
      e.sharpness = 0.5;
      return e;
    };
    const HaloEdge a = edge(random[2 * i], Vec3::UnitZ());
    HaloEdge b = edge(random[2 * i + 1], -Vec3::UnitZ());
    b.tail += 0.3 * random[i][5].between() * Vec3::UnitZ();
    const double reach = 0.2;
    const EdgePress press{reach, 1.25 * reach, GetParam()};
    const EdgeAction action = edgeAction(a, b, press);
    if (action.area == 0) continue;
    const double scale = std::max(1.0, action.stiffness);
    ++acting;
    const double h = 1e-6;
    for (int axis = 0; axis < 6; ++axis) {
      const auto energyAt = [&](double by) {
        HaloEdge moved = b;
        const Vec3 move = by * Vec3::Unit(axis % 3);
        if (axis < 3) {
          moved.tail += move;
        } else {
          const Quaternion turn = rotationBy(move);
          moved.tail = action.point + turn.rotate(b.tail - action.point);
          moved.direction = turn.rotate(b.direction);
          moved.outward = turn.rotate(b.outward);
        }
        return edgeAction(a, moved, press).energy;
      };
      const double slope = -(energyAt(h) - energyAt(-h)) / (2 * h);
      const Vec3 force = action.force * action.normal + action.sideForce;
      EXPECT_NEAR(axis < 3 ? force[axis] : action.couple[axis - 3], slope, 2e-5 * reach * scale)
          << i << " " << axis;
    }
  }
  EXPECT_GT(acting, GetParam() ? 100 : 300);
}

class Potential : public testing::TestWithParam<ContactLawKind> {};
INSTANTIATE_TEST_SUITE_P(HaloArea, Potential,
                         testing::Values(ContactLawKind::HaloArea, ContactLawKind::Barrier));

TEST_P(Potential, ForcesAreItsDerivative) {
  int contacts = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const KeyedRandom random(seed);
    Simulation run(elasticPair(grain(seed, 12), seed % 3 == 0 ? cuboid({1, 0.7, 0.8}) : grain(seed + 100)),
                   {.law = GetParam(), .halo = 0.02});
    run.state.orientation[0] = randomTurn(random[1]);
    run.state.orientation[1] = randomTurn(random[2]);
    approach(run, randomDirection(random[3]), 0.001 + 0.03 * random[4].value());
    expectDerivative(run, 1e-4, contacts);
  }
  EXPECT_GE(contacts, 38);
}

TEST_P(Potential, ForcesOfAnyBodiesAreItsDerivative) {
  const double least = GetParam() == ContactLawKind::Barrier ? 0.002 : -0.03;  // else some overlap

  int contacts = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const KeyedRandom random(seed);
    Simulation run(elasticPair(rock(seed), seed % 2 == 0 ? cuboid({1, 0.7, 0.8}) : rock(seed + 100)),
                   {.law = GetParam(), .halo = 0.02});
    run.state.orientation[0] = randomTurn(random[1]);
    run.state.orientation[1] = randomTurn(random[2]);
    approach(run, randomDirection(random[3]), least + (0.03 - least) * random[4].value());
    expectDerivative(run, 2e-4, contacts);
  }
  EXPECT_GE(contacts, 28);
}

// Work of the forces along a closed path through contact, by Simpson's rule, over the work that goes in and
// out.
struct Work {
  double net = 0, path = 0;
};

// @param size of the path, m: no point moves farther than about 1.7 times that.
Work workAround(Simulation& run, const KeyedRandom& random, double size, int steps) {
  const BodyState start = run.state;
  Vec3 axes[2] = {0.4 * size * randomDirection(random[1]), 0.4 * size * randomDirection(random[2])};
  Vec3 turns[2] = {0.6 * size * randomDirection(random[3]), 0.6 * size * randomDirection(random[4])};
  Work work;
  const auto power = [&](double t) {  // dW/dt
    const double c = std::cos(t), s = std::sin(t);
    run.state = start;
    const Vec3 angle = (c - 1) * turns[0] + s * turns[1], turning = -s * turns[0] + c * turns[1];
    run.state.position[1] += (c - 1) * axes[0] + s * axes[1];
    run.state.orientation[1] = rotationBy(angle) * start.orientation[1];
    run.evaluate();
    // Angular velocity of exp(angle(t)): to second order in the angle.
    const Vec3 spin = turning + 0.5 * angle.cross(turning) + angle.cross(angle.cross(turning)) / 6;
    return run.loads.force[1].dot(-s * axes[0] + c * axes[1]) + run.loads.torque[1].dot(spin);
  };
  const double h = 2 * std::numbers::pi / steps;
  double last = power(0);
  for (int i = 0; i < steps; ++i) {
    const double middle = power((i + 0.5) * h), next = power((i + 1) * h);
    const double part = h / 6 * (last + 4 * middle + next);
    work.net += part;
    work.path += std::abs(part);
    last = next;
  }
  run.state = start;
  return work;
}

BodyShape ordinaryGrain(std::uint64_t seed) {
  return grain(seed);
}

double worstLoop(ContactLawKind law, const std::function<BodyShape(std::uint64_t)>& shapeOf) {
  double worst = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const KeyedRandom random(1000 + seed);
    Simulation run(elasticPair(shapeOf(seed), shapeOf(seed + 50)), {.law = law, .halo = 0.02});
    run.state.orientation[0] = randomTurn(random[1]);
    run.state.orientation[1] = randomTurn(random[2]);
    approach(run, randomDirection(random[3]), 0.02);
    const double halo = run.contacts.bodies().halo();
    const Work work = workAround(run, random[4], law == ContactLawKind::Barrier ? 0.5 * halo : halo, 1000);
    EXPECT_GT(work.path, 0);
    worst = std::max(worst, std::abs(work.net) / work.path);
  }
  return worst;
}

TEST_P(Potential, NoWorkOnClosedPaths) {
  EXPECT_LE(worstLoop(GetParam(), ordinaryGrain), 1e-4);
  EXPECT_LE(worstLoop(GetParam(), rock), 1e-4);
}

// What other laws cost, so that their documentation stays true: points come and go at once, normals jump.
TEST(OtherLaws, DoWorkOnClosedPaths) {
  const auto expectBetween = [](double least, double work, double most) {
    EXPECT_GT(work, least);
    EXPECT_LE(work, most);
  };
  expectBetween(0.1, worstLoop(ContactLawKind::HaloSpring, ordinaryGrain), 0.5);
  expectBetween(0.005, worstLoop(ContactLawKind::LinearSpringDashpot, ordinaryGrain), 0.02);
  expectBetween(0.005, worstLoop(ContactLawKind::HertzMindlin, ordinaryGrain), 0.02);
  expectBetween(0.05, worstLoop(ContactLawKind::LinearSpringDashpot, rock), 0.2);
  expectBetween(0.05, worstLoop(ContactLawKind::HertzMindlin, rock), 0.2);
}

// A law, and which part of its energy a grain may gain or lose in 50 elastic collisions.
struct Conserved {
  ContactLawKind law;
  double error;
};

class ElasticHalo : public testing::TestWithParam<Conserved> {};
INSTANTIATE_TEST_SUITE_P(HaloArea, ElasticHalo,
                         testing::Values(Conserved{ContactLawKind::HaloArea, 0.01},
                                         Conserved{ContactLawKind::Barrier, 0.01},
                                         Conserved{ContactLawKind::LinearSpringDashpot, 0.05},
                                         Conserved{ContactLawKind::HertzMindlin, 0.05}));

// A grain bounces 50 times between walls.
TEST_P(ElasticHalo, EnergyAfterFiftyCollisions) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const KeyedRandom random(seed);
    Scene scene = elasticPair(grain(seed), cuboid({4, 4, 1}));
    scene.materials[0].young = 1e5;
    scene.bodies.motion[1] = Motion::Fixed;
    scene.bodies.position[1] = Vec3(0, 0, -0.5);
    scene.bodies.add({.id = 2, .shape = 1, .position = Vec3(0, 0, 1.9), .motion = Motion::Fixed});
    scene.bodies.position[0] = Vec3(0, 0, 0.7);
    scene.bodies.orientation[0] = randomTurn(random);
    scene.bodies.velocity[0] = Vec3(0, 0, -0.5);
    scene.bodies.angularVelocity[0] = 0.3 * randomDirection(random[5]);
    Simulation run(scene, {.law = GetParam().law, .halo = 0.02});
    const double before = run.energy();
    int collisions = 0;
    bool touching = false;
    for (int i = 0; i < 300000 && collisions < 50; ++i) {
      run.step(run.stableStep());
      const bool now = run.contacts.statistics().points > 0;
      collisions += touching && !now ? 1 : 0;
      touching = now;
    }
    EXPECT_EQ(collisions, 50);
    EXPECT_NEAR(run.energy(), before, GetParam().error * before) << seed;
  }
}

}  // namespace
}  // namespace talus::test_halo_area
