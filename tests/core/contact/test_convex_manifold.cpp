#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "contact/convex/convex_manifold.h"
#include "convex_brute_force.h"

namespace talus::test_convex_manifold {
namespace {

using brute::Dice;

ConvexBody cube() {
  return ConvexBody(shapes::box(Vec3::Constant(-0.5), Vec3::Constant(0.5)), "cube");
}

ConvexManifold touch(const ConvexBody& a, const Pose& p, const ConvexBody& b, const Pose& q, double reach) {
  return convexManifold(a, p, b, q, reach, facingFeatures(a, p, b, q));
}

double totalArea(const ConvexManifold& manifold) {
  double sum = 0;
  for (const ManifoldPoint& p : manifold.points) sum += p.area;
  return sum;
}

TEST(ConvexManifold, FaceOnFace) {
  const ConvexBody box = cube();
  for (const double gap : {0.01, 0.0, -0.02}) {
    const ConvexManifold m = touch(box, {}, box, {.position = {0.25, 0.5, 1 + gap}}, 0.02);
    ASSERT_EQ(m.points.size(), 4u);
    EXPECT_FALSE(m.fromClosest);
    EXPECT_LT((m.closest.normal - Vec3::UnitZ()).norm(), 1e-15);
    EXPECT_NEAR(totalArea(m), 0.75 * 0.5, 1e-15);
    for (const ManifoldPoint& p : m.points) {
      EXPECT_NEAR(p.gap, gap, 1e-15);
      EXPECT_NEAR(p.depth, 0.02 - gap, 1e-15);
      EXPECT_NEAR(p.position.z(), 0.5 + gap / 2, 1e-15);
      EXPECT_TRUE(std::abs(p.position.x() + 0.25) < 1e-15 || std::abs(p.position.x() - 0.5) < 1e-15);
      EXPECT_TRUE(std::abs(p.position.y() - 0.0) < 1e-15 || std::abs(p.position.y() - 0.5) < 1e-15);
    }
  }
}

TEST(ConvexManifold, TurnedFacesMeetInAnOctagon) {
  const ConvexBody box = cube();
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitZ()).toRotationMatrix();
  const ConvexManifold m = touch(box, {}, box, {.position = {0, 0, 0.99}, .rotation = turn}, 0);
  ASSERT_EQ(m.points.size(), 8u);
  EXPECT_NEAR(totalArea(m), 2 * (std::numbers::sqrt2 - 1), 1e-14);
  for (const ManifoldPoint& p : m.points) {
    EXPECT_EQ(p.features.a.kind, FeatureKind::Edge);
    EXPECT_EQ(p.features.b.kind, FeatureKind::Edge);
    EXPECT_NEAR(p.area, totalArea(m) / 8, 1e-14);
    EXPECT_NEAR(p.gap, -0.01, 1e-15);
  }
}

TEST(ConvexManifold, CrossedEdgesMeetInAPoint) {
  const ConvexBody box = cube();
  const auto about = [](double angle, const Vec3& axis) {
    return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
  };
  const double quarter = std::numbers::pi / 4;
  const Pose a{.rotation = about(quarter, Vec3::UnitY())};
  const Pose b{.position = {0, 0, std::numbers::sqrt2 - 0.01}, .rotation = about(quarter, Vec3::UnitX())};
  const ConvexManifold m = touch(box, a, box, b, 0.001);
  ASSERT_EQ(m.points.size(), 1u);
  EXPECT_FALSE(m.fromClosest);
  EXPECT_NEAR(m.points[0].gap, -0.01, 1e-14);
  EXPECT_EQ(m.points[0].features.a.kind, FeatureKind::Edge);
  EXPECT_EQ(m.points[0].features.b.kind, FeatureKind::Edge);
}

TEST(ConvexManifold, EdgeBesideEdgeHasTwoPoints) {
  const ConvexBody box = cube();
  const Pose beside{.position = {1.003, 1.004, 0.2}};
  const ConvexManifold m = touch(box, {}, box, beside, 0.0051);
  ASSERT_EQ(m.points.size(), 2u);
  for (const ManifoldPoint& p : m.points) EXPECT_NEAR(p.gap, 0.005, 1e-15);
  EXPECT_NEAR(std::abs(m.points[0].position.z() - m.points[1].position.z()), 0.8, 1e-15);
  EXPECT_TRUE(touch(box, {}, box, beside, 0.0049).points.empty());
}

TEST(ConvexManifold, TipToTip) {
  const ConvexBody diamond(shapes::octahedron(), "octahedron");
  const ConvexManifold m = touch(diamond, {}, diamond, {.position = {2.001, 0, 0}}, 0.002);
  ASSERT_EQ(m.points.size(), 1u);
  EXPECT_NEAR(m.points[0].gap, 0.001, 1e-15);
  EXPECT_LT((m.points[0].position - Vec3(1.0005, 0, 0)).norm(), 1e-15);
  EXPECT_EQ(m.points[0].features.a.kind, FeatureKind::Vertex);
  EXPECT_EQ(m.points[0].features.b.kind, FeatureKind::Vertex);
}

std::vector<ConvexBody> bodies() {
  Dice dice(7);
  std::vector<ConvexBody> list;
  list.emplace_back(shapes::tetrahedron(), "tetrahedron");
  list.push_back(cube());
  list.emplace_back(shapes::sphere(1), "sphere");
  list.emplace_back(shapes::box(Vec3(3, -1, -0.01), Vec3(5, 1, 0.01)), "plate");
  list.emplace_back(brute::grain(dice, 12, {1, 0.8, 0.6}), "grain");
  list.emplace_back(brute::grain(dice, 9, {1, 0.05, 0.05}), "sliver");
  return list;
}

// How far a point of the world lies outside a body.
double outside(const ConvexBody& body, const Pose& pose, const Vec3& x) {
  const Vec3 own = pose.toBody(x) - body.centre();
  double most = -1e300;
  for (const auto& f : body.faces()) most = std::max(most, f.normal.dot(own) - f.offset);
  return most * pose.scale;
}

struct Scene {
  const ConvexBody* a;
  const ConvexBody* b;
  Pose poseA, poseB;
  double size;
};

template <class Check>
void forRandomScenes(int count, const Check& check) {
  const std::vector<ConvexBody> list = bodies();
  Dice dice(23);
  for (int i = 0; i < count; ++i) {
    const ConvexBody& a = list[std::size_t(dice.below(int(list.size())))];
    const ConvexBody& b = list[std::size_t(dice.below(int(list.size())))];
    Scene scene{&a, &b, {dice.inCube(), dice.rotation()}, {Vec3::Zero(), dice.rotation(), 1.5}, 0};
    scene.size = a.radius() + 1.5 * b.radius();
    Pose& q = scene.poseB;
    q.position =
        scene.poseA.toWorld(a.centre()) + scene.size * dice.direction() - q.rotation * (1.5 * b.centre());
    // Move B along the normal, to where it overlaps a little or nearly does.
    const auto c = closestFeatures(a, scene.poseA, b, q, facingFeatures(a, scene.poseA, b, q));
    q.position -= (c.distance - dice.between(-0.03, 0.02) * scene.size) * c.normal;
    check(scene, i);
  }
}

TEST(ConvexManifold, NoContactIsMissed) {
  int several = 0, overlapping = 0, missed = 0, standIns = 0;
  forRandomScenes(3000, [&](const Scene& s, int i) {
    const double reach = 0.01 * s.size;
    const ConvexManifold m = touch(*s.a, s.poseA, *s.b, s.poseB, reach);
    const double d = m.closest.distance;
    if (d > reach) {
      EXPECT_TRUE(m.points.empty());
      return;
    }
    missed += m.points.empty();
    several += m.points.size() > 1;
    overlapping += m.closest.overlapping;
    standIns += m.closest.overlapping && m.fromClosest;
    double least = reach;
    for (const ManifoldPoint& p : m.points) {
      least = std::min(least, p.gap);
      EXPECT_GE(p.depth, 0);
      EXPECT_GE(p.area, -1e-15 * s.size * s.size);
      const Vec3 step = p.gap / 2 * m.closest.normal;
      EXPECT_LT(std::abs(outside(*s.a, s.poseA, p.position - step)), 1e-11 * s.size) << i;
      EXPECT_LT(std::abs(outside(*s.b, s.poseB, p.position + step)), 1e-11 * s.size) << i;
    }
    EXPECT_NEAR(least, d, 2e-9 * s.size) << i;
  });
  EXPECT_EQ(missed, 0);
  EXPECT_GT(overlapping, 1000);
  EXPECT_GT(several, 500);
  EXPECT_LT(standIns, overlapping / 100);
}

TEST(ConvexManifold, TheOtherWayRound) {
  forRandomScenes(1000, [&](const Scene& s, int i) {
    const double reach = 0.01 * s.size;
    const ConvexManifold m = touch(*s.a, s.poseA, *s.b, s.poseB, reach);
    const ConvexManifold n = touch(*s.b, s.poseB, *s.a, s.poseA, reach);
    ASSERT_EQ(m.points.size(), n.points.size()) << i;
    for (const ManifoldPoint& p : m.points) {
      const auto twin = std::find_if(n.points.begin(), n.points.end(), [&](const ManifoldPoint& q) {
        return p.features.a == q.features.b && p.features.b == q.features.a;
      });
      ASSERT_TRUE(twin != n.points.end()) << i;
      EXPECT_LT((p.position - twin->position).norm(), 1e-9 * s.size);
      EXPECT_NEAR(p.gap, twin->gap, 1e-9 * s.size);
      EXPECT_NEAR(p.area, twin->area, 1e-8 * s.size * s.size);
    }
  });
}

TEST(ConvexManifold, NamesLastWhileAGrainSlides) {
  const ConvexBody floor(shapes::box(Vec3(-5, -5, -1), Vec3(5, 5, 0)), "floor"), box = cube();
  FeaturePair last = facingFeatures(floor, {}, box, {.position = {0, 0, 0.5}});
  std::vector<FeaturePair> names;
  for (int i = 0; i < 500; ++i) {
    const double wobble = 1e-4 * std::sin(0.1 * i);
    const Pose pose{.position = {0.005 * i, 0.1, 0.4999},
                    .rotation = Eigen::AngleAxisd(wobble, Vec3(1, 2, 0).normalized()).toRotationMatrix()};
    const ConvexManifold m = convexManifold(floor, {}, box, pose, 0.001, last);
    last = m.closest.features;
    std::vector<FeaturePair> now;
    for (const ManifoldPoint& p : m.points) now.push_back(p.features);
    ASSERT_EQ(now.size(), 4u) << i;
    const auto byVertex = [](const FeaturePair& f, const FeaturePair& g) { return f.b.index < g.b.index; };
    std::sort(now.begin(), now.end(), byVertex);
    if (i > 0) {
      EXPECT_EQ(now, names) << i;
    }
    names = now;
  }
}

TEST(ConvexManifold, DoesNotDependOnTheTriangulation) {
  Dice dice(29);
  const ConvexBody coarse(shapes::unitBox(1), "box"), fine(shapes::unitBox(4), "box");
  int points = 0;
  for (int i = 0; i < 300; ++i) {
    const Pose p{dice.inCube(), dice.rotation()}, q{dice.inCube(), dice.rotation()};
    const ConvexManifold m = touch(coarse, p, coarse, q, 0.01), n = touch(fine, p, fine, q, 0.01);
    ASSERT_EQ(m.points.size(), n.points.size());
    for (std::size_t k = 0; k < m.points.size(); ++k, ++points) {
      EXPECT_EQ(m.points[k].position, n.points[k].position);
      EXPECT_EQ(m.points[k].features, n.points[k].features);
    }
  }
  EXPECT_GT(points, 100);
}

TEST(ConvexManifold, ScaleChangesLengthsOnly) {
  const ConvexBody box = cube();
  Dice dice(31);
  for (int i = 0; i < 100; ++i) {
    const Pose p{Vec3::Zero(), dice.rotation()}, q{dice.direction(), dice.rotation()};
    const ConvexManifold m = touch(box, p, box, q, 0.01);
    for (const double scale : {1e-6, 1e6}) {
      const ConvexManifold n = touch(box, {scale * p.position, p.rotation, scale}, box,
                                     {scale * q.position, q.rotation, scale}, scale * 0.01);
      ASSERT_EQ(m.points.size(), n.points.size());
      for (std::size_t k = 0; k < m.points.size(); ++k) {
        EXPECT_NEAR(n.points[k].gap, scale * m.points[k].gap, 1e-13 * scale);
        EXPECT_NEAR(n.points[k].area, scale * scale * m.points[k].area, 1e-12 * scale * scale);
        EXPECT_EQ(n.points[k].features, m.points[k].features);
      }
    }
  }
}

}  // namespace
}  // namespace talus::test_convex_manifold
