// The area in which triangles face each other, and that of contacts.
#include "contact/scene/contact_area.h"

#include <gtest/gtest.h>

#include <random>

#include "contact/scene/body_contacts.h"
#include "contact_shapes.h"
#include "shapes.h"

namespace talus::test_contact_area {
namespace {

using Triangle = std::array<Vec3, 3>;

TEST(FacingArea, OfFlushTrianglesIsTheirOverlap) {
  const Triangle up{Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(0, 2, 0)};
  const Triangle down{Vec3(0, 0, 0), Vec3(0, 2, 0), Vec3(2, 0, 0)};
  EXPECT_NEAR(facingArea(up, down, 1e-9), 2, 1e-15);
  EXPECT_EQ(facingArea(up, up, 1e-9), 0);
  const Triangle shifted{Vec3(1, 0, 0), Vec3(1, 2, 0), Vec3(3, 0, 0)};
  EXPECT_NEAR(facingArea(up, shifted, 1e-9), 0.5, 1e-15);
  EXPECT_NEAR(facingArea(shifted, up, 1e-9), 0.5, 1e-15);
  const Triangle beside{Vec3(3, 0, 0), Vec3(3, 2, 0), Vec3(5, 0, 0)};
  EXPECT_EQ(facingArea(up, beside, 1e-9), 0);
}

TEST(FacingArea, IsCutWherePlanesAreFartherApart) {
  const Triangle up{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)};
  const Triangle above{Vec3(0, 0, 1), Vec3(0, 4, 1), Vec3(4, 0, 1)};
  EXPECT_EQ(facingArea(up, above, 0.9), 0);
  EXPECT_NEAR(facingArea(up, above, 1.1), 8, 1e-12);
  // Rises with x: within a small distance it lies beside the line x = 0.
  const double slope = 1e-3;
  const Triangle rising{Vec3(0, 0, 0), Vec3(0, 4, 0), Vec3(4, 0, 4 * slope)};
  EXPECT_NEAR(facingArea(up, rising, slope), 8 - 4.5, 1e-5);
  EXPECT_LT(facingArea(up, rising, 1e-9), 1e-4);
}

TEST(FacingArea, OfAllPairsIsThatOfTheFaces) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int round = 0; round < 50; ++round) {
    const Vec3 axis = Vec3(uniform(random), uniform(random), uniform(random)).normalized();
    const Eigen::Matrix3d turn = Eigen::AngleAxisd(3 * uniform(random), axis).matrix();
    const auto face = [&](int n, bool up, const Vec3& at) {
      std::vector<Triangle> triangles;
      const TriangleMesh mesh = shapes::square(n, 2);
      for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
        auto [a, b, c] = mesh.corners(t);
        if (!up) std::swap(b, c);
        triangles.push_back({turn * (a + at), turn * (b + at), turn * (c + at)});
      }
      return triangles;
    };
    const double x = uniform(random), y = uniform(random), height = 0.01 * (round % 3);
    double sum = 0;
    for (const Triangle& s : face(3, true, Vec3::Zero()))
      for (const Triangle& t : face(5, false, Vec3(x, y, height))) sum += facingArea(s, t, 0.1);
    EXPECT_NEAR(sum, (2 - std::abs(x)) * (2 - std::abs(y)), 1e-12) << round;
  }
}

// ---- Contacts ----

double areaOf(const TriangleMesh& first, const TriangleMesh& second, double halo, bool manifold) {
  const ContactGeometry a = geometryOf(first), b = geometryOf(second);
  std::vector<Contact> contacts;
  BodyContactFinder({.convexManifold = manifold}).find({&a, {}, halo}, {&b, {}, halo}, contacts);
  EXPECT_FALSE(contacts.empty());
  double sum = 0;
  for (const Contact& contact : contacts) sum += contact.area;
  return sum;
}

// The walls of an L: its inner corner at the origin, between x = 0 and z = 0.
TriangleMesh corner() {
  const std::vector<std::array<double, 2>> outline{{-1, -1}, {4, -1}, {4, 0}, {0, 0}, {0, 4}, {-1, 4}};
  std::vector<std::array<double, 3>> points;
  for (const double y : {0.0, 5.0})
    for (const auto& [x, z] : outline) points.push_back({x, y, z});
  std::vector<std::array<Index, 3>> triangles;
  for (const auto& [i, j, k] :
       std::vector<std::array<Index, 3>>{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}) {
    triangles.push_back({i, j, k});
    triangles.push_back({i + 6, k + 6, j + 6});
  }
  for (Index i = 0; i < 6; ++i) {
    const Index j = (i + 1) % 6;
    triangles.push_back({i, i + 6, j});
    triangles.push_back({j, i + 6, j + 6});
  }
  return shapes::make(points, triangles);
}

TEST(ContactArea, IsThatOfTheFacesThatTouch) {
  const TriangleMesh plate = shapes::box(Vec3(-5, -5, -1), Vec3(5, 5, 0), 7);
  const TriangleMesh cube = shapes::box(Vec3(0, 0, 0), Vec3(1, 1, 1), 3);
  const TriangleMesh brick = shapes::box(Vec3(0, 0, 0), Vec3(2, 1, 1), 2);
  const TriangleMesh upper = shapes::box(Vec3(1, 0, 1), Vec3(3, 1, 2), 3);
  for (const double halo : {0.0, 0.01, 0.3})
    for (const bool manifold : {true, false}) {
      EXPECT_NEAR(areaOf(plate, cube, halo, manifold), 1, 1e-12) << halo;
      EXPECT_NEAR(areaOf(brick, upper, halo, manifold), 1, 1e-12) << halo;
      EXPECT_NEAR(areaOf(corner(), cube, halo, manifold), 2, 1e-12) << halo;       // floor and wall
      const TriangleMesh edgeways = shapes::box(Vec3(1, 1, 0), Vec3(2, 2, 1), 2);  // on the cube's edge
      EXPECT_NEAR(areaOf(cube, edgeways, halo, manifold), 0, 1e-8) << halo;
      const TriangleMesh beside = shapes::box(Vec3(1, 0.2, 1), Vec3(2, 0.7, 2), 2);  // edge on edge
      EXPECT_NEAR(areaOf(cube, beside, halo, manifold), 0, 1e-8) << halo;
    }
}

TEST(ContactArea, OfBodiesThatAreApartIsWhatFacesEachOther) {
  const TriangleMesh plate = shapes::box(Vec3(-5, -5, -1), Vec3(5, 5, 0), 7);
  const TriangleMesh cube = shapes::box(Vec3(0, 0, 0.001), Vec3(1, 1, 1), 3);
  for (const bool manifold : {true, false}) EXPECT_NEAR(areaOf(plate, cube, 0.01, manifold), 1, 1e-12);
  // Of a sphere the cap below the reach.
  const TriangleMesh ball = shapes::moved(shapes::sphere(6), 1, Vec3(0.013, 0.027, 1.01));
  const double cap = std::numbers::pi * (1 - 0.95 * 0.95);  // seen from above
  EXPECT_NEAR(areaOf(plate, ball, 0.03, false), cap, 0.03 * cap);
}

}  // namespace
}  // namespace talus::test_contact_area
