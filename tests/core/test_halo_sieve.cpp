// What the sieve leaves out does nothing; instruction sets make no difference.
#include "dynamics/halo/halo_sieve.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>

#include "contact_simulation.h"
#include "dynamics/halo/convex_distance.h"
#include "pair_poses.h"
#include "shapes/convex_grain.h"

namespace talus {
namespace {

BodyShape grain(std::uint64_t seed, int vertices) {
  Context context;
  ConvexGrainOptions options;
  options.vertices = vertices;
  options.seed = seed;
  return makeBodyShape("grain" + std::to_string(seed), makeConvexGrain(options, context), context);
}

struct Shape {
  ConvexBody body;
  ConvexHalo halo;

  explicit Shape(const BodyShape& shape) : body(shape.mesh, shape.name), halo(body) {}
};

std::vector<Shape> shapes() {
  std::vector<Shape> all;
  for (const int vertices : {4, 12, 20, 60, 400}) all.emplace_back(grain(7, vertices));
  all.emplace_back(dynamics::cuboid({1, 0.5, 0.2}));
  all.emplace_back(dynamics::cuboid({30, 30, 1}));
  return all;
}

// Two bodies whose distance is somewhere from −reach to twice the reach.
struct Placed {
  const Shape *a, *b;
  Pose poseA, poseB;
  double reach;
  ClosestFeatures closest;  // in the world
};

Placed place(const std::vector<Shape>& all, unsigned seed) {
  pairs::Random random(seed);
  Placed p{
      &all[random.below(all.size())], &all[random.below(all.size())], random.pose(), random.pose(), 0, {}};
  p.poseA.scale = random.uniform(0.5, 2);
  p.poseB.scale = random.uniform(0.5, 2);
  p.poseA.position *= seed % 5 == 0 ? 1e3 : 1;
  p.reach = random.uniform(0.001, 0.1);
  const Vec3 way = random.direction();
  double low = 0, high = 100;
  const double wanted = random.uniform(-1, 2) * p.reach;
  for (int i = 0; i < 60; ++i) {
    p.poseB.position = p.poseA.position + 0.5 * (low + high) * way;
    const FeaturePair start = facingFeatures(p.a->body, p.poseA, p.b->body, p.poseB);
    p.closest = closestFeatures(p.a->body, p.poseA, p.b->body, p.poseB, start);
    (p.closest.distance < wanted ? low : high) = 0.5 * (low + high);
  }
  return p;
}

constexpr unsigned placements = 300;

TEST(ClosestInPair, IsClosestFeaturesInTheFrameOfA) {
  const std::vector<Shape> all = shapes();
  for (unsigned seed = 1; seed <= placements; ++seed) {
    const Placed p = place(all, seed);
    const ConvexPair pair(p.a->body, p.poseA, p.b->body, p.poseB);
    const ClosestFeatures found = closestInPair(pair, p.closest.features);
    EXPECT_NEAR(found.distance * p.poseA.scale, p.closest.distance, 1e-12) << seed;
    EXPECT_LE((p.poseA.rotation * found.normal - p.closest.normal).norm(), 1e-9) << seed;
    EXPECT_LE((found.onB - found.onA - found.distance * found.normal).norm(), 1e-12 * pair.size()) << seed;
  }
}

template <Of side>
int expectAllVertices(const Placed& p, const ConvexPair& pair, const HaloSieve& sieve) {
  const Shape& own = side == Of::A ? *p.a : *p.b;
  const Shape& others = side == Of::A ? *p.b : *p.a;
  const double scale = side == Of::A ? p.poseB.scale : p.poseA.scale;
  int near = 0;
  for (Index v = 0; v < static_cast<Index>(own.body.vertices().size()); ++v) {
    const Vec3 x = pair.toOwn<other(side)>(pair.toCommon<side>(own.body.vertex(v)));
    if (!(distanceTo(others.body, x, {FeatureKind::Vertex, 0}).distance * scale < p.reach)) continue;
    ++near;
    const auto found = sieve.vertices<side>();
    EXPECT_TRUE(std::binary_search(found.begin(), found.end(), v)) << "vertex " << v;
  }
  return near;
}

HaloEdge placedEdge(const ConvexPair& pair, HaloEdge edge) {
  edge.tail = pair.toCommon<Of::B>(edge.tail);
  edge.direction = pair.turnedToCommon<Of::B>(edge.direction);
  edge.outward = pair.turnedToCommon<Of::B>(edge.outward);
  edge.length *= pair.scale<Of::B>();
  return edge;
}

int expectAllEdges(const Placed& p, const ConvexPair& pair, const HaloSieve& sieve) {
  int acting = 0;
  for (Index f = 0; f < static_cast<Index>(p.b->halo.edges.size()); ++f) {
    const HaloEdge second = placedEdge(pair, p.b->halo.edges[static_cast<std::size_t>(f)]);
    const auto ofB = sieve.edgesOfB();
    const auto at = std::lower_bound(ofB.begin(), ofB.end(), f);
    for (Index e = 0; e < static_cast<Index>(p.a->halo.edges.size()); ++e) {
      const EdgeAction action = edgeAction(p.a->halo.edges[static_cast<std::size_t>(e)], second,
                                           {p.reach / p.poseA.scale, p.reach / p.poseA.scale});
      if (action.area == 0) continue;
      ++acting;
      EXPECT_TRUE(at != ofB.end() && *at == f) << "edge " << f;
      if (at == ofB.end() || *at != f) continue;
      const auto ofA = sieve.edgesOfA(static_cast<std::size_t>(at - ofB.begin()));
      EXPECT_TRUE(std::binary_search(ofA.begin(), ofA.end(), e)) << "edges " << e << " " << f;
    }
  }
  return acting;
}

TEST(HaloSieve, LeavesOutNothingWithinReach) {
  const std::vector<Shape> all = shapes();
  HaloSieve sieve;
  int vertices = 0, edges = 0;
  std::size_t found = 0, there = 0, pairs = 0;
  for (unsigned seed = 1; seed <= placements; ++seed) {
    const Placed p = place(all, seed);
    if (!(p.closest.distance < p.reach)) continue;
    const ConvexPair pair(p.a->body, p.poseA, p.b->body, p.poseB);
    const ClosestFeatures closest = closestInPair(pair, p.closest.features);
    sieve.find(pair, p.a->halo.sieve, p.b->halo.sieve, closest, p.reach / p.poseA.scale);
    vertices += expectAllVertices<Of::A>(p, pair, sieve) + expectAllVertices<Of::B>(p, pair, sieve);
    edges += expectAllEdges(p, pair, sieve);
    for (std::size_t i = 0; i < sieve.edgesOfB().size(); ++i) pairs += sieve.edgesOfA(i).size();
    found += sieve.vertices<Of::A>().size() + sieve.vertices<Of::B>().size();
    there += p.a->body.vertices().size() + p.b->body.vertices().size();
  }
  EXPECT_GT(vertices, 300);
  EXPECT_GT(edges, 100);
  EXPECT_LT(found, there / 10);  // it does sieve
  EXPECT_LT(pairs, 2 * static_cast<std::size_t>(edges));
}

TEST(PartedAlong, IsTrueOnlyOfBodiesThatAreApart) {
  const std::vector<Shape> all = shapes();
  int parted = 0;
  for (unsigned seed = 1; seed <= placements; ++seed) {
    const Placed p = place(all, seed);
    const SievedBody a{&p.a->body, &p.a->halo.sieve, &p.poseA}, b{&p.b->body, &p.b->halo.sieve, &p.poseB};
    pairs::Random random(seed);
    for (int i = 0; i < 20; ++i) {
      const Vec3 axis =
          i == 0 ? p.closest.normal : (p.closest.normal + 0.3 * random.direction()).normalized();
      const bool apart = partedAlong(axis, a, b, p.reach);
      EXPECT_FALSE(apart && p.closest.distance < p.reach) << seed;
      parted += apart ? 1 : 0;
    }
    const bool small = p.a->body.vertices().size() < 100 && p.b->body.vertices().size() < 100;
    const double margin = 1e-5 * (p.poseA.position - p.poseB.position).norm() + 1e-4;
    if (small && p.closest.distance > p.reach + margin) {
      EXPECT_TRUE(partedAlong(p.closest.normal, a, b, p.reach)) << seed;
    }
  }
  EXPECT_GT(parted, 150);
}

// A heap's loads, with what is remembered from a step before.
TEST(HaloArea, SameBitsForEveryInstructionSet) {
  Scene scene;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) scene.shapes.push_back(grain(seed, 20));
  scene.materials = {{.name = "stone", .young = 1e6}};
  pairs::Random random(3);
  for (int n = 0; n < 125; ++n) {
    const Eigen::Quaterniond turn(random.rotation());
    scene.bodies.add({.id = n,
                      .shape = n % 4,
                      .position = 0.7 * Vec3(n % 5, n / 5 % 5, n / 25),
                      .orientation = Quaternion::from(turn)});
  }
  Loads first;
  int targets = 0;
  for (std::int64_t rest = hwy::SupportedTargets() & HWY_TARGETS; rest != 0; rest &= rest - 1) {
    const std::int64_t target = rest & -rest;
    hwy::SetSupportedTargetsForTest(target);
    dynamics::Simulation run(scene, {.halo = 0.02});
    run.contacts.accept(run.state, 0);
    for (Vec3& p : run.state.position) p *= 0.999;
    run.evaluate();
    EXPECT_GT(run.contacts.statistics().points, 200);
    if (targets == 0) first = run.loads;
    EXPECT_EQ(run.loads, first) << hwy::TargetName(target);
    ++targets;
  }
  hwy::SetSupportedTargetsForTest(0);
  EXPECT_GE(targets, 2);
}

}  // namespace
}  // namespace talus
