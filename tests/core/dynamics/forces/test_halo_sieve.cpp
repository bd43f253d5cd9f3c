// What the sieve leaves out does nothing, also after motions that it allows for; instruction sets make no
// difference.
#include "dynamics/halo/halo_sieve.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <functional>

#include "contact_simulation.h"
#include "dynamics/halo/convex_distance.h"
#include "dynamics/halo/near_features.h"
#include "pair_poses.h"
#include "shapes/convex_grain.h"

namespace talus::test_halo_sieve {
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

// @param found vertices, ascending.
template <Of side>
int expectAllVertices(const Placed& p, const ConvexPair& pair, std::span<const Index> found) {
  const Shape& own = side == Of::A ? *p.a : *p.b;
  const Shape& others = side == Of::A ? *p.b : *p.a;
  const double scale = side == Of::A ? p.poseB.scale : p.poseA.scale;
  int near = 0;
  for (Index v = 0; v < static_cast<Index>(own.body.vertices().size()); ++v) {
    const Vec3 x = pair.toOwn<other(side)>(pair.toCommon<side>(own.body.vertex(v)));
    if (!(distanceTo(others.body, x, {FeatureKind::Vertex, 0}).distance * scale < p.reach)) continue;
    ++near;
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

using HasEdges = std::function<bool(Index ofA, Index ofB)>;

int expectAllEdges(const Placed& p, const ConvexPair& pair, const HasEdges& found) {
  int acting = 0;
  for (Index f = 0; f < static_cast<Index>(p.b->halo.edges.size()); ++f) {
    const HaloEdge second = placedEdge(pair, p.b->halo.edges[static_cast<std::size_t>(f)]);
    for (Index e = 0; e < static_cast<Index>(p.a->halo.edges.size()); ++e) {
      const EdgeAction action = edgeAction(p.a->halo.edges[static_cast<std::size_t>(e)], second,
                                           {p.reach / p.poseA.scale, p.reach / p.poseA.scale});
      if (action.area == 0) continue;
      ++acting;
      EXPECT_TRUE(found(e, f)) << "edges " << e << " " << f;
    }
  }
  return acting;
}

HasEdges edgesOf(const HaloSieve& sieve) {
  return [&sieve](Index e, Index f) {
    const auto ofB = sieve.edgesOfB();
    const auto at = std::lower_bound(ofB.begin(), ofB.end(), f);
    if (at == ofB.end() || *at != f) return false;
    const auto ofA = sieve.edgesOfA(static_cast<std::size_t>(at - ofB.begin()));
    return std::binary_search(ofA.begin(), ofA.end(), e);
  };
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
    vertices += expectAllVertices<Of::A>(p, pair, sieve.vertices<Of::A>()) +
                expectAllVertices<Of::B>(p, pair, sieve.vertices<Of::B>());
    edges += expectAllEdges(p, pair, edgesOf(sieve));
    for (std::size_t i = 0; i < sieve.edgesOfB().size(); ++i) pairs += sieve.edgesOfA(i).size();
    found += sieve.vertices<Of::A>().size() + sieve.vertices<Of::B>().size();
    there += p.a->body.vertices().size() + p.b->body.vertices().size();
  }
  EXPECT_GT(vertices, 300);
  EXPECT_GT(edges, 100);
  EXPECT_LT(found, there / 10);  // it does sieve
  EXPECT_LT(pairs, 2 * static_cast<std::size_t>(edges));
}

// Moves B by up to 0.03 of the reach, in part by a rotation.
Placed movedB(Placed p, pairs::Random& random) {
  const double way = random.uniform(0, 0.03) * p.reach, shift = random.uniform(0, 1) * way;
  p.poseB.position += shift * random.direction();
  const double angle = (way - shift) / (p.poseB.scale * p.b->body.radius());
  p.poseB.rotation = Eigen::AngleAxisd(angle, random.direction()) * p.poseB.rotation;
  return p;
}

TEST(NearFeatures, HoldWhileBodiesMoveLittle) {
  const std::vector<Shape> all = shapes();
  HaloSieve sieve;
  int covered = 0, left = 0, vertices = 0, edges = 0;
  for (unsigned seed = 1; seed <= placements; ++seed) {
    const Placed p = place(all, seed);
    const double reach = p.reach / p.poseA.scale;
    const ConvexPair pair(p.a->body, p.poseA, p.b->body, p.poseB);
    NearFeatures near;
    EXPECT_FALSE(near.cover(pair, reach));
    near.keep(pair, p.a->halo.sieve, p.b->halo.sieve, closestInPair(pair, p.closest.features), reach, sieve);
    EXPECT_FALSE(near.cover(pair, 1.01 * reach));
    pairs::Random random(seed);
    for (int i = 0; i < 12; ++i) {
      const Placed moved = movedB(p, random);
      const ConvexPair after(p.a->body, moved.poseA, p.b->body, moved.poseB);
      const bool holds = near.cover(after, reach);
      ++(holds ? covered : left);
      if (!holds) continue;
      vertices += expectAllVertices<Of::A>(moved, after, near.vertices<Of::A>()) +
                  expectAllVertices<Of::B>(moved, after, near.vertices<Of::B>());
      edges += expectAllEdges(moved, after, [&near](Index e, Index f) {
        return std::ranges::any_of(near.edges(), [&](const EdgePair& x) { return x.ofA == e && x.ofB == f; });
      });
    }
  }
  EXPECT_GT(std::min(covered, left), 500);
  EXPECT_GT(vertices, 1000);
  EXPECT_GT(edges, 300);
}

TEST(GapAlong, IsNoMoreThanTheDistance) {
  const std::vector<Shape> all = shapes();
  int parted = 0;
  for (unsigned seed = 1; seed <= placements; ++seed) {
    const Placed p = place(all, seed);
    const SievedBody a{&p.a->body, &p.a->halo.sieve, &p.poseA}, b{&p.b->body, &p.b->halo.sieve, &p.poseB};
    pairs::Random random(seed);
    for (int i = 0; i < 20; ++i) {
      const Vec3 axis =
          i == 0 ? p.closest.normal : (p.closest.normal + 0.3 * random.direction()).normalized();
      const double gap = gapAlong(axis, a, b).least;
      EXPECT_FALSE(gap > p.closest.distance) << seed;
      parted += gap > p.reach ? 1 : 0;
    }
    const bool small = p.a->body.vertices().size() < 100 && p.b->body.vertices().size() < 100;
    const double margin = 1e-5 * (p.poseA.position - p.poseB.position).norm() + 1e-4;
    if (small && p.closest.distance > p.reach + margin) {
      EXPECT_GT(gapAlong(p.closest.normal, a, b).least, p.reach) << seed;
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
}  // namespace talus::test_halo_sieve
