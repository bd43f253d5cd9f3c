// Moving by the depth of a pair along its normal frees it, exactly.
#include "contact/scene/solid_separation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "contact/scene/body_contacts.h"
#include "contact/scene/posed_relation.h"
#include "contact_shapes.h"
#include "polycube.h"
#include "sample_size.h"
#include "shapes.h"

namespace talus::test_solid_separation {
namespace {

struct Found {
  Contact deepest;
  BodyContactSummary summary;
};

Found deepestOf(const ContactBody& a, const ContactBody& b) {
  std::vector<Contact> contacts;
  const BodyContactSummary summary = BodyContactFinder().find(a, b, contacts);
  EXPECT_FALSE(contacts.empty());
  if (contacts.empty()) return {{}, summary};
  return {*std::min_element(contacts.begin(), contacts.end(),
                            [](const Contact& p, const Contact& q) { return p.gap < q.gap; }),
          summary};
}

ContactBody movedOut(ContactBody b, const Contact& contact, double factor = 1) {
  b.pose.position -= factor * contact.gap * contact.normal;
  return b;
}

TriangleMesh polycube(const std::set<test::Cell>& cubes) {
  std::mt19937_64 random(1);
  return test::surfaceOf({1, cubes}, random);
}

// A U of which one side is open, an L, a plate with a hole, and links of a chain.
std::vector<TriangleMesh> nonConvexShapes() {
  std::set<test::Cell> u, frame;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 2; ++k)
        if (i != 1 || j == 0) u.insert({i, j, k});
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      if (i == 0 || i == 3 || j == 0 || j == 3) frame.insert({i, j, 0});
  return {shapes::torus(1, 0.3, 16, 8),
          shapes::torus(1, 0.1, 24, 6),
          polycube(u),
          polycube(frame),
          polycube({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 2, 0}}),
          shapes::box(Vec3(0, 0, 0), Vec3(3, 3, 0.2), 2),
          shapes::sphere(2)};
}

// Exactly, as any two of the shapes at any place.
TEST(SolidSeparation, MovingByTheDepthFreesAnyPair) {
  std::vector<ContactGeometry> shapes;
  for (const TriangleMesh& mesh : nonConvexShapes()) shapes.push_back(geometryOf(mesh));
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto vector = [&] { return Vec3(uniform(random), uniform(random), uniform(random)); };
  const auto turn = [&]() -> Eigen::Matrix3d {
    return Eigen::AngleAxisd(3.2 * uniform(random), vector().normalized()).matrix();
  };
  int overlaps = 0, deep = 0;
  const int cases = sampleSize(300, 20'000);
  for (int n = 0; n < cases; ++n) {
    const ContactBody a{&shapes[random() % shapes.size()], {vector(), turn(), 1}, 1e-3};
    ContactBody b{&shapes[random() % shapes.size()], {2 * vector(), turn(), n % 5 == 0 ? 0.1 : 0.8}, 1e-3};
    if (!isOverlap(posedRelation(a, b))) continue;
    ++overlaps;
    const auto [contact, summary] = deepestOf(a, b);
    ASSERT_TRUE(isOverlap(summary.relation)) << n;
    ASSERT_LT(contact.gap, 0) << n;
    deep += contact.gap < -0.1;
    ASSERT_NEAR(contact.normal.norm(), 1, 1e-12) << n;
    if (a.geometry->convex() == nullptr || b.geometry->convex() == nullptr) {
      EXPECT_FALSE(summary.depthIsLeast) << n;
      ASSERT_FALSE(isOverlap(posedRelation(a, movedOut(b, contact)))) << n;
    } else {
      EXPECT_TRUE(summary.depthIsLeast) << n;
    }
    ASSERT_FALSE(isOverlap(posedRelation(a, movedOut(b, contact, 1 + 1e-9)))) << n;
    ASSERT_TRUE(isOverlap(posedRelation(a, movedOut(b, contact, 1 - 1e-6)))) << n;
  }
  EXPECT_GT(overlaps, cases / 5);
  EXPECT_GT(deep, cases / 20);
}

TEST(SolidSeparation, CoaxialToriComeFreeAlongTheirAxis) {
  const ContactGeometry torus = geometryOf(shapes::torus(1, 0.3, 48, 24));
  std::mt19937 random(2);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int round = 0; round < 8; ++round) {
    const Vec3 axis(uniform(random), uniform(random), uniform(random));
    const Eigen::Matrix3d turn =
        round == 0 ? Eigen::Matrix3d::Identity() : Eigen::AngleAxisd(round, axis.normalized()).matrix();
    // Turned before it is a shape: no axis of a frame is that of the torus.
    TriangleMesh turned = shapes::torus(1, 0.3, 48, 24);
    for (std::size_t i = 0; i < turned.pointCount(); ++i) {
      const Vec3 p = turn * turned.point(static_cast<Index>(i));
      turned.x[i] = p.x(), turned.y[i] = p.y(), turned.z[i] = p.z();
    }
    const ContactGeometry geometry = geometryOf(turned);
    const ContactBody a{&geometry, {}, 1e-3}, b{&geometry, at(0.1 * turn.col(2)), 1e-3};
    const Contact contact = deepestOf(a, b).deepest;
    EXPECT_NEAR(-contact.gap, 0.5, 1e-9) << round;
    EXPECT_FALSE(isOverlap(posedRelation(a, movedOut(b, contact)))) << round;
  }
}

// The cubes of a U of pitch 10: a slot of width 10, 20 deep, 20 long.
ContactGeometry slot() {
  std::set<test::Cell> cubes;
  for (int j = 0; j < 3; ++j)
    for (int k = 0; k < 2; ++k)
      for (const int i : {0, 1, 2})
        if (i != 1 || j == 0) cubes.insert({i, j, k});
  std::mt19937_64 random(1);
  return geometryOf(test::surfaceOf({10, cubes}, random));
}

// A micrometre into a wall or the floor of a slot comes out by a micrometre, whatever fits beside it.
TEST(SolidSeparation, ALittleInterferenceInASlotIsALittle) {
  const ContactGeometry u = slot();
  const double little = 0x1p-20;
  const auto depth = [&](const Vec3& low, const Vec3& high, const Eigen::Matrix3d& turn) {
    const ContactGeometry block = geometryOf(shapes::box(low, high, 2));
    return -deepestOf({&u, {Vec3::Zero(), turn, 1}, 0.25}, {&block, {Vec3::Zero(), turn, 1}, 0.25})
                .deepest.gap;
  };
  const Eigen::Matrix3d upright = Eigen::Matrix3d::Identity();
  const Eigen::Matrix3d turned = Eigen::AngleAxisd(1, Vec3(1, 2, 3).normalized()).matrix();
  const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY();
  for (const Eigen::Matrix3d& turn : {upright, turned}) {
    const double rounding = turn == upright ? 1e-18 : 1e-12;
    const Vec3 low(10, 10, 0), high(20, 30, 20);
    EXPECT_NEAR(depth(low - little * y, high, turn), little, rounding);
    EXPECT_NEAR(depth(low + little * x, high + little * x, turn), little, rounding);
    EXPECT_NEAR(depth(low - little * x, high - 2 * little * x, turn), little, rounding);
    EXPECT_NEAR(depth(low - y, high, turn), 1, 1e-12);
    EXPECT_LT(depth(low - little * x, high - little * y, turn), 20 + 1e-9);  // too wide: out of the slot
  }
}

// A shell of one body in the other and one outside, though no surfaces meet.
TEST(SolidSeparation, ShellsInOtherBodiesOverlap) {
  const ContactGeometry box = geometryOf(shapes::box(Vec3(0, 0, 0), Vec3(4, 4, 4)));
  TriangleMesh twoBoxes = shapes::box(Vec3(7, 1, 1), Vec3(8, 2, 2));
  twoBoxes.append(shapes::box(Vec3(1, 1, 1), Vec3(2, 2, 2)));
  const ContactGeometry two = geometryOf(twoBoxes);
  const ContactBody a{&box, {}, 0.01}, b{&two, {}, 0.01};
  for (const bool swapped : {false, true}) {
    const ContactBody &first = swapped ? b : a, &second = swapped ? a : b;
    const auto [contact, summary] = deepestOf(first, second);
    EXPECT_EQ(summary.relation, Relation::Interfering);
    EXPECT_EQ(summary.relation, posedRelation(first, second));
    EXPECT_NEAR(contact.gap, -2, 1e-9);
    EXPECT_FALSE(isOverlap(posedRelation(first, movedOut(second, contact))));
  }
}

// The nearest wall is not always the shortest way.
TEST(SolidSeparation, ARodAcrossABoxLeavesItSideways) {
  TriangleMesh walls = shapes::box(Vec3(0, 0, 0), Vec3(12, 5, 5), 2);
  walls.append(shapes::box(Vec3(20, 0, 0), Vec3(21, 1, 1)));  // not convex
  const ContactGeometry box = geometryOf(walls),
                        rod = geometryOf(shapes::box(Vec3(0.1, 1, 2), Vec3(11, 1.2, 2.2)));
  EXPECT_NEAR(deepestOf({&box, {}, 0.01}, {&rod, {}, 0.01}).deepest.gap, -1.2, 1e-9);
}

}  // namespace
}  // namespace talus::test_solid_separation
