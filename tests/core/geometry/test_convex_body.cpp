#include <gtest/gtest.h>

#include <numbers>
#include <numeric>

#include "base/error.h"
#include "convex_brute_force.h"
#include "geometry/convex/convex_body.h"
#include "geometry/convex/convex_hull.h"

namespace talus::test_convex_body {
namespace {

void expectSound(const ConvexBody& body) {
  const auto v = body.vertices().size(), e = body.edges().size(), f = body.faces().size();
  EXPECT_EQ(v + f, e + 2);  // Euler
  const double r = body.radius();
  for (Index k = 0; k < Index(f); ++k) {
    const ConvexBody::Face& face = body.face(k);
    for (const Vec3& p : body.vertices()) EXPECT_LE(face.normal.dot(p), face.offset + 1e-12 * r);
    for (const ConvexBody::Side& side : body.sides(k)) {
      EXPECT_NEAR(face.normal.dot(body.vertex(side.vertex)), face.offset, 1e-12 * r);
      EXPECT_TRUE(body.edge(side.edge).face[0] == k || body.edge(side.edge).face[1] == k);
    }
  }
  for (const ConvexBody::Edge& edge : body.edges()) {
    EXPECT_LT(edge.vertex[0], edge.vertex[1]);
    EXPECT_LT((edge.tail + edge.length * edge.direction - body.vertex(edge.vertex[1])).norm(), 1e-15 * r);
    for (int i = 0; i < 2; ++i) {
      EXPECT_NEAR(edge.inward[std::size_t(i)].dot(body.face(edge.face[std::size_t(i)]).normal), 0, 1e-14);
      EXPECT_NEAR(edge.inward[std::size_t(i)].dot(edge.direction), 0, 1e-14);
    }
    // Left of the direction, seen from outside.
    EXPECT_GT(edge.direction.cross(edge.inward[0]).dot(body.face(edge.face[0]).normal), 0.99);
    EXPECT_LT(edge.direction.cross(edge.inward[1]).dot(body.face(edge.face[1]).normal), -0.99);
  }
  for (Index i = 0; i < Index(v); ++i) EXPECT_GE(body.spokes(i).size(), 3u);
}

TEST(ConvexBody, JoinsCoplanarTriangles) {
  for (const int n : {1, 2, 5}) {
    const ConvexBody box(shapes::unitBox(n), "box");
    EXPECT_EQ(box.vertices().size(), 8u);
    EXPECT_EQ(box.edges().size(), 12u);
    EXPECT_EQ(box.faces().size(), 6u);
    expectSound(box);
  }
  const ConvexBody sphere(shapes::sphere(3), "sphere");
  EXPECT_EQ(sphere.faces().size(), 512u);
  EXPECT_EQ(sphere.vertices().size(), 258u);
  expectSound(sphere);
}

// Thinner than the flatness all faces are coplanar to within it: there is no polyhedron.
TEST(ConvexBody, RefusesSolidsThinnerThanTheFlatness) {
  for (const double thickness : {1e-16, 1e-10, 1e-8, 1e-7, 1e-6}) {
    TriangleMesh sliver;
    for (const Vec3& p : {Vec3(0, 0, 0), Vec3(0.1, 0, 0), Vec3(0, thickness, 0), Vec3(0, 0, 0.1)})
      sliver.addPoint(p);
    for (const auto& [a, b, c] : {std::array<Index, 3>{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}})
      sliver.addTriangle(a, b, c);
    EXPECT_EQ(ConvexBody(sliver, "sliver", 0).faces().size(), 4U) << thickness;
    if (thickness < 2e-7) {
      EXPECT_THROW(ConvexBody(sliver, "sliver", 1e-6), Error) << thickness;
      EXPECT_THROW(ConvexBody(shapes::box(Vec3::Zero(), Vec3(1, 1, thickness)), "plate", 1e-6), Error);
    } else {
      EXPECT_EQ(ConvexBody(sliver, "sliver", 1e-6).faces().size(), 4U) << thickness;
    }
  }
}

TEST(ConvexBody, JoinsWhatIsCoplanarButForRounding) {
  brute::Dice dice(1);
  for (int i = 0; i < 50; ++i) {
    TriangleMesh mesh = shapes::unitBox(4);
    const Eigen::Matrix3d turn = dice.rotation();
    const double size = std::pow(10, dice.between(-6, 6));
    for (std::size_t k = 0; k < mesh.pointCount(); ++k) {
      const Vec3 p = size * (turn * mesh.point(Index(k)) + Vec3(10, 20, 30));
      mesh.x[k] = p.x(), mesh.y[k] = p.y(), mesh.z[k] = p.z();
    }
    const ConvexBody box(mesh, "turned box");
    EXPECT_EQ(box.faces().size(), 6u);
    EXPECT_EQ(box.vertices().size(), 8u);
    expectSound(box);
  }
}

// The mesh with its corners turned and rounded to float, as an STL file has them.
TriangleMesh turnedInFloat(TriangleMesh mesh, const Eigen::Matrix3d& turn) {
  for (std::size_t k = 0; k < mesh.pointCount(); ++k) {
    const Vec3 p = turn * mesh.point(Index(k));
    mesh.x[k] = float(p.x()), mesh.y[k] = float(p.y()), mesh.z[k] = float(p.z());
  }
  return mesh;
}

TEST(ConvexBody, SinglePrecisionWantsFlatness) {
  const TriangleMesh mesh = turnedInFloat(shapes::unitBox(4), brute::Dice(2).rotation());
  EXPECT_THROW(ConvexBody(mesh, "box"), Error);
  EXPECT_EQ(ConvexBody(mesh, "box", 1e-6).faces().size(), 6u);
}

// A cylinder along z with round ends, of many long faces.
TriangleMesh capsule(int around, int rings, double half) {
  std::vector<Vec3> points;
  for (int i = -rings; i <= rings; ++i)
    for (int j = 0; j < around; ++j) {
      const double latitude = 1.5 * i / rings, u = 2 * std::numbers::pi * j / around;
      const double z = std::sin(latitude), r = std::cos(latitude);
      if (i == 0) points.emplace_back(std::cos(u), std::sin(u), -half);
      points.emplace_back(r * std::cos(u), r * std::sin(u), z + (i < 0 ? -half : half));
    }
  return convexHull(points);
}

TEST(ConvexBody, OfRoundedBodiesIsTheirHull) {
  brute::Dice dice(7);
  for (const TriangleMesh& mesh : {shapes::unitBox(1), shapes::unitBox(6), capsule(24, 6, 2)})
    for (int i = 0; i < 20; ++i) {
      const TriangleMesh round = turnedInFloat(mesh, dice.rotation());
      const ConvexBody exact(mesh, "exact"), body(round, "rounded", 1e-6);
      EXPECT_EQ(body.faces().size(), exact.faces().size());
      EXPECT_EQ(body.vertices().size(), exact.vertices().size());
      // No point of the surface lies outside of a face, and all lie within the flatness of one.
      const double size = round.bounds().diagonal().norm();
      for (std::size_t p = 0; p < round.pointCount(); ++p) {
        double height = -size;
        for (const ConvexBody::Face& face : body.faces())
          height = std::max(height, face.normal.dot(round.point(Index(p)) - body.centre()) - face.offset);
        EXPECT_LE(std::abs(height), 1e-6 * size);
      }
    }
}

// A bowl of so many steps that each is below the flatness.
TEST(ConvexBody, AShallowBowlOfFineStepsIsNotConvex) {
  TriangleMesh mesh = shapes::unitBox(200);
  for (std::size_t p = 0; p < mesh.pointCount(); ++p)
    if (mesh.z[p] == 1) {
      const double u = 2 * mesh.x[p] - 1, v = 2 * mesh.y[p] - 1;
      mesh.z[p] -= 1e-3 * (1 - u * u) * (1 - v * v);
    }
  EXPECT_THROW(ConvexBody(mesh, "bowl", 1e-6), Error);
  EXPECT_NO_THROW(ConvexBody(mesh, "bowl", 1e-3));
}

TEST(ConvexBody, ANotchOfNoWidthIsNotConvex) {
  TriangleMesh mesh = shapes::unitBox(4);
  for (std::size_t p = 0; p < mesh.pointCount(); ++p)
    if (mesh.point(Index(p)) == Vec3(0.5, 0.5, 1)) mesh.z[p] -= 0.2;
  EXPECT_THROW(ConvexBody(mesh, "notched", 1e-3), Error);
  TriangleMesh twice = shapes::unitBox(2);
  twice.append(shapes::unitBox(3));
  EXPECT_THROW(ConvexBody(twice, "twice", 1e-6), Error);
}

TEST(ConvexBody, RoundedEdgesAreNoFace) {
  // Steps below the flatness that add up to a bend: a fine sphere stays one.
  const ConvexBody sphere(shapes::sphere(4), "sphere", 1e-3);
  EXPECT_GT(sphere.faces().size(), 100u);
  expectSound(ConvexBody(shapes::sphere(4), "sphere"));
}

TEST(ConvexBody, NumbersDependOnTheSurfaceOnly) {
  const TriangleMesh mesh = shapes::sphere(2);
  std::vector<std::size_t> order(mesh.triangleCount());
  std::iota(order.rbegin(), order.rend(), std::size_t{0});
  TriangleMesh other = shapes::reordered(mesh, order);
  for (std::size_t t = 0; t < other.triangleCount(); t += 2) {
    std::swap(other.a[t], other.b[t]);
    std::swap(other.b[t], other.c[t]);
  }
  const ConvexBody p(mesh, "p"), q(other, "q");
  for (Index v = 0; v < Index(p.vertices().size()); ++v) EXPECT_EQ(p.vertex(v), q.vertex(v));
  for (Index f = 0; f < Index(p.faces().size()); ++f) {
    EXPECT_EQ(p.face(f).normal, q.face(f).normal);
    EXPECT_EQ(p.face(f).offset, q.face(f).offset);
    EXPECT_EQ(order[std::size_t(q.triangle(f))], std::size_t(p.triangle(f)));
  }
}

TEST(ConvexBody, SupportFeatures) {
  const ConvexBody box(shapes::unitBox(), "box");
  const auto feature = [&](const Vec3& d) {
    const Vec3 u = d.normalized();
    return box.supportFeature(u, box.support(u, 0), 1e-12).kind;
  };
  EXPECT_EQ(feature({1, 0, 0}), FeatureKind::Face);
  EXPECT_EQ(feature({1, 0, -1}), FeatureKind::Edge);
  EXPECT_EQ(feature({1, 1, 1}), FeatureKind::Vertex);
  EXPECT_TRUE(box.has({FeatureKind::Edge, 11}));
  EXPECT_FALSE(box.has({FeatureKind::Edge, 12}));
  EXPECT_FALSE(box.has({FeatureKind::Face, -1}));
}

TEST(ConvexBody, SupportIsFarthest) {
  brute::Dice dice(3);
  const ConvexBody body(brute::stretched(shapes::sphere(3), {1, 0.1, 3}), "ellipsoid");
  for (int i = 0; i < 500; ++i) {
    const Vec3 u = dice.direction();
    const Index s = body.support(u, Index(dice.below(int(body.vertices().size()))));
    for (const Vec3& p : body.vertices()) EXPECT_LE(u.dot(p), u.dot(body.vertex(s)) + 1e-15);
  }
}

TEST(ConvexBody, RefusesWhatIsNotConvex) {
  EXPECT_THROW(ConvexBody(shapes::torus(1, 0.3, 20, 10), "torus"), Error);
  EXPECT_THROW(ConvexBody(shapes::openBox(), "open box"), Error);
  EXPECT_THROW(ConvexBody(shapes::slabs(0.1), "slabs"), Error);
  EXPECT_THROW(ConvexBody(TriangleMesh(), "nothing"), Error);
  EXPECT_THROW(ConvexBody(shapes::unitBox(), "box", -1), Error);
  EXPECT_THROW(ConvexBody(shapes::unitBox(), "box", std::nan("")), Error);
  TriangleMesh dented = shapes::sphere(2);
  dented.x[20] *= 0.9, dented.y[20] *= 0.9, dented.z[20] *= 0.9;
  try {
    ConvexBody(dented, "Grain 3");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(error.problem().find("Grain 3 is not convex"), std::string::npos);
  }
}

}  // namespace
}  // namespace talus::test_convex_body
