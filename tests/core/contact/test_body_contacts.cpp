#include "contact/scene/body_contacts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "base/error.h"
#include "contact_shapes.h"
#include "shapes.h"

namespace talus::test_body_contacts {
namespace {

std::vector<Contact> contactsOf(const ContactBody& a, const ContactBody& b,
                                const BodyContactOptions& options = {}) {
  std::vector<Contact> contacts;
  BodyContactFinder(options).find(a, b, contacts);
  return contacts;
}

TriangleMesh ring() {
  return shapes::torus(1, 0.3, 48, 24);
}

// ---- Kinds of pairs ----

TEST(BodyContacts, ABoxStandsOnABoxWithFourPoints) {
  const ContactGeometry box = geometryOf(shapes::unitBox(3));
  const auto contacts = contactsOf({&box, at(Vec3::Zero()), 0.01}, {&box, at(Vec3(0.25, 0.25, 1.005)), 0.01});
  ASSERT_EQ(contacts.size(), 4U);
  double area = 0;
  for (const Contact& contact : contacts) {
    EXPECT_EQ(contact.kind, ContactKind::Manifold);
    EXPECT_NEAR((contact.normal - Vec3::UnitZ()).norm(), 0, 1e-12);
    EXPECT_NEAR(contact.gap, 0.005, 1e-12);
    EXPECT_NEAR(contact.depth, 0.015, 1e-12);
    area += contact.area;
  }
  EXPECT_NEAR(area, 0.75 * 0.75, 1e-12);
}

TEST(BodyContacts, ARingRestsOnABox) {
  const ContactGeometry torus = geometryOf(ring());
  const ContactGeometry box = geometryOf(shapes::box(Vec3(-3, -3, -1), Vec3(3, 3, 0)));
  const double lowest = -torus.cells()->bounds().min().z();
  const auto contacts = contactsOf({&box, {}, 0.01}, {&torus, at(Vec3(0, 0, lowest + 0.01)), 0.01});
  ASSERT_GT(contacts.size(), 8U);  // all around
  for (const Contact& contact : contacts) {
    EXPECT_EQ(contact.kind, ContactKind::Surface);
    EXPECT_GT(contact.normal.z(), 0.99);
    EXPECT_GE(contact.gap, 0.01 - 1e-12);
    EXPECT_LE(contact.gap, 0.02);
    EXPECT_NEAR(contact.point.head<2>().norm(), 1, 0.1);
    EXPECT_GE(contact.triangleA, 0);
  }
}

TEST(BodyContacts, ARingCutByABallHasARegionWithDepthAndNormal) {
  const ContactGeometry torus = geometryOf(ring());
  const ContactGeometry ball = geometryOf(shapes::sphere(4));
  // The ball of radius 0.3 reaches 0.1 into the ring from outside, along x.
  const auto contacts = contactsOf({&torus, {}, 0.001}, {&ball, at(Vec3(1.5, 0, 0), 0.3), 0.001});
  ASSERT_EQ(contacts.size(), 1U);
  EXPECT_EQ(contacts[0].kind, ContactKind::Overlap);
  EXPECT_NEAR(contacts[0].normal.x(), 1, 1e-3);
  EXPECT_NEAR(contacts[0].gap, -0.1, 0.01);
  EXPECT_NEAR(contacts[0].depth, 0.102, 0.01);
  EXPECT_NEAR(contacts[0].point.x(), 1.25, 0.01);
}

TEST(BodyContacts, ABodyWithinAnotherIsAContact) {
  const ContactGeometry outer = geometryOf(shapes::unitBox(2));
  const ContactGeometry ball = geometryOf(shapes::sphere(3));
  // Both convex, and not: the manifold's least gap and the way out agree.
  for (const bool manifold : {true, false}) {
    const auto contacts = contactsOf({&outer, {}, 0.01}, {&ball, at(Vec3(0.5, 0.5, 0.7), 0.1), 0.01},
                                     {.convexManifold = manifold});
    ASSERT_EQ(contacts.size(), manifold ? 3U : 1U);
    EXPECT_EQ(contacts[0].kind, ContactKind::Contained);
    EXPECT_NEAR((contacts[0].normal - Vec3::UnitZ()).norm(), 0, 1e-9);  // the ball leaves through the top
    const auto deepest = std::min_element(contacts.begin(), contacts.end(),
                                          [](const Contact& x, const Contact& y) { return x.gap < y.gap; });
    EXPECT_NEAR(deepest->gap, -(0.3 + 0.1), 1e-9);
    EXPECT_NEAR(deepest->depth, 0.42, 1e-9);
  }
}

TEST(BodyContacts, ABallWithinAThickRingIsPushedOutByItsNearestWay) {
  const ContactGeometry torus = geometryOf(ring());
  const ContactGeometry ball = geometryOf(shapes::sphere(3));
  const auto contacts = contactsOf({&torus, {}, 0}, {&ball, at(Vec3(1, 0, 0.1), 0.05), 0});
  ASSERT_EQ(contacts.size(), 1U);
  EXPECT_EQ(contacts[0].kind, ContactKind::Contained);
  EXPECT_NEAR(contacts[0].normal.z(), 1, 0.02);
  EXPECT_NEAR(contacts[0].gap, -(0.2 + 0.05), 0.01);
}

TEST(BodyContacts, MovingAlongTheNormalByTheDepthParts) {
  const ContactGeometry torus = geometryOf(ring());
  const ContactGeometry ball = geometryOf(shapes::sphere(2));
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  int contained = 0;
  for (int round = 0; round < 200 && contained < 20; ++round) {
    const Vec3 position(1.2 * uniform(random), 1.2 * uniform(random), 0.3 * uniform(random));
    ContactBody inner{&ball, at(position, 0.04), 0};
    const auto contacts = contactsOf({&torus, {}, 0}, inner);
    if (contacts.size() != 1 || contacts[0].kind != ContactKind::Contained) continue;
    ++contained;
    inner.pose.position += (1e-9 - contacts[0].gap) * contacts[0].normal;
    for (const Contact& left : contactsOf({&torus, {}, 0}, inner)) EXPECT_GT(left.gap, -0.02);
  }
  EXPECT_EQ(contained, 20);
}

TEST(BodyContacts, BodiesApartHaveNone) {
  const ContactGeometry torus = geometryOf(ring());
  const ContactGeometry ball = geometryOf(shapes::sphere(3));
  EXPECT_TRUE(contactsOf({&torus, {}, 0.1}, {&ball, at(Vec3(3, 0, 0)), 0.1}).empty());
  EXPECT_TRUE(contactsOf({&torus, {}, 0.1}, {&ball, at(Vec3::Zero(), 0.4), 0.1}).empty());  // in the hole
}

// A body that lies over another in one region goes free when it is moved by the depth, whatever its form.
TEST(BodyContacts, MovedByTheDepthAlongTheNormalASingleOverlapGoesFree) {
  std::mt19937 random(9);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto vector = [&] { return Vec3(uniform(random), uniform(random), uniform(random)); };
  const ContactGeometry torus = geometryOf(ring());
  const ContactGeometry bumped = geometryOf(shapes::torus(0.5, 0.2, 16, 8));
  const ContactGeometry ball = geometryOf(shapes::sphere(3));
  int single = 0, contained = 0;
  for (int round = 0; round < 300; ++round) {
    const Eigen::Matrix3d turn = Eigen::AngleAxisd(3 * uniform(random), vector().normalized()).matrix();
    const double way = 3.2 * uniform(random);
    const Vec3 place = Vec3(std::cos(way), std::sin(way), 0) + 0.4 * vector();
    const ContactGeometry& other = round % 3 ? bumped : ball;
    const ContactBody a{&torus, {}, 0};
    ContactBody b{&other, {place, turn, round % 3 == 0 && round % 2 ? 0.08 : 0.4}, 0};
    const auto contacts = contactsOf(a, b);
    if (contacts.size() != 1 || contacts[0].kind == ContactKind::Surface) continue;
    ++single;
    contained += contacts[0].kind == ContactKind::Contained;
    const Vec3 start = b.pose.position;
    b.pose.position = start - (1 + 1e-6) * contacts[0].gap * contacts[0].normal;
    EXPECT_TRUE(contactsOf(a, b).empty()) << round;
    b.pose.position = start - (1 - 1e-6) * contacts[0].gap * contacts[0].normal;
    EXPECT_FALSE(contactsOf(a, b).empty()) << round;
  }
  EXPECT_GT(single, 80);
  EXPECT_GT(contained, 3);
}

TEST(BodyContacts, ABallCentredInTheTubeOfARingGoesFreeByTheDepth) {
  const ContactGeometry torus = geometryOf(ring());
  const ContactGeometry ball = geometryOf(shapes::sphere(3));
  for (const double scale : {0.2, 0.28, 0.35, 0.5}) {
    const ContactBody a{&torus, {}, 0};
    ContactBody b{&ball, at(Vec3(1, 0, 0), scale), 0};
    const auto contacts = contactsOf(a, b);
    if (contacts.size() != 1) continue;  // several regions
    b.pose.position -= (1 + 1e-6) * contacts[0].gap * contacts[0].normal;
    EXPECT_TRUE(contactsOf(a, b).empty()) << scale;
  }
}

// ---- Surfaces that face the wrong way, or are open ----

TriangleMesh inward(TriangleMesh mesh) {
  std::swap(mesh.b, mesh.c);
  return mesh;
}

TEST(BodyContacts, FacingInwardsChangesNothing) {
  TriangleMesh flipped = ring();
  for (const std::size_t t : {3U, 4U, 700U}) shapes::flip(flipped, t);
  const ContactGeometry torus = geometryOf(ring());
  const ContactGeometry ball = geometryOf(shapes::sphere(3));
  for (const double x : {1.0, 1.45, 1.55, 1.61})
    for (const TriangleMesh& mesh : {inward(ring()), flipped}) {
      const ContactGeometry turned = geometryOf(mesh);
      EXPECT_NE(turned.repairs().warning("It"), "");
      const ContactBody other{&ball, at(Vec3(x, 0.1, 0.02), x > 1.2 ? 0.3 : 0.1), 0.01};
      const auto plain = contactsOf({&torus, {}, 0.01}, other);
      const auto same = contactsOf({&turned, {}, 0.01}, other);
      ASSERT_EQ(plain.size(), same.size()) << x;
      ASSERT_FALSE(plain.empty()) << x;
      for (std::size_t i = 0; i < plain.size(); ++i) {
        EXPECT_NEAR(plain[i].gap, same[i].gap, 1e-12);
        EXPECT_NEAR((plain[i].normal - same[i].normal).norm(), 0, 1e-9);
        EXPECT_NEAR((plain[i].point - same[i].point).norm(), 0, 1e-9);
        EXPECT_EQ(plain[i].triangleA, same[i].triangleA);
      }
    }
}

TEST(BodyContacts, FeaturesNameTheCornersOfTheMeshAsItWasGiven) {
  const TriangleMesh mesh = inward(shapes::unitBox());
  const ContactGeometry box = geometryOf(mesh), torus = geometryOf(ring());
  const ContactBody b{&torus, {Vec3(1.9, 1.1, 1.32), Eigen::Matrix3d::Identity(), 1}, 0.1};
  const auto contacts = contactsOf({&box, {}, 0.1}, b, {.merge = ContactMerge::None});
  int corners = 0;
  for (const Contact& contact : contacts) {
    if (contact.featureA > 2) continue;
    ++corners;
    const Vec3 corner = mesh.corners(std::size_t(contact.triangleA))[std::size_t(contact.featureA)];
    EXPECT_NEAR((contact.point - 0.5 * contact.gap * contact.normal - corner).norm(), 0, 1e-9);
  }
  EXPECT_GT(corners, 0);
}

TEST(BodyContacts, TwoConvexBodiesTurnedInsideOutOverlapAsDeep) {
  const TriangleMesh mesh = shapes::box(Vec3::Constant(-1), Vec3::Constant(1));
  const ContactGeometry cube = geometryOf(mesh), turned = geometryOf(inward(mesh));
  const ContactBody upper{&cube, at(Vec3(0.05, 0.1, 1.8)), 0.01};
  const auto manifold = contactsOf({&turned, {}, 0.01}, upper);
  ASSERT_EQ(manifold.size(), 4U);
  EXPECT_NEAR(manifold[0].gap, -0.2, 1e-12);
  EXPECT_NEAR(manifold[0].normal.z(), 1, 1e-12);
  const auto region = contactsOf({&turned, {}, 0.01}, upper, {.convexManifold = false});
  ASSERT_EQ(region.size(), 1U);
  EXPECT_EQ(region[0].gap, contactsOf({&cube, {}, 0.01}, upper, {.convexManifold = false})[0].gap);
  EXPECT_NEAR(region[0].gap, -0.2, 0.02);
}

// One of two overlapping bodies with a triangle missing here and there: as deep as without the holes.
TEST(BodyContacts, AnOpenSurfaceOverlapsByItsWindingNumber) {
  TriangleMesh holed = ring();
  for (const std::ptrdiff_t t : {1500, 800, 20})
    for (auto* corners : {&holed.a, &holed.b, &holed.c}) corners->erase(corners->begin() + t);
  const ContactGeometry whole = geometryOf(ring()), open = geometryOf(holed);
  EXPECT_TRUE(open.isOpen());
  const ContactGeometry ball = geometryOf(shapes::sphere(3));
  for (const double x : {1.3, 1.45, 1.55}) {
    const ContactBody other{&ball, at(Vec3(x, 0.1, 0.02), 0.3), 0.01};
    std::vector<Contact> plain, estimated;
    BodyContactFinder finder;
    EXPECT_FALSE(finder.find({&whole, {}, 0.01}, other, plain).byWinding);
    const BodyContactSummary summary = finder.find({&open, {}, 0.01}, other, estimated);
    EXPECT_TRUE(summary.byWinding);
    EXPECT_FALSE(summary.undecided);
    ASSERT_FALSE(plain.empty());
    ASSERT_EQ(plain.size(), estimated.size());
    EXPECT_NEAR(plain[0].gap, estimated[0].gap, 0.01);
    EXPECT_GT(plain[0].normal.dot(estimated[0].normal), 0.999);
  }
}

TEST(BodyContacts, ASheetThatCutsABodyHoldsNothing) {
  const ContactGeometry sheet = geometryOf(shapes::square(4, 3));
  const ContactGeometry ball = geometryOf(shapes::sphere(2));
  std::vector<Contact> contacts;
  BodyContactFinder finder;
  const BodyContactSummary summary =
      finder.find({&sheet, {}, 0.01}, {&ball, at(Vec3(0.1, 0.2, 0.5)), 0.01}, contacts);
  EXPECT_TRUE(summary.undecided);
  EXPECT_FALSE(summary.byWinding);
  ASSERT_FALSE(contacts.empty());
  for (const Contact& contact : contacts) EXPECT_EQ(contact.kind, ContactKind::Surface);
}

// The same triangles with a few of their corners moved by the last bit of single precision, as some programs
// export them: slits.
TriangleMesh withSlits(const TriangleMesh& mesh, std::mt19937& random) {
  std::uniform_int_distribution<int> draw(0, 15);
  TriangleMesh split;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    std::array<Index, 3> corners{};
    for (std::size_t k = 0; k < 3; ++k) {
      auto x = static_cast<float>(mesh.corners(t)[k].x());
      if (draw(random) == 0) x = std::nextafter(x, 2.0F);
      corners[k] = split.addPoint(Vec3(x, mesh.corners(t)[k].y(), mesh.corners(t)[k].z()));
    }
    split.addTriangle(corners[0], corners[1], corners[2]);
  }
  return split;
}

// Some of the triangles twice, before the others.
TriangleMesh withRepeats(const TriangleMesh& mesh) {
  TriangleMesh repeated;
  repeated.x = mesh.x, repeated.y = mesh.y, repeated.z = mesh.z;
  for (const std::size_t step : {3U, 1U})
    for (std::size_t t = 0; t < mesh.triangleCount(); t += step)
      repeated.addTriangle(mesh.a[t], mesh.b[t], mesh.c[t]);
  return repeated;
}

// The regions are those that the cells of both solids tell, whose triangles are found without a tree.
TEST(BodyContacts, SolidsOfUnsoundSurfacesOverlapAsTheirCellsTell) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto vector = [&] { return Vec3(uniform(random), uniform(random), uniform(random)); };
  TriangleMesh holed = shapes::torus(1, 0.3, 24, 12);
  for (const std::ptrdiff_t t : {400, 401, 250, 20})
    for (auto* corners : {&holed.a, &holed.b, &holed.c}) corners->erase(corners->begin() + t);
  const std::array shapes{geometryOf(holed), geometryOf(withSlits(shapes::torus(1, 0.4, 16, 8), random)),
                          geometryOf(withRepeats(shapes::torus(1, 0.25, 20, 8)))};
  EXPECT_GT(shapes[1].repairs().openings, 10);
  EXPECT_GT(shapes[2].repairs().repeatedTriangles, 100);
  std::size_t overlaps = 0;
  for (int round = 0; round < 120; ++round) {
    const double halo = round % 2 == 0 ? 1e-3 : 0;
    const auto body = [&](int shape) {
      const Eigen::Matrix3d turn = Eigen::AngleAxisd(3 * uniform(random), vector().normalized()).matrix();
      return ContactBody{&shapes[static_cast<std::size_t>(shape)], {vector(), turn, 1}, halo};
    };
    const ContactBody a = body(round % 3), b = body(round / 3 % 2);
    const SurfaceIntersection cells =
        intersectSurfaces(a.geometry->solid(), a.pose, b.geometry->solid(), b.pose);
    for (const Contact& contact : contactsOf(a, b, {.exactDepth = false})) {
      if (contact.kind != ContactKind::Overlap) continue;
      ++overlaps;
      EXPECT_TRUE(std::any_of(cells.regions.begin(), cells.regions.end(), [&](const OverlapRegion& region) {
        return region.point == contact.point && region.normal == contact.normal &&
               region.depth == -contact.gap && region.area == contact.area;
      })) << round;
    }
  }
  EXPECT_GT(overlaps, 100U);
}

// ---- Bodies whose coordinates were rounded ----

TEST(BodyContacts, CubesTurnedByAnyAngleTouchInFourPoints) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const bool single : {false, true})
    for (int round = 0; round < 20; ++round) {
      const Vec3 axis = Vec3(uniform(random), uniform(random), uniform(random)).normalized();
      const Eigen::Matrix3d turn = Eigen::AngleAxisd(3 * uniform(random), axis).matrix();
      const auto turned = [&](const Vec3& shift) {
        TriangleMesh mesh = shapes::unitBox();
        for (std::size_t k = 0; k < mesh.pointCount(); ++k) {
          Vec3 p = turn * (mesh.point(Index(k)) + shift);
          if (single) p = p.cast<float>().cast<double>();
          mesh.x[k] = p.x(), mesh.y[k] = p.y(), mesh.z[k] = p.z();
        }
        return geometryOf(mesh);
      };
      const ContactGeometry lower = turned(Vec3::Zero()), upper = turned(Vec3(0.25, 0.25, 0.9));
      ASSERT_NE(lower.convex(), nullptr) << round;
      const auto contacts = contactsOf({&lower, {}, 0.01}, {&upper, {}, 0.01});
      ASSERT_EQ(contacts.size(), 4U) << round;
      for (const Contact& contact : contacts) {
        EXPECT_EQ(contact.kind, ContactKind::Manifold);
        EXPECT_NEAR(contact.gap, -0.1, single ? 1e-6 : 1e-12);
        EXPECT_NEAR((contact.normal - turn.col(2)).norm(), 0, single ? 1e-6 : 1e-12);
      }
    }
}

// ---- What must not matter ----

TEST(BodyContacts, SwappingTheBodiesTurnsTheNormals) {
  const ContactGeometry torus = geometryOf(ring());
  const ContactGeometry ball = geometryOf(shapes::sphere(3));
  for (const double x : {1.65, 1.5, 1.0}) {
    const ContactBody a{&torus, {}, 0.03};
    const ContactBody b{&ball, at(Vec3(x, 0.1, 0.02), x > 1.2 ? 0.3 : 0.1), 0.03};
    const auto there = contactsOf(a, b);
    const auto back = contactsOf(b, a);
    ASSERT_EQ(there.size(), back.size()) << x;
    ASSERT_FALSE(there.empty()) << x;
    for (std::size_t i = 0; i < there.size(); ++i) {
      EXPECT_NEAR((there[i].normal + back[i].normal).norm(), 0, 1e-9);
      EXPECT_NEAR((there[i].point - back[i].point).norm(), 0, 1e-9);
      EXPECT_NEAR(there[i].gap, back[i].gap, 1e-12);
    }
  }
}

TEST(BodyContacts, TheOrderOfTrianglesDoesNotMatter) {
  const TriangleMesh mesh = ring();
  std::vector<std::size_t> order(mesh.triangleCount());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = (i * 1009) % order.size();
  const ContactGeometry torus = geometryOf(mesh);
  const ContactGeometry shuffled = geometryOf(shapes::reordered(mesh, order));
  const ContactGeometry ball = geometryOf(shapes::sphere(3));
  const ContactBody other{&ball, at(Vec3(1.62, 0.013, 0.021), 0.3), 0.04};
  const auto plain = contactsOf({&torus, {}, 0.04}, other);
  const auto mixed = contactsOf({&shuffled, {}, 0.04}, other);
  ASSERT_EQ(plain.size(), mixed.size());
  ASSERT_GT(plain.size(), 1U);
  for (std::size_t i = 0; i < plain.size(); ++i) {
    EXPECT_NEAR((plain[i].point - mixed[i].point).norm(), 0, 1e-12);
    EXPECT_NEAR((plain[i].normal - mixed[i].normal).norm(), 0, 1e-12);
    EXPECT_EQ(plain[i].gap, mixed[i].gap);
  }
}

// ---- Merging ----

TriangleContact pairAt(const Vec3& middle, double gap, const Vec3& normal, Index number) {
  TriangleContact pair;
  pair.triangleA = pair.triangleB = number;
  pair.gap = gap;
  pair.normal = normal;
  pair.pointA = middle - 0.5 * gap * normal;
  pair.pointB = middle + 0.5 * gap * normal;
  return pair;
}

TEST(MergeContacts, TakesInWhatIsNearTheNearest) {
  const std::vector<TriangleContact> near{pairAt(Vec3(0, 0, 0), 0.1, Vec3::UnitZ(), 0),
                                          pairAt(Vec3(0.5, 0, 0), 0.05, Vec3::UnitZ(), 1),
                                          pairAt(Vec3(1.2, 0, 0), 0.2, Vec3::UnitX(), 2)};
  const std::vector<double> areas{1, 2, 3};
  const auto merged =
      mergeContacts(near, areas, areas, {.rule = ContactMerge::Paper, .distance = 0.6, .reach = 1});
  ASSERT_EQ(merged.size(), 2U);
  EXPECT_NEAR(merged[0].point.x(), 0.25, 1e-15);
  EXPECT_EQ(merged[0].gap, 0.05);
  EXPECT_EQ(merged[0].triangleA, 1);
  EXPECT_EQ(merged[0].area, 3);
  EXPECT_EQ(merged[1].triangleA, 2);
  const auto weighted =
      mergeContacts(near, areas, areas, {.rule = ContactMerge::Area, .distance = 0.6, .reach = 1});
  EXPECT_NEAR(weighted[0].point.x(), 2 * 0.95 * 0.5 / (0.9 + 2 * 0.95), 1e-15);
  EXPECT_EQ(
      mergeContacts(near, areas, areas, {.rule = ContactMerge::None, .distance = 0.6, .reach = 1}).size(),
      3U);
  EXPECT_EQ(mergeContacts(near, areas, areas, {.distance = 0, .reach = 1}).size(), 3U);
  EXPECT_TRUE(mergeContacts({}, {}, {}, {.distance = 1, .reach = 1}).empty());
}

TEST(MergeContacts, APairAtTheEdgeOfReachChangesNothing) {
  const std::vector<TriangleContact> one{pairAt(Vec3(0, 0, 0), 0.1, Vec3::UnitZ(), 0)};
  std::vector<TriangleContact> two = one;
  two.push_back(pairAt(Vec3(0.3, 0, 0), 1, Vec3::UnitX(), 1));
  const MergeOptions options{.distance = 0.5, .reach = 1};
  const auto before = mergeContacts(one, {1}, {1}, options);
  const auto after = mergeContacts(two, {1, 5}, {1, 5}, options);
  ASSERT_EQ(after.size(), 1U);
  EXPECT_EQ((after[0].point - before[0].point).norm(), 0);
  EXPECT_EQ((after[0].normal - before[0].normal).norm(), 0);
}

TEST(MergeContacts, EveryPairIsWithinTheDistanceOfSomeContactsNearestPair) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<TriangleContact> near;
  for (Index i = 0; i < 2000; ++i)
    near.push_back(
        pairAt(Vec3(uniform(random), uniform(random), 1e6 * 0), 0.01 * uniform(random), Vec3::UnitZ(), i));
  const std::vector<double> areas(near.size(), 1);
  const auto merged = mergeContacts(near, areas, areas, {.distance = 0.1, .reach = 0.01});
  EXPECT_LT(merged.size(), 200U);
  double area = 0;
  for (const Contact& contact : merged) area += contact.area;
  EXPECT_EQ(area, 2000);
  for (const TriangleContact& pair : near)
    EXPECT_TRUE(std::any_of(merged.begin(), merged.end(), [&](const Contact& contact) {
      const TriangleContact& seed = near[static_cast<std::size_t>(contact.triangleA)];
      return (seed.pointA - pair.pointA).norm() <= 0.11;
    }));
}

// ---- Open surfaces and bad input ----

TEST(BodyContacts, AnOpenSurfaceTouchesButWhatItHoldsIsUndecided) {
  const ContactGeometry open = geometryOf(shapes::openBox(2));
  const ContactGeometry ball = geometryOf(shapes::sphere(3));
  std::vector<Contact> contacts;
  BodyContactFinder finder;
  EXPECT_TRUE(
      finder.find({&open, {}, 0.01}, {&ball, at(Vec3(0.5, 0.5, 0.5), 0.1), 0.01}, contacts).undecided);
  EXPECT_TRUE(contacts.empty());
  EXPECT_TRUE(
      finder.find({&open, {}, 0.01}, {&ball, at(Vec3(0.5, 0.5, 0.105), 0.1), 0.01}, contacts).undecided);
  EXPECT_FALSE(contacts.empty());  // near the floor
  EXPECT_FALSE(
      finder.find({&open, {}, 0.01}, {&ball, at(Vec3(0.5, 0.5, 0.05), 0.1), 0.01}, contacts).undecided);
}

TEST(BodyContacts, RefusesBadHalosAndPoses) {
  const ContactGeometry box = geometryOf(shapes::unitBox());
  EXPECT_THROW(contactsOf({&box, {}, -1}, {&box, {}, 0}), Error);
  EXPECT_THROW(contactsOf({&box, {}, 0}, {&box, {}, NAN}), Error);
  const ContactGeometry torus = geometryOf(ring());
  EXPECT_THROW(contactsOf({&torus, at(Vec3(NAN, 0, 0)), 0}, {&box, {}, 0}), Error);
}

}  // namespace
}  // namespace talus::test_body_contacts
