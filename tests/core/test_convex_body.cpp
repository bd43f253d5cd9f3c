#include <gtest/gtest.h>

#include <numeric>

#include "base/error.h"
#include "convex_brute_force.h"
#include "geometry/convex_body.h"

namespace talus {
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

TEST(ConvexBody, SinglePrecisionWantsFlatness) {
  TriangleMesh mesh = shapes::unitBox(4);
  const Eigen::Matrix3d turn = brute::Dice(2).rotation();
  for (std::size_t k = 0; k < mesh.pointCount(); ++k) {
    const Vec3 p = turn * mesh.point(Index(k));
    mesh.x[k] = float(p.x()), mesh.y[k] = float(p.y()), mesh.z[k] = float(p.z());
  }
  EXPECT_THROW(ConvexBody(mesh, "box"), Error);
  EXPECT_EQ(ConvexBody(mesh, "box", 1e-6).faces().size(), 6u);
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
}  // namespace talus
