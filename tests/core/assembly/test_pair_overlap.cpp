// What two parts have in common, found by the triangles near the overlap: compared with the arrangement of
// all.
#include "assembly/pair_overlap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <utility>

#include "arrangement/result/zone_triangles.h"
#include "geometry/check/mesh_check.h"
#include "sample_size.h"
#include "shapes.h"

namespace talus::test_pair_overlap {
namespace {

TriangleMesh reversed(TriangleMesh mesh) {
  std::swap(mesh.b, mesh.c);
  return mesh;
}

// A body with a cavity; its inner shell may face either way.
TriangleMesh hollow(const TriangleMesh& mesh, bool oriented) {
  TriangleMesh both = mesh;
  const TriangleMesh inner = shapes::moved(mesh, 0.75, Vec3::Zero());
  both.append(oriented ? reversed(inner) : inner);
  return both;
}

// Of about size 2 around the origin; many triangles.
TriangleMesh shapeOf(std::mt19937_64& random) {
  const auto kind = random() % 7;
  if (kind == 0) return shapes::torus(0.75, 0.25, 24, 12);
  if (kind == 1) return shapes::sphere(3);
  if (kind == 2) return reversed(shapes::sphere(3));
  if (kind == 3) return hollow(shapes::sphere(3), random() % 2 == 0);
  const TriangleMesh box = shapes::box(Vec3::Constant(-1), Vec3::Constant(1), 8);
  if (kind == 4) return hollow(box, random() % 2 == 0);
  return box;
}

Eigen::Matrix3d turnOf(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  if (random() % 2 == 0) return Eigen::Matrix3d::Identity();
  return Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random))
      .normalized()
      .toRotationMatrix();
}

// A place at which two shapes overlap a little, on a coarse lattice so that faces and edges coincide often.
Vec3 placeOf(std::mt19937_64& random) {
  const auto step = [&](int low, int high) {
    return 0.125 * (low + static_cast<int>(random() % static_cast<std::uint64_t>(high - low + 1)));
  };
  Vec3 place(step(12, 16), step(-16, 16), step(-16, 16));
  if (random() % 2 == 0) place += 1e-3 * Vec3::Random();
  std::swap(place.x(), place[static_cast<Eigen::Index>(random() % 3)]);
  return place;
}

PairVerdict verdictOf(const SurfaceArrangement& whole) {
  const auto sets = whole.regionSets(InsideRule::Parity);
  const auto has = [&](const std::vector<Index>& set) {
    return std::find(sets.begin(), sets.end(), set) != sets.end();
  };
  if (!has({0, 1})) return {Relation::Touching};
  if (has({0}) && has({1})) return {Relation::Interfering};
  return has({0}) || has({1}) ? PairVerdict{Relation::Contained, has({0})} : PairVerdict{Relation::Duplicate};
}

TEST(PairOverlap, IsThatOfTheWholeArrangement) {
  const int cases = sampleSize(300, 20000);
  int near = 0, interfering = 0, touching = 0;
  for (int n = 0; n < cases; ++n) {
    std::mt19937_64 random(static_cast<std::uint64_t>(n));
    const TriangleMesh first = shapes::turned(shapeOf(random), turnOf(random));
    const TriangleMesh second =
        shapes::moved(shapes::turned(shapeOf(random), turnOf(random)), 1, placeOf(random));
    const PreparedPart a({"a", first}), b({"b", second});
    Context context;
    const std::array<const TriangleMesh*, 2> wholes{&a.mesh(), &b.mesh()};
    const ZoneTriangles zone(wholes, a.bounds().intersection(b.bounds()));
    if (zone.inZone == 0) continue;
    near += 2 * zone.inZone < a.mesh().triangleCount() + b.mesh().triangleCount();
    const PairArrangement found(a, b, context);
    const SurfaceArrangement whole(std::array{a.mesh(), b.mesh()}, std::array<std::string, 2>{"a", "b"},
                                   context);
    const PairVerdict expected = verdictOf(whole);
    ASSERT_EQ(found.verdict().relation, expected.relation) << "case " << n;
    ASSERT_EQ(found.verdict().firstContains, expected.firstContains) << "case " << n;
    interfering += expected.relation == Relation::Interfering;
    touching += expected.relation == Relation::Touching;
    const ArrangementBody body = found.common(context);
    const SolidMoments moments = whole.moments(BooleanOperation::Intersection, InsideRule::Parity);
    ASSERT_NEAR(body.moments.volume, moments.volume, 1e-16 + 1e-15 * moments.volume) << "case " << n;
    ASSERT_EQ(body.moments.volume, found.commonMoments().volume) << "case " << n;
    if (!(moments.volume > 0)) continue;
    ASSERT_LT((body.moments.centroid - moments.centroid).norm(), 1e-14) << "case " << n;
    const MeshReport report = checkMesh(body.mesh, {}, context);
    ASSERT_TRUE(report.closed && report.oriented) << "case " << n << ": " << report.problem;
    ASSERT_NEAR(report.signedVolume, moments.volume, 1e-12) << "case " << n;
    for (std::size_t t = 0; t < body.cell.size(); ++t)
      ASSERT_LT(static_cast<std::size_t>(body.cell[t]),
                wholes[static_cast<std::size_t>(body.surface[t])]->triangleCount());
  }
  EXPECT_GT(near, cases / 3);
  EXPECT_GT(interfering, cases / 3);
  EXPECT_GT(touching, 0);
}

// Each piece of the common body lies in the triangle that it names.
TEST(PairOverlap, NamesTheTrianglesOfTheParts) {
  const PreparedPart a({"a", shapes::sphere(4)}),
      b({"b", shapes::moved(shapes::sphere(4), 1, {1.9, 0.1, 0.05})});
  Context context;
  const ArrangementBody body = PairArrangement(a, b, context).common(context);
  ASSERT_GT(body.mesh.triangleCount(), 10u);
  for (std::size_t t = 0; t < body.mesh.triangleCount(); ++t) {
    const auto [p, q, r] =
        (body.surface[t] == 0 ? a : b).mesh().corners(static_cast<std::size_t>(body.cell[t]));
    const Vec3 normal = (q - p).cross(r - p).normalized();
    for (const Vec3& corner : body.mesh.corners(t)) EXPECT_NEAR(normal.dot(corner - p), 0, 1e-14);
  }
}

// One that intersects itself is arranged as a whole.
TEST(PairOverlap, OfAPartThatIntersectsItself) {
  TriangleMesh crossing = shapes::sphere(3);
  crossing.append(shapes::moved(shapes::sphere(3), 1, {0, 0.5, 0}));
  const PreparedPart a({"a", crossing}), b({"b", shapes::moved(shapes::sphere(3), 1, {1.8, 0.25, 0})});
  EXPECT_FALSE(a.isSimple());
  EXPECT_TRUE(b.isSimple());
  Context context;
  const PairArrangement found(a, b, context);
  const SurfaceArrangement whole(std::array{a.mesh(), b.mesh()}, {}, context);
  EXPECT_EQ(found.commonMoments().volume,
            whole.moments(BooleanOperation::Intersection, InsideRule::Parity).volume);
  EXPECT_GT(found.commonMoments().volume, 0);
}

}  // namespace
}  // namespace talus::test_pair_overlap
