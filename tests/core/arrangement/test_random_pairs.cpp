// Pairs of bodies that overlap, touch and coincide in all ways: volumes obey inclusion and exclusion, results
// are sound, and their labels are the logic of the labels of the inputs.
#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <random>

#include "arrangement_checks.h"
#include "base/parallel.h"
#include "enclosure/classifier/classifier.h"
#include "polycube.h"
#include "sample_size.h"
#include "shapes.h"

namespace talus::test_random_pairs {
namespace {

using enum BooleanOperation;
constexpr std::array operations{Union, Intersection, Difference, SymmetricDifference};

class RandomPair {
 public:
  explicit RandomPair(unsigned seed) : random_(seed) {
    TriangleMesh first = any(), second = random_() % 8 == 0 ? first : any();
    const auto relation = random_() % 5;
    if (relation == 0) first = shapes::turned(first, anyRotation());
    if (relation == 1 || relation == 2) {
      const Eigen::Matrix3d rotation = niceRotation();
      first = shapes::turned(first, rotation), second = shapes::turned(second, rotation);
    }
    Vec3 shift(uniform(), uniform(), uniform());
    if (relation == 2 || relation == 3) shift = (4 * shift).array().round() / 4;  // flush
    if (relation == 4) shift *= 1e-9;
    second = shapes::moved(second, 1, shift);
    if (random_() % 6 == 0) {
      first = shapes::moved(first, 1, {1e6, -1e6, 3e5});
      second = shapes::moved(second, 1, {1e6, -1e6, 3e5});
    }
    surfaces = {first, second};
    rule = random_() % 2 == 0 ? InsideRule::Parity : InsideRule::NonZero;
  }

  std::vector<Vec3> pointsAround(int count) {
    const Box box = surfaces[0].bounds().merged(surfaces[1].bounds());
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i)
      points.push_back(
          box.min() +
          (Vec3(uniform(), uniform(), uniform()) / 2 + Vec3::Constant(0.5)).cwiseProduct(box.sizes()));
    return points;
  }

  std::vector<TriangleMesh> surfaces;
  InsideRule rule = InsideRule::Parity;

 private:
  double uniform() { return 2 * std::ldexp(static_cast<double>(random_() >> 11), -53) - 1; }
  int upTo(int most) { return static_cast<int>(random_() % static_cast<unsigned>(most + 1)); }

  TriangleMesh any() {
    switch (random_() % 6) {
      case 0:
        return shapes::box(Vec3::Constant(-0.5), Vec3::Constant(0.5), 1 + upTo(2));
      case 1:
        return shapes::sphere(upTo(3));
      case 2:
        return shapes::torus(1, 0.3, 6 + upTo(9), 5 + upTo(5));
      case 3:
        return shapes::torus(0.5, 0.7, 7 + upTo(9), 7 + upTo(5));  // intersects itself
      case 4:
        return shapes::slabs(0.1);
      default:
        return shapes::moved(test::surfaceOf(test::randomPolycube(1, 6, random_), random_), 0.5,
                             Vec3::Zero());
    }
  }

  Eigen::Matrix3d anyRotation() {
    return Eigen::Quaterniond(uniform(), uniform(), uniform(), uniform()).normalized().toRotationMatrix();
  }
  Eigen::Matrix3d niceRotation() {
    const double angle = std::numbers::pi / 12 * upTo(12);
    return Eigen::AngleAxisd(angle, Vec3::Unit(upTo(2))).toRotationMatrix();
  }

  std::mt19937_64 random_;
};

std::vector<bool> labelsOf(const TriangleMesh& mesh, const std::vector<Vec3>& points, InsideRule rule) {
  std::vector<bool> inside(points.size(), false);
  if (mesh.a.empty()) return inside;
  Context context;
  EnclosureOptions options;
  options.insideRule = rule;
  const Classification found = Classifier({mesh}, options, context).classify(points, context);
  std::transform(found.side.begin(), found.side.end(), inside.begin(),
                 [](Side side) { return side == Side::Inside; });
  return inside;
}

bool expected(bool a, bool b, BooleanOperation operation) {
  return operation == Union          ? a || b
         : operation == Intersection ? a && b
         : operation == Difference   ? a && !b
                                     : a != b;
}

TEST(RandomPairs, ResultsAreSoundAndRight) {
  for (unsigned seed = 0; seed < static_cast<unsigned>(sampleSize(40, 1000)); ++seed) {
    SCOPED_TRACE(seed);
    RandomPair pair(seed);
    Context context;
    const SurfaceArrangement both(pair.surfaces, {}, context);
    std::array<ArrangementBody, 4> bodies;
    for (std::size_t i = 0; i < 4; ++i) bodies[i] = both.body(operations[i], pair.rule, context);
    const double a = test::volumeOf({pair.surfaces[0]}, Union, pair.rule),
                 b = test::volumeOf({pair.surfaces[1]}, Union, pair.rule), slack = 1e-14 * std::max(a, b);
    EXPECT_NEAR(bodies[0].moments.volume + bodies[1].moments.volume, a + b, 2 * slack);
    EXPECT_NEAR(bodies[2].moments.volume + bodies[1].moments.volume, a, slack);
    EXPECT_NEAR(bodies[3].moments.volume + bodies[1].moments.volume, bodies[0].moments.volume, 2 * slack);
    const double size = pair.surfaces[0].bounds().max().cwiseAbs().maxCoeff();
    for (const ArrangementBody& body : bodies) test::expectSound(body, 1e-12 * size * std::max(1.0, a + b));

    const std::vector<Vec3> points = pair.pointsAround(200);
    const std::vector<bool> inA = labelsOf(pair.surfaces[0], points, pair.rule),
                            inB = labelsOf(pair.surfaces[1], points, pair.rule);
    for (std::size_t i = 0; i < 4; ++i) {
      const std::vector<bool> inside = labelsOf(bodies[i].mesh, points, pair.rule);
      for (std::size_t k = 0; k < points.size(); ++k)
        ASSERT_EQ(inside[k], expected(inA[k], inB[k], operations[i]))
            << name(operations[i]) << " point " << k;
    }
  }
}

// Mending from one row of grids left triangles that intersect.
TEST(RandomPairs, RoundedResultsAreMendedFromAnotherRowOfGrids) {
  RandomPair pair(156);
  const ArrangementBody body = test::booleanOf(pair.surfaces, SymmetricDifference, pair.rule);
  test::expectSound(body, 1e-12 * pair.surfaces[0].bounds().max().cwiseAbs().maxCoeff());
}

TEST(RandomPairs, TheNumberOfThreadsChangesNoBit) {
  for (unsigned seed = 100; seed < 110; ++seed) {
    RandomPair pair(seed);
    const auto run = [&](int threads) {
      const ThreadLimit limit(threads);
      return test::booleanOf(pair.surfaces, SymmetricDifference, pair.rule);
    };
    const ArrangementBody one = run(1), all = run(0);
    EXPECT_EQ(one.mesh.x, all.mesh.x);
    EXPECT_EQ(one.mesh.a, all.mesh.a);
    EXPECT_EQ(one.cell, all.cell);
    EXPECT_EQ(one.moments.volume, all.moments.volume);
  }
}

}  // namespace
}  // namespace talus::test_random_pairs
