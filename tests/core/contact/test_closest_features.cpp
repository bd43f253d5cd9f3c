#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "base/error.h"
#include "contact/convex/closest_features.h"
#include "contact/convex/difference_hull.h"
#include "contact/convex/edge_over_face.h"
#include "convex_brute_force.h"
#include "shapes/convex_grain.h"

namespace talus::test_closest_features {
namespace {

using brute::Dice;

Pose at(const Vec3& position) {
  return {.position = position};
}

ConvexBody cube() {
  return ConvexBody(shapes::box(Vec3::Constant(-0.5), Vec3::Constant(0.5)), "cube");
}

std::vector<ConvexBody> smallBodies() {
  Dice dice(7);
  std::vector<ConvexBody> bodies;
  bodies.emplace_back(shapes::tetrahedron(), "tetrahedron");
  bodies.push_back(cube());
  bodies.emplace_back(shapes::octahedron(), "octahedron");
  bodies.emplace_back(shapes::sphere(1), "sphere");
  bodies.emplace_back(shapes::box(Vec3(3, -1, -0.01), Vec3(5, 1, 0.01)), "plate");
  bodies.emplace_back(brute::stretched(shapes::octahedron(), {1, 0.01, 0.02}), "needle");
  bodies.emplace_back(brute::grain(dice, 12, {1, 0.8, 0.6}), "grain");
  bodies.emplace_back(brute::grain(dice, 9, {1, 0.05, 0.05}), "sliver");
  return bodies;
}

// Distance and axis are right, and the points lie where they should.
void expectRight(const ConvexBody& a, const Pose& poseA, const ConvexBody& b, const Pose& poseB,
                 const ClosestFeatures& c, double size) {
  const brute::Pair pair(a, poseA, b, poseB);
  const double d = static_cast<double>(pair.signedDistance());
  ASSERT_NEAR(c.distance, d, 1e-13 * size);
  EXPECT_NEAR(c.normal.norm(), 1, 1e-14);
  EXPECT_LT((c.onB - c.onA - c.distance * c.normal).norm(), 1e-13 * size);
  const double coarse = 1e-15 * size / std::abs(d);  // the axis, next to a vertex: rounding over distance
  EXPECT_NEAR(static_cast<double>(pair.depthAlong(c.normal.cast<long double>())), -d,
              (1e-13 + coarse) * size);
}

// An edge along a side of a face misses it by rounding: its ends over the face say nothing. Flush stones of
// an arch got points of contact at a distance of 1e9 m.
TEST(ClosestFeatures, EdgesThatMissAFaceByRoundingStayWhereTheyAre) {
  const ConvexBody body = cube();
  for (const double slope : {0.0, 1e-25, -1e-25, 1e-17, -1e-17})
    for (const double x : {0.5, 0.5 + 1.2e-16, 0.5 - 1e-16})
      for (Index face = 0; face < 6; ++face) {
        const EdgeOverFace over(body, face, {{x, -0.5, 0.5}, {slope, 1, 0}, 1});
        EXPECT_LE(over.middle().cwiseAbs().maxCoeff(), 0.5 + 2e-16);
      }
}

TEST(ClosestFeatures, EdgesWhereClampingBothFails) {
  // Schinner 1995, figure 4.10: clamping both lengths at once gives (1,1,0) and (2,2,0).
  const Vec3 h1(1, 4, 0), t1(1, 1, 0), h2(3, 4, 0), t2(2, 2, 0);
  const Segment a{h1, (t1 - h1).normalized(), 3}, b{h2, (t2 - h2).normalized(), (t2 - h2).norm()};
  const SegmentPair p = nearestPoints(a, b);
  EXPECT_LT((a.at(p.s) - Vec3(1, 2, 0)).norm(), 1e-15);
  EXPECT_LT((b.at(p.t) - t2).norm(), 1e-15);
}

TEST(ClosestFeatures, SegmentsAgainstExtendedPrecision) {
  Dice dice(3);
  for (int i = 0; i < 20000; ++i) {
    const double bend = std::pow(10, dice.between(-16, 0));
    const Vec3 u = dice.direction(), v = (u + bend * dice.direction()).normalized();
    const Segment a{dice.inCube(), u, dice.between(0.1, 2)}, b{dice.inCube(), v, dice.between(0.1, 2)};
    const SegmentPair p = nearestPoints(a, b);
    using brute::Vec;
    const Vec at = a.tail.cast<long double>(), bt = b.tail.cast<long double>();
    const auto exact = brute::segmentDistance(at, at + Vec(u.cast<long double>()) * a.length, bt,
                                              bt + Vec(v.cast<long double>()) * b.length);
    EXPECT_NEAR((a.at(p.s) - b.at(p.t)).norm(), static_cast<double>(exact), 4e-14);
  }
}

TEST(ClosestFeatures, NineKindsOfPairs) {
  using enum FeatureKind;
  const ConvexBody box = cube(), diamond(shapes::octahedron(), "octahedron");
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitZ()).toRotationMatrix();
  const auto kinds = [&](const ConvexBody& a, const Pose& p, const ConvexBody& b, const Pose& q) {
    const ClosestFeatures c = closestFeatures(a, p, b, q, facingFeatures(a, p, b, q));
    EXPECT_NEAR(c.distance, double(brute::Pair(a, p, b, q).signedDistance()), 1e-15);
    return std::pair(c.features.a.kind, c.features.b.kind);
  };
  const Pose here;
  const Pose turned{.position = {2, 0, 0}, .rotation = turn};
  EXPECT_EQ(kinds(diamond, here, diamond, at({3, 0, 0})), std::pair(Vertex, Vertex));
  EXPECT_EQ(kinds(diamond, here, box, turned), std::pair(Vertex, Edge));
  EXPECT_EQ(kinds(box, turned, diamond, at({4, 0, 0})), std::pair(Edge, Vertex));
  EXPECT_EQ(kinds(diamond, here, box, at({2, 0, 0})), std::pair(Vertex, Face));
  EXPECT_EQ(kinds(box, here, diamond, at({2, 0, 0})), std::pair(Face, Vertex));
  EXPECT_EQ(kinds(box, here, box, at({2, 0, 0})), std::pair(Face, Face));
  EXPECT_EQ(kinds(box, here, box, turned), std::pair(Face, Edge));
  EXPECT_EQ(kinds(box, turned, box, at({4, 0, 0})), std::pair(Edge, Face));
  EXPECT_EQ(kinds(box, turned, box, {.position = {4, 0, 0}, .rotation = turn}), std::pair(Edge, Edge));
  const Eigen::Matrix3d lying = Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitY()).toRotationMatrix();
  EXPECT_EQ(kinds(box, turned, box, {.position = {4, 0, 0}, .rotation = lying}), std::pair(Edge, Edge));
}

TEST(ClosestFeatures, MiddleOfParallelFeatures) {
  const ConvexBody box = cube();
  for (const double gap : {0.5, 1e-3, 0.0, -0.25}) {
    const Pose other = at({1 + gap, 0.5, 0.25});
    const ClosestFeatures c = closestFeatures(box, {}, box, other, facingFeatures(box, {}, box, other));
    EXPECT_NEAR(c.distance, gap, 1e-15);
    EXPECT_EQ(c.overlapping, gap <= 0);
    EXPECT_LT((c.normal - Vec3::UnitX()).norm(), 1e-15);
    EXPECT_LT((c.onA - Vec3(0.5, 0.25, 0.125)).norm(), 1e-15);
    EXPECT_LT((c.onB - Vec3(0.5 + gap, 0.25, 0.125)).norm(), 1e-15);
    // Started there, it stays there.
    EXPECT_EQ(closestFeatures(box, {}, box, other, c.features).features, c.features);
  }
}

TEST(ClosestFeatures, AgreesWithBruteForce) {
  Dice dice(1);
  const auto bodies = smallBodies();
  int overlapping = 0;
  for (int i = 0; i < 2000; ++i) {
    const ConvexBody& a = bodies[std::size_t(dice.below(8))];
    const ConvexBody& b = bodies[std::size_t(dice.below(8))];
    const double size = a.radius() + b.radius();
    const Pose poseA{dice.inCube(), dice.rotation()};
    Pose poseB{poseA.toWorld(a.centre()), dice.rotation()};
    poseB.position += dice.between(0, 1.2) * size * dice.direction() - poseB.rotation * b.centre();
    const FeaturePair start{{FeatureKind::Face, 0}, {FeatureKind::Edge, 1}};
    const auto c = closestFeatures(a, poseA, b, poseB, i % 2 ? start : facingFeatures(a, poseA, b, poseB));
    overlapping += c.overlapping;
    expectRight(a, poseA, b, poseB, c, size);
    if (HasFatalFailure()) FAIL() << "pose " << i;
  }
  EXPECT_GT(overlapping, 300);
  EXPECT_LT(overlapping, 1700);
}

TEST(ClosestFeatures, GrainsOfManyCorners) {
  Dice dice(41);
  Context context;
  for (const int vertices : {42, 62}) {
    const ConvexBody grain(makeConvexGrain({.vertices = vertices}, context), "grain");
    for (int i = 0; i < 10; ++i) {
      const Pose poseA{dice.inCube(), dice.rotation()};
      const Pose poseB{poseA.position + dice.between(1.1, 2) * dice.direction(), dice.rotation(), 1.2};
      const auto c = closestFeatures(grain, poseA, grain, poseB, facingFeatures(grain, poseA, grain, poseB));
      EXPECT_NEAR(c.distance, double(brute::Pair(grain, poseA, grain, poseB).distance()), 1e-14);
    }
  }
  const ConvexBody grain(makeConvexGrain({.vertices = 42}, context), "grain");
  for (int i = 0; i < 20; ++i) {
    const Pose pose{dice.between(0.1, 0.8) * dice.direction(), dice.rotation()};
    const auto c = closestFeatures(grain, {}, grain, pose, facingFeatures(grain, {}, grain, pose));
    expectRight(grain, {}, grain, pose, c, 1);
  }
}

// Poses that nearly touch, made by moving B along the normal.
TEST(ClosestFeatures, NearlyTouching) {
  Dice dice(2);
  const auto bodies = smallBodies();
  for (int i = 0; i < 1500; ++i) {
    const ConvexBody& a = bodies[std::size_t(dice.below(8))];
    const ConvexBody& b = bodies[std::size_t(dice.below(8))];
    const double size = a.radius() + b.radius();
    Pose poseA, poseB{size * dice.direction(), dice.rotation()};
    const auto c = closestFeatures(a, poseA, b, poseB, facingFeatures(a, poseA, b, poseB));
    const double gap = std::pow(10, dice.between(-17, -2)) * (dice.below(2) ? size : -size);
    poseB.position -= (c.distance - gap) * c.normal;
    const auto d = closestFeatures(a, poseA, b, poseB, c.features);
    expectRight(a, poseA, b, poseB, d, size);
    if (HasFatalFailure()) FAIL() << "pose " << i << " gap " << gap;
    const auto fresh = closestFeatures(a, poseA, b, poseB, facingFeatures(a, poseA, b, poseB));
    EXPECT_NEAR(fresh.distance, d.distance, 1e-13 * size);
  }
}

// Lattice positions, right angles and equal orientations: faces in one plane, edges that cross, corners that
// coincide; some a few last bits beside that. Any features to start from.
TEST(ClosestFeatures, DegeneratePoses) {
  Dice dice(99);
  std::vector<ConvexBody> bodies = smallBodies();
  bodies.emplace_back(shapes::box(Vec3::Zero(), Vec3(1, 2, 0.25)), "plank");
  const auto rightAngle = [&] {
    const Vec3 axis = dice.below(2) ? Vec3::UnitX() : Vec3::UnitZ();
    return Eigen::AngleAxisd(dice.below(8) * std::numbers::pi / 4, axis).toRotationMatrix();
  };
  const auto anyFeature = [&] { return Feature{FeatureKind(dice.below(3)), Index(dice.below(4))}; };
  int touching = 0;
  for (int i = 0; i < 3000; ++i) {
    const ConvexBody& a = bodies[std::size_t(dice.below(9))];
    const ConvexBody& b = bodies[std::size_t(dice.below(9))];
    const Pose poseA{Vec3::Zero(), dice.below(2) ? rightAngle() : dice.rotation()};
    Pose poseB{Vec3(dice.below(9) - 4, dice.below(9) - 4, dice.below(9) - 4) / 4,
               dice.below(2) ? rightAngle() : poseA.rotation};
    if (dice.below(4) == 0) poseB.position += std::pow(10, dice.between(-17, -3)) * dice.direction();
    const FeaturePair facing = facingFeatures(a, poseA, b, poseB);
    const auto c =
        closestFeatures(a, poseA, b, poseB, dice.below(2) ? facing : FeaturePair{anyFeature(), anyFeature()});
    touching += std::abs(c.distance) < 1e-15;
    expectRight(a, poseA, b, poseB, c, 8);
    if (HasFailure()) FAIL() << "pose " << i;
  }
  EXPECT_GT(touching, 20);
}

TEST(ClosestFeatures, NestedBodies) {
  const ConvexBody big(brute::stretched(shapes::sphere(2), {2, 2, 2}), "big"), box = cube();
  Dice dice(5);
  for (int i = 0; i < 100; ++i) {
    const Pose pose{0.5 * dice.inCube(), dice.rotation(), 0.3};
    const auto c = closestFeatures(big, {}, box, pose, facingFeatures(big, {}, box, pose));
    EXPECT_TRUE(c.overlapping);
    expectRight(big, {}, box, pose, c, 3);
  }
}

TEST(ClosestFeatures, TrackingEqualsAFreshSearch) {
  Dice dice(11);
  std::vector<ConvexBody> bodies = smallBodies();
  bodies.emplace_back(shapes::sphere(3), "fine sphere");
  for (int i = 0; i < 20; ++i) {
    const ConvexBody& a = bodies[std::size_t(dice.below(9))];
    const ConvexBody& b = bodies[std::size_t(dice.below(9))];
    const double size = a.radius() + b.radius();
    const Vec3 axis = dice.direction(), turn = dice.direction(), way = dice.direction();
    FeaturePair last = facingFeatures(a, {}, b, at(size * way));
    for (int step = 0; step < 1000; ++step) {
      const double t = 0.005 * step;
      const Pose poseA{Vec3::Zero(), Eigen::AngleAxisd(t, axis).toRotationMatrix()};
      const Pose poseB{size * (1.0 + 0.6 * std::sin(3 * t)) * way - b.centre(),
                       Eigen::AngleAxisd(2 * t, turn).toRotationMatrix()};
      const auto tracked = closestFeatures(a, poseA, b, poseB, last);
      const auto fresh = closestFeatures(a, poseA, b, poseB, facingFeatures(a, poseA, b, poseB));
      ASSERT_NEAR(tracked.distance, fresh.distance, 1e-13 * size) << i << " step " << step;
      ASSERT_EQ(tracked.overlapping, fresh.overlapping);
      last = tracked.features;
    }
  }
}

TEST(ClosestFeatures, ScaleAndFarOffsets) {
  Dice dice(13);
  const ConvexBody a(brute::grain(dice, 10, {1, 0.7, 0.5}), "grain"), b = cube();
  for (int i = 0; i < 100; ++i) {
    const Pose poseA{Vec3::Zero(), dice.rotation()},
        poseB{dice.between(1, 2) * dice.direction(), dice.rotation()};
    const auto c = closestFeatures(a, poseA, b, poseB, facingFeatures(a, poseA, b, poseB));
    for (const double scale : {1e-6, 1e-3, 1e3, 1e6}) {
      const Pose scaledA{Vec3::Zero(), poseA.rotation, scale};
      const Pose scaledB{scale * poseB.position, poseB.rotation, scale};
      const auto d = closestFeatures(a, scaledA, b, scaledB, facingFeatures(a, scaledA, b, scaledB));
      EXPECT_NEAR(d.distance, scale * c.distance, 1e-14 * scale);
      EXPECT_EQ(d.features, c.features);
    }
    // Positions on a coarse lattice: the far pair is the same as the near one, exactly.
    const auto rounded = [](const Vec3& v) { return Vec3((v * 1024).array().round() / 1024); };
    const Vec3 far(1e9, -3e8, 5e8);
    Pose nearB = poseB, farA = poseA, farB = poseB;
    nearB.position = rounded(poseB.position);
    farA.position = far;
    farB.position = far + nearB.position;
    const auto near = closestFeatures(a, poseA, b, nearB, c.features);
    const auto there = closestFeatures(a, farA, b, farB, c.features);
    EXPECT_EQ(near.distance, there.distance);
    EXPECT_EQ(near.normal, there.normal);
    EXPECT_EQ(near.features, there.features);
  }
}

TEST(ClosestFeatures, DoesNotDependOnTheTriangulation) {
  Dice dice(17);
  const ConvexBody coarse(shapes::unitBox(1), "box"), fine(shapes::unitBox(4), "box");
  TriangleMesh turned = shapes::unitBox(3);
  std::swap(turned.b, turned.c);
  const ConvexBody inward(turned, "box");
  for (int i = 0; i < 300; ++i) {
    const Pose p{dice.inCube(), dice.rotation()}, q{dice.inCube(), dice.rotation()};
    const auto c = closestFeatures(coarse, p, coarse, q, facingFeatures(coarse, p, coarse, q));
    for (const ConvexBody* other : {&fine, &inward}) {
      const auto d = closestFeatures(*other, p, *other, q, facingFeatures(*other, p, *other, q));
      EXPECT_EQ(c.distance, d.distance);
      EXPECT_EQ(c.normal, d.normal);
      EXPECT_EQ(c.onA, d.onA);
      EXPECT_EQ(c.features, d.features);
    }
  }
}

// Schinner 1995, table 4.4: one body turns about x, the other about y; most calls end in the first cycle.
TEST(ClosestFeatures, MostCallsEndInOneCycle) {
  for (const int levels : {0, 1, 2, 3}) {
    const ConvexBody body(shapes::sphere(levels), "sphere");
    FeaturePair last = facingFeatures(body, {}, body, at({2.5, 0, 0}));
    int once = 0;
    constexpr int calls = 10000;
    for (int i = 0; i < calls; ++i) {
      const Pose a{Vec3::Zero(), Eigen::AngleAxisd(1e-3 * i, Vec3::UnitX()).toRotationMatrix()};
      const Pose b{{2.5, 0.1, 0.2}, Eigen::AngleAxisd(1e-3 * i, Vec3::UnitY()).toRotationMatrix()};
      const auto c = closestFeatures(body, a, body, b, last);
      once += c.cycles == 1;
      last = c.features;
    }
    EXPECT_GE(once, calls * 97 / 100) << body.vertices().size() << " vertices";
  }
}

}  // namespace
}  // namespace talus::test_closest_features
