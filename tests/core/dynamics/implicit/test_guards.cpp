// What both guards let bodies do, in between as well: exact predicates on the way from start to end, for
// bodies of any form, of sizes from 1e-3 to 1e3, at gaps down to rounding and far from the origin.
#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/certificate/motion_guard.h"
#include "dynamics/certificate/passing_guard.h"
#include "dynamics/certificate/surface_check.h"
#include "passing_scenes.h"
#include "shapes/bumped_sphere.h"

namespace talus::test_guards {
namespace {

constexpr int moments = 24;  // of a motion

Vec3 vectorOf(const KeyedRandom& random) {
  return {random[0].between(), random[1].between(), random[2].between()};
}

std::vector<BodyShape> shapesOfAllKinds() {
  Context context;
  return {
      makeBodyShape("grain", makeConvexGrain({.vertices = 24}, context), context),
      dynamics::cuboid({1, 0.01, 0.01}, "needle"),
      dynamics::cuboid({1, 0.8, 0.001}, "plate"),
      makeBodyShape("ring", makeSolid(Solid::Torus, {.tubeDiameter = 0.2, .segments = 12}, context), context),
      makeBodyShape("rock", makeBumpedSphere({.bumpiness = 2, .triangles = 80}, context), context),
      makeBodyShape("capsule", makeSolid(Solid::Capsule, {.height = 2, .segments = 8}, context), context)};
}

/// Two bodies of random shapes and sizes near each other, and where they want to go.
class Encounter {
 public:
  static constexpr double removal = 1;  // time at which both are removed, s

  explicit Encounter(const KeyedRandom& random) : scene_(sceneOf(random)), inertia_(scene_) {
    Context context;
    for (const BodyShape& shape : scene_.shapes) {
      context.beginStage(1, 2 * static_cast<std::int64_t>(shape.mesh.triangleCount()));
      library_.add(shape.mesh, shape.name, context, shape.offset);
      double extent = 0;
      for (Index p = 0; p < static_cast<Index>(shape.mesh.pointCount()); ++p)
        extent = std::max(extent, shape.mesh.point(p).norm());
      const std::size_t i = guarded_.size();
      const double scale = scene_.bodies.scale[i];
      guarded_.push_back({static_cast<Index>(i), scale, (1 + 1e-12) * scale * extent, removal});
    }
    start_ = inertia_.stateOf(scene_.bodies);
    bringNear(random[20]);
    target_ = start_;
    const double size = std::min(guarded_[0].extent, guarded_[1].extent);
    const double way = size * std::pow(10.0, -3 + 4 * random[21].value()), turn = 3 * random[22].value();
    for (std::size_t i = 0; i < 2; ++i) {
      target_.position[i] += way * vectorOf(random[30 + static_cast<std::int64_t>(i)]);
      const Quaternion by = rotationBy(turn * vectorOf(random[40 + static_cast<std::int64_t>(i)]));
      target_.orientation[i] = (by * start_.orientation[i]).normalised();
    }
  }

  /// In place of the first aim: both bodies turn and move as one, and little beside each other.
  void aimTogether(const KeyedRandom& random) {
    const double size = std::min(guarded_[0].extent, guarded_[1].extent);
    const double apart = size * std::pow(10.0, -9 + 7 * random[0].value());
    const Quaternion together = rotationBy(random[1].value() * vectorOf(random[2]));
    const Vec3 way = size * vectorOf(random[3]), middle = 0.5 * (start_.position[0] + start_.position[1]);
    for (std::size_t i = 0; i < 2; ++i) {
      const auto n = static_cast<std::int64_t>(i);
      const Quaternion by = rotationBy(apart / guarded_[i].extent * vectorOf(random[4 + n]));
      target_.position[i] =
          middle + way + together.rotate(start_.position[i] - middle) + apart * vectorOf(random[6 + n]);
      target_.orientation[i] = (by * together * start_.orientation[i]).normalised();
    }
  }

  const BodyState& start() const { return start_; }
  const BodyState& target() const { return target_; }
  template <class Guard>
  Guard guard() const {
    return Guard(library_, inertia_, guarded_);
  }
  CertifiedBody startOf(std::size_t i) const { return placed(start_, i); }
  bool startsApart() const { return gap().length > 0; }
  /// Whether the bodies share a point at one of some moments of the motion to a state.
  bool meetsOnTheWayTo(const BodyState& end) const { return meetsBetween(start_, end, moments); }
  bool meetsBetween(const BodyState& start, const BodyState& end, int times) const {
    SurfaceCheck check;
    BodyState now = start;
    for (int k = 1; k <= times; ++k) {
      for (std::size_t i = 0; i < 2; ++i)
        takePart(start, stepMotion(start, end, i, guarded_[i].extent), static_cast<double>(k) / times, i,
                 now);
      if (k == times) now = end;
      const CertifiedBody a = placed(now, 0), b = placed(now, 1);
      if (check.meet(*a.geometry, a.pose, *b.geometry, b.pose)) return true;
    }
    return false;
  }
  /// In half of the cases the second body moves at the first one by a part of their gap, otherwise both move
  /// and turn by a part of their sizes, mostly towards the target.
  BodyState stepFrom(const BodyState& now, const KeyedRandom& random) const {
    BodyState next = now;
    if (random[0].value() < 0.5) {
      const CertifiedGap gap = gapIn(now);
      next.position[1] -= std::pow(10.0, -2 * random[1].value()) * gap.length * gap.normal;
      return next;
    }
    const double size = std::min(guarded_[0].extent, guarded_[1].extent);
    const double part = std::pow(10.0, -6 * random[1].value()), sign = random[2].value() < 0.8 ? 1 : -1;
    for (std::size_t i = 0; i < 2; ++i) {
      const auto n = static_cast<std::int64_t>(i);
      const Vec3 way =
          sign * (target_.position[i] - start_.position[i]) + 0.1 * size * vectorOf(random[3 + n]);
      next.position[i] += part * way;
      next.orientation[i] = (rotationBy(part * vectorOf(random[5 + n])) * now.orientation[i]).normalised();
    }
    return next;
  }
  NearBodies nearBodies() const { return NearBodies(library_, inertia_, guarded_); }
  BodyState after(std::span<const double> parts) const {
    BodyState end = start_;
    for (std::size_t i = 0; i < 2; ++i)
      takePart(start_, stepMotion(start_, target_, i, guarded_[i].extent), parts[i], i, end);
    return end;
  }

 private:
  static Scene sceneOf(const KeyedRandom& random) {
    static const std::vector<BodyShape> shapes = shapesOfAllKinds();
    Scene scene = passing::sceneOf(1e7);
    const Vec3 far = random[1].value() < 0.3 ? std::pow(10.0, 6 * random[2].value()) * vectorOf(random[3])
                                             : Vec3(Vec3::Zero());
    for (std::int64_t i = 0; i < 2; ++i) {
      const auto kind = static_cast<std::size_t>(static_cast<double>(shapes.size()) * random[4 + i].value());
      scene.shapes.push_back(shapes[kind]);
      scene.shapes.back().name += std::to_string(i);
      const double scale = random[6].value() < 0.5 ? 1 : std::pow(10.0, 3 * random[8 + i].between());
      passing::add(scene, {.id = i,
                           .shape = static_cast<Index>(i),
                           .position = far,
                           .orientation = rotationBy(3 * vectorOf(random[10 + i])),
                           .scale = scale});
    }
    return scene;
  }
  CertifiedBody placed(const BodyState& state, std::size_t i) const {
    return {&library_.geometry(static_cast<Index>(i)),
            {state.position[i], state.orientation[i].matrix(), guarded_[i].scale},
            guarded_[i].extent};
  }
  CertifiedGap gap() const { return gapIn(start_); }
  CertifiedGap gapIn(const BodyState& state) const {
    std::optional<FeaturePair> features;
    return GapFinder().find(placed(state, 0), placed(state, 1), features);
  }
  // Some times their sizes away at first, then to a gap of down to 1e-10 of the smaller one.
  void bringNear(const KeyedRandom& random) {
    const double both = guarded_[0].extent + guarded_[1].extent;
    const Vec3 direction = vectorOf(random).normalized();
    start_.position[1] = start_.position[0] + 1.5 * both * direction;
    const double wanted =
        std::min(guarded_[0].extent, guarded_[1].extent) * std::pow(10.0, -10 * random[5].value());
    for (int n = 0; n < 3; ++n) {
      const CertifiedGap now = gap();
      if (!(now.length > wanted)) return;
      start_.position[1] -= (now.length - wanted) * now.normal;
    }
  }

  Scene scene_;
  BodyInertia inertia_;
  ContactLibrary library_;
  std::vector<GuardedBody> guarded_;
  BodyState start_, target_;
};

constexpr int encounters = 500;

TEST(Guards, NothingMeetsOnTheWayOfConfinedSteps) {
  const KeyedRandom random(11);
  int held = 0, apart = 0;
  for (int n = 0; n < encounters; ++n) {
    const Encounter bodies(random[n]);
    if (!bodies.startsApart()) continue;
    ++apart;
    auto guard = bodies.guard<PassingGuard>();
    guard.begin(bodies.start());
    BodyState end = bodies.target();
    guard.confine(end, 0);
    held += end.position == bodies.target().position ? 0 : 1;
    ASSERT_FALSE(bodies.meetsOnTheWayTo(end)) << n;
  }
  EXPECT_GT(apart, encounters / 2);
  EXPECT_GT(held, encounters / 4);
}

// What is known of earlier steps is used again; some steps are taken back and tried with another motion.
TEST(Guards, NothingMeetsOnTheWayOfManyConfinedSteps) {
  constexpr int steps = 60, times = 4;
  const KeyedRandom random(16);
  int held = 0, apart = 0;
  for (int n = 0; n < encounters / 2; ++n) {
    const Encounter bodies(random[n]);
    if (!bodies.startsApart()) continue;
    ++apart;
    auto guard = bodies.guard<PassingGuard>();
    guard.forget();
    BodyState now = bodies.start();
    for (int k = 0; k < steps; ++k) {
      const KeyedRandom chance = random[n][100 + k];
      guard.begin(now);
      if (chance[50].value() < 0.2) {
        BodyState rejected = bodies.stepFrom(now, chance[60]);
        guard.confine(rejected, 0);
        guard.begin(now);
      }
      const BodyState wanted = bodies.stepFrom(now, chance);
      BodyState end = wanted;
      guard.confine(end, 0);
      guard.accept(end, 0);
      held += samePlaces(end, wanted) ? 0 : 1;
      ASSERT_FALSE(bodies.meetsBetween(now, end, times)) << n << ", step " << k;
      now = end;
    }
  }
  EXPECT_GT(apart, encounters / 4);
  EXPECT_GT(held, 10 * encounters);
}

TEST(Guards, ProveNoGapAnewWhileMotionsAreMuchShorter) {
  const KeyedRandom random(17);
  int proven = 0;
  for (int n = 0; n < encounters / 10; ++n) {
    const Encounter bodies(random[n]);
    if (!bodies.startsApart()) continue;
    NearBodies near = bodies.nearBodies();
    BodyState now = bodies.start();
    near.begin(now);
    const Vec3 direction = (now.position[1] - now.position[0]).normalized();
    const auto stepBy = [&](double length) {
      now.position[1] -= length * direction;
      return near.findClosing(now, 0).size();
    };
    const std::size_t first = stepBy(0);
    if (first == 0) continue;  // their boxes are apart
    const ClosingPair pair = near.pairs()[0];
    if (!(pair.freeWay() > 4 * pair.rounding)) continue;
    const double tenth = std::min(pair.freeWay() / 10, 1e-5 * bodies.startOf(1).extent);
    for (int k = 0; k < 9; ++k) {
      near.proceed(now);
      ASSERT_EQ(stepBy(tenth), 0u) << n << ", step " << k;
    }
    near.proceed(now);
    EXPECT_EQ(stepBy(pair.freeWay()), 1u) << n;
    ++proven;
  }
  EXPECT_GT(proven, encounters / 20);
}

// Times go back where a step is taken back.
TEST(Guards, ListThePairsOfBodiesThatAreThere) {
  const KeyedRandom random(18);
  int listed = 0;
  for (int n = 0; n < 20; ++n) {
    const Encounter bodies(random[n]);
    NearBodies near = bodies.nearBodies();
    near.begin(bodies.start());
    const auto pairsAt = [&](double part) {
      near.findClosing(bodies.start(), part * Encounter::removal);
      return near.pairs().size();
    };
    const std::size_t before = pairsAt(0.5);
    listed += before > 0 ? 1 : 0;
    EXPECT_EQ(pairsAt(1), 0u) << n;
    EXPECT_EQ(pairsAt(2), 0u) << n;
    EXPECT_EQ(pairsAt(0.9), before) << n;
  }
  EXPECT_GT(listed, 5);
}

TEST(Guards, NothingMeetsOnTheWayOfIterates) {
  const KeyedRandom random(12);
  int limited = 0, apart = 0;
  for (int n = 0; n < encounters; ++n) {
    const Encounter bodies(random[n]);
    if (!bodies.startsApart()) continue;
    ++apart;
    auto guard = bodies.guard<MotionGuard>();
    guard.begin(bodies.start());
    const auto parts = guard.allowedParts(bodies.target(), 0);
    ASSERT_EQ(parts.size(), 2u);
    limited += parts[0] < 1 ? 1 : 0;
    ASSERT_FALSE(bodies.meetsOnTheWayTo(bodies.after(parts))) << n;
  }
  EXPECT_GT(apart, encounters / 2);
  EXPECT_GT(limited, encounters / 8);
}

TEST(Guards, NothingMeetsOnTheWayOfBodiesThatTurnTogether) {
  const KeyedRandom random(14);
  int limited = 0, far = 0, apart = 0;
  for (int n = 0; n < encounters; ++n) {
    Encounter bodies(random[n]);
    if (!bodies.startsApart()) continue;
    ++apart;
    bodies.aimTogether(random[n][60]);
    auto guard = bodies.guard<MotionGuard>();
    guard.begin(bodies.start());
    const auto parts = guard.allowedParts(bodies.target(), 0);
    ASSERT_EQ(parts.size(), 2u);
    limited += parts[0] < 1 ? 1 : 0;
    far += parts[0] > 0.01 ? 1 : 0;
    ASSERT_FALSE(bodies.meetsOnTheWayTo(bodies.after(parts))) << n;
  }
  EXPECT_GT(apart, encounters / 2);
  EXPECT_GT(limited, encounters / 2);
  EXPECT_GT(far, encounters / 5);
}

// Far from each other nearly all of their triangles would be near.
TEST(Guards, OnePairOfPlanesDividesBodiesThatAreFarApart) {
  const KeyedRandom random(19);
  int whole = 0, parted = 0;
  for (int n = 0; n < encounters; ++n) {
    const Encounter bodies(random[n]);
    const CertifiedBody start[] = {bodies.startOf(0), bodies.startOf(1)};
    if (!bodies.startsApart() || (start[0].geometry->convex() && start[1].geometry->convex())) continue;
    auto near = bodies.nearBodies();
    near.begin(bodies.start());
    near.find(bodies.target(), 0);
    if (near.pairs().empty()) continue;
    NearBodies::Pair& pair = near.pairs()[0];
    if (!pair.closes(near.motion(0), near.motion(1), 1, 1)) continue;
    const CertifiedBody target[] = {near.certified(bodies.target(), 0), near.certified(bodies.target(), 1)};
    const StepMotion motions[] = {near.motion(0), near.motion(1)};
    PartedApproach found;
    DividingPlanes().find(pair, pair.triangles, start, target, motions, found);
    const double size = std::min(start[0].extent, start[1].extent);
    const bool far = gapAcross(start[0], start[1], pair.gap.normal) > 0.5 * pair.gap.length;
    if (far && pair.gap.length > 0.1 * size) {
      EXPECT_EQ(found.planes.size(), 1u) << n;
      EXPECT_TRUE(std::isinf(found.unplaned)) << n;
      ++whole;
    } else {
      ++parted;
    }
  }
  EXPECT_GT(whole, encounters / 20);
  EXPECT_GT(parted, encounters / 20);
}

TEST(Guards, KnowWhichBodiesAreFartherApart) {
  const KeyedRandom random(15);
  GapFinder finder;
  int farther = 0;
  for (int n = 0; n < encounters; ++n) {
    const Encounter bodies(random[n]);
    const CertifiedBody a = bodies.startOf(0), b = bodies.startOf(1);
    std::optional<FeaturePair> features;
    const double gap = finder.find(a, b, features).length;
    EXPECT_TRUE(finder.mayBeWithin(gap, a, b)) << n;
    EXPECT_TRUE(finder.mayBeWithin(1.5 * std::abs(gap), a, b)) << n;
    if (a.geometry->convex() != nullptr && b.geometry->convex() != nullptr) continue;
    const double below = 0.99 * gap - 2 * roundingOf(a, b);
    if (!(below > 0)) continue;
    EXPECT_FALSE(finder.mayBeWithin(below, a, b)) << n;
    ++farther;
  }
  EXPECT_GT(farther, encounters / 4);
}

// Ranks may have searched to other distances before.
TEST(Guards, NearestTrianglesDoNotDependOnEarlierSearches) {
  const KeyedRandom random(13);
  int near = 0, far = 0;
  for (int n = 0; n < encounters; ++n) {
    const Encounter bodies(random[n]);
    const CertifiedBody a = bodies.startOf(0), b = bodies.startOf(1);
    BodyPairSearch search;
    const double gap =
        search.nearest({&a.geometry->triangles(), a.pose}, {&b.geometry->triangles(), b.pose}).gap;
    const double size = std::min(a.extent, b.extent), rounding = roundingOf(a, b);
    const double reach = gap + size * (random[n][50].value() - 0.5) / 20;
    if (!(reach > 0) || std::abs(reach - gap) < 1e-3 * size) continue;
    NearTriangles fresh, used;
    for (const double earlier : {0.5 * reach, 0.9 * reach, 1.1 * reach}) used.within(earlier, a, b, search);
    const TriangleContact* const found = fresh.nearest(reach, a, b, search);
    const TriangleContact* const again = used.nearest(reach, a, b, search);
    ASSERT_EQ(found != nullptr, gap <= reach) << n;
    ASSERT_EQ(again != nullptr, found != nullptr) << n;
    ++(found != nullptr ? near : far);
    if (found == nullptr) continue;
    EXPECT_NEAR(found->gap, gap, rounding) << n;
    EXPECT_EQ(found->gap, again->gap) << n;
    EXPECT_EQ(found->triangleA, again->triangleA) << n;
    EXPECT_EQ(found->triangleB, again->triangleB) << n;
    EXPECT_EQ(found->normal, again->normal) << n;
  }
  EXPECT_GT(near, encounters / 4);
  EXPECT_GT(far, encounters / 16);
}

}  // namespace
}  // namespace talus::test_guards
