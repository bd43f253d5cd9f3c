#include "contact/overlap/separating_translation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <utility>

#include "contact/overlap/surface_intersection.h"
#include "contact/search/body_pair.h"
#include "contact/trees/contact_shape.h"
#include "convex_brute_force.h"

namespace talus::test_separating_translation {
namespace {

Pose at(const Vec3& position, double scale = 1) {
  return {position, Eigen::Matrix3d::Identity(), scale};
}

struct Body {
  SurfaceCells cells;
  ContactShape shape;

  explicit Body(const TriangleMesh& mesh, Context context = Context())
      : cells(mesh), shape(mesh, {}, context) {}
};

double separation(const Body& a, const Pose& poseA, const Body& b, const Pose& poseB, const Vec3& direction,
                  double estimate = 0, std::span<const Vec3> deep = {}) {
  const auto coordinate = [](const Body& body, const Pose& pose) {
    const Box& box = body.cells.bounds();
    return pose.scale * std::max(box.min().lpNorm<Eigen::Infinity>(), box.max().lpNorm<Eigen::Infinity>());
  };
  const double rounding = 1e-9 * std::max(coordinate(a, poseA), coordinate(b, poseB));
  BodyPairSearch search;
  std::vector<TrianglePair> near;
  return separatingTranslation(
      a.cells, poseA, b.cells, poseB, direction, estimate, deep, [&](const Pose& moved, double distance) {
        near.clear();
        search.findCandidates({&a.shape, poseA}, {&b.shape, moved}, distance + rounding, near);
        return std::span(std::as_const(near));
      });
}

SurfaceIntersection intersection(const Body& a, const Pose& poseA, const Body& b, const Pose& poseB) {
  return intersectSurfaces(a.cells, poseA, b.cells, poseB);
}

bool touching(const Body& a, const Pose& poseA, const Body& b, Pose poseB, const Vec3& shift) {
  poseB.position += shift;
  return intersection(a, poseA, b, poseB).touching();
}

TEST(SeparatingTranslation, OfBoxesIsTheirOverlapAlongAnAxis) {
  const Body box(shapes::unitBox(2));
  EXPECT_NEAR(separation(box, {}, box, at(Vec3(0.3, 0.2, 0.9)), Vec3::UnitZ(), 0.1), 0.1, 1e-12);
  EXPECT_NEAR(separation(box, {}, box, at(Vec3(0.3, 0.2, 0.9)), -Vec3::UnitZ(), 0.1), 1.9, 1e-12);
  EXPECT_NEAR(separation(box, {}, box, at(Vec3(0.3, 0.2, 0.9), 5), Vec3::UnitX(), 1e-9), 0.7, 1e-12);
  EXPECT_NEAR(separation(box, at(Vec3(7, 8, 9), 3), box, at(Vec3(9, 9, 10)), Vec3::UnitY(), 2), 2, 1e-12);
  EXPECT_EQ(separation(box, {}, box, at(Vec3(3, 0, 0)), Vec3::UnitZ()), 0);
}

// The distance is where the ray from the origin leaves the difference body, long before its extent.
TEST(SeparatingTranslation, OfConvexBodiesEndsWhereTheyTouchLast) {
  brute::Dice dice(1);
  const TriangleMesh first = shapes::unitBox(3), second = shapes::sphere(2);
  const Body box(first), ball(second);
  const ConvexBody convexBox(first, "box"), convexBall(second, "ball");
  for (int i = 0; i < 40; ++i) {
    const Pose poseA{dice.direction(), dice.rotation(), 1};
    const Pose poseB{poseA.toWorld(Vec3(0.5, 0.5, 0.5)) + 0.3 * dice.direction(), dice.rotation(), 0.4};
    const Vec3 direction = dice.direction();
    const double distance = separation(box, poseA, ball, poseB, direction);
    EXPECT_TRUE(touching(box, poseA, ball, poseB, (1 - 1e-9) * distance * direction));
    EXPECT_FALSE(touching(box, poseA, ball, poseB, (1 + 1e-9) * distance * direction));
    const brute::Pair pair(convexBox, poseA, convexBall, poseB);
    EXPECT_LE(distance, double(pair.depthAlong(direction.cast<brute::Real>())) + 1e-12);
  }
}

TEST(SeparatingTranslation, OfNonConvexBodiesIsWhereTheyComeFree) {
  brute::Dice dice(2);
  const Body ring(shapes::torus(1, 0.3, 24, 12)), cow(brute::stretched(shapes::sphere(3), {1, 0.3, 0.5}));
  int contained = 0;
  for (int i = 0; i < 60; ++i) {
    const Pose poseA{dice.direction(), dice.rotation(), 1};
    const double turn = dice.between(0, 6.28);
    const Pose poseB{poseA.toWorld(Vec3(std::cos(turn), std::sin(turn), 0)) + 0.2 * dice.direction(),
                     dice.rotation(), i % 2 ? 0.5 : 0.1};
    const Vec3 direction = dice.direction();
    if (!touching(ring, poseA, cow, poseB, Vec3::Zero())) continue;
    contained += intersection(ring, poseA, cow, poseB).piercings.empty();
    const double distance = separation(ring, poseA, cow, poseB, direction, 0.1);
    EXPECT_NEAR(distance, separation(cow, poseB, ring, poseA, -direction), 1e-10);
    EXPECT_FALSE(touching(ring, poseA, cow, poseB, (distance + 1e-9) * direction));
    // They overlap at every smaller distance.
    for (int k = 0; k <= 5; ++k)
      EXPECT_TRUE(touching(ring, poseA, cow, poseB, k / 5.0 * (distance - 1e-9) * direction))
          << i << ' ' << k;
  }
  EXPECT_GT(contained, 1);
}

// The sides of a plate are lines in the projection, up to rounding.
TEST(SeparatingTranslation, OfAThinPlateDoesNotDependOnWhichBodyMoves) {
  brute::Dice dice(3);
  const Body ball(shapes::sphere(2)), plate(shapes::box(Vec3(-1, -1, 0), Vec3(1, 1, 1e-9), 2));
  for (int i = 0; i < 300; ++i) {
    const Pose poseA{dice.direction(), dice.rotation(), 1};
    const Pose poseB{poseA.position + 0.4 * dice.direction(), dice.rotation(), dice.between(0.01, 0.3)};
    const Vec3 direction = poseB.rotation.col(2);
    const double distance = separation(ball, poseA, plate, poseB, direction);
    EXPECT_NEAR(separation(plate, poseB, ball, poseA, -direction), distance, 1e-10) << i;
    EXPECT_TRUE(touching(ball, poseA, plate, poseB, (distance - 1e-9) * direction)) << i;
    EXPECT_FALSE(touching(ball, poseA, plate, poseB, (distance + 1e-9) * direction)) << i;
  }
}

// Faces along which a body moves, or nearly so, are lines in the projection, or slopes of up to 1e12.
TEST(SeparatingTranslation, IsAccurateAlongFacesAndAcrossThem) {
  brute::Dice dice(4);
  const std::array bodies{Body(shapes::sphere(2)), Body(shapes::torus(1, 0.4, 16, 8)),
                          Body(shapes::unitBox(2)), Body(shapes::box(Vec3(-1, -1, 0), Vec3(1, 1, 0.01), 3))};
  int compared = 0;
  for (const double tilt : {0.0, 1e-13, 1e-11, 1e-10, 1e-9, 1e-7, 1e-3})
    for (std::size_t i = 0; i < 120; ++i) {
      const Body &a = bodies[i % 3], &b = bodies[2 + i % 2];
      const Pose poseA{dice.direction(), dice.rotation(), 1};
      const Pose poseB{poseA.position + 0.4 * dice.direction(), dice.rotation(), dice.between(0.01, 0.5)};
      const double turn = dice.between(0, 6.28);
      const Vec3 inFace = poseB.rotation * Vec3(std::cos(turn), std::sin(turn), 0);
      const Vec3 across = poseB.rotation.col(2);
      const Vec3 direction = (i % 5 == 0 ? across + tilt * inFace : inFace + tilt * across).normalized();
      if (!touching(a, poseA, b, poseB, Vec3::Zero())) continue;
      ++compared;
      const double distance = separation(a, poseA, b, poseB, direction);
      EXPECT_NEAR(separation(b, poseB, a, poseA, -direction), distance, 1e-13) << tilt << ' ' << i;
      EXPECT_TRUE(touching(a, poseA, b, poseB, (distance - 1e-10) * direction)) << tilt << ' ' << i;
      EXPECT_FALSE(touching(a, poseA, b, poseB, (distance + 1e-10) * direction)) << tilt << ' ' << i;
    }
  EXPECT_GT(compared, 300);
}

// Coordinates a million times as large as the bodies: their own, or their poses'.
TEST(SeparatingTranslation, DoesNotDependOnWhereOriginsAre) {
  brute::Dice dice(5);
  const TriangleMesh ring = shapes::torus(1, 0.4, 16, 8), box = shapes::unitBox(2);
  const Body first(ring), second(box);
  for (int i = 0; i < 60; ++i) {
    const Vec3 far = 1e6 * dice.direction(), direction = dice.direction();
    const Pose poseA{dice.direction(), dice.rotation(), 1};
    const Pose poseB{poseA.toWorld(Vec3(1, 0, 0)) + 0.3 * dice.direction(), dice.rotation(), 1};
    const double here = separation(first, poseA, second, poseB, direction);
    const auto moved = [&](const Pose& pose, const Vec3& own) {
      return Pose{pose.position - pose.rotation * own, pose.rotation, 1};
    };
    const Body farFirst(shapes::moved(ring, 1, far)), farSecond(shapes::moved(box, 1, far));
    EXPECT_NEAR(separation(farFirst, moved(poseA, far), farSecond, moved(poseB, far), direction), here, 1e-8);
    const Pose worldA{poseA.position + far, poseA.rotation, 1},
        worldB{poseB.position + far, poseB.rotation, 1};
    EXPECT_NEAR(separation(first, worldA, second, worldB, direction), here, 1e-8);
  }
}

// Lines tell most of the distance, sometimes all of it, and estimates how long the parts of the motion are.
TEST(SeparatingTranslation, IsTheSameWhereverItsSearchBegins) {
  brute::Dice dice(6);
  const Body ring(shapes::torus(1, 0.3, 24, 12)), ball(shapes::sphere(3));
  int compared = 0;
  for (int i = 0; i < 100; ++i) {
    const Pose poseA{dice.direction(), dice.rotation(), 1};
    const Pose poseB{poseA.toWorld(Vec3(1, 0, 0)) + 0.5 * dice.direction(), dice.rotation(), 0.4};
    for (const OverlapRegion& region : intersection(ring, poseA, ball, poseB).regions) {
      if (!(region.area > 0)) continue;
      ++compared;
      const double distance = separation(ring, poseA, ball, poseB, region.normal);
      std::vector<Vec3> deep{region.point};
      for (const Vec3& corner : region.deepest) deep.push_back(corner + 1e-3 * (region.point - corner));
      EXPECT_EQ(separation(ring, poseA, ball, poseB, region.normal, 0, deep), distance) << i;
      EXPECT_EQ(separation(ring, poseA, ball, poseB, region.normal, region.depth, deep), distance) << i;
      EXPECT_EQ(separation(ring, poseA, ball, poseB, region.normal, region.depth), distance) << i;
    }
  }
  EXPECT_GT(compared, 60);
}

// After a few parts of the motion many lines tell how far a long bar still overlaps.
TEST(SeparatingTranslation, IsTheLengthOfALongBar) {
  const Body bar(shapes::box(Vec3(-0.1, -0.1, -3), Vec3(0.1, 0.1, 3), 12)), cube(shapes::unitBox(3));
  EXPECT_NEAR(separation(cube, {}, bar, at(Vec3(0.4, 0.45, 0.5)), Vec3::UnitZ()), 3.5, 1e-12);
  const Vec3 tilted = Vec3(0.01, 0.02, 1).normalized();
  const double distance = separation(cube, {}, bar, at(Vec3(0.4, 0.45, 0.5)), tilted);
  EXPECT_NEAR(distance, 3.5 / tilted.z(), 1e-12);
}

// A dice at the wall of a hollow box: inwards it is free soon, outwards only beyond the wall.
TEST(SeparatingTranslation, EndsInACavity) {
  TriangleMesh walls = shapes::box(Vec3(-1, -1, -1), Vec3(1, 1, 1), 3);
  TriangleMesh cavity = shapes::box(Vec3(-0.8, -0.8, -0.8), Vec3(0.8, 0.8, 0.8), 2);
  std::swap(cavity.b, cavity.c);
  walls.append(cavity);
  const Body hollow(walls), dice(shapes::box(Vec3(-0.2, -0.2, -0.2), Vec3(0.2, 0.2, 0.2)));
  const Pose pose = at(Vec3(0.1, 0.2, 0.7));
  EXPECT_NEAR(separation(hollow, {}, dice, pose, -Vec3::UnitZ()), 0.1, 1e-12);
  EXPECT_NEAR(separation(hollow, {}, dice, pose, Vec3::UnitZ(), 0.3), 0.5, 1e-12);
}

}  // namespace
}  // namespace talus::test_separating_translation
