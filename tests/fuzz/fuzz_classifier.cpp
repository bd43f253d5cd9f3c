// Whatever the triangles are: one Error with a remedy, or labels on which the methods agree.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "base/error.h"
#include "enclosure/classifier/classifier.h"
#include "sample_size.h"

namespace talus {
namespace {

class Chaos {
 public:
  explicit Chaos(unsigned seed) : engine_(seed) {}

  int upTo(int n) { return std::uniform_int_distribution<int>(0, n)(engine_); }
  bool oneIn(int n) { return upTo(n - 1) == 0; }

  // Mostly small whole numbers, so that points meet; now and then something from the edge of double.
  double coordinate() {
    if (wild_ && oneIn(20)) {
      constexpr double odd[] = {0.0,
                                -0.0,
                                1e-320,
                                1e-300,
                                -1e300,
                                1e308,
                                0.1,
                                1e16,
                                1e-9,
                                std::numeric_limits<double>::quiet_NaN(),
                                std::numeric_limits<double>::infinity()};
      return odd[upTo(nonFinite_ ? 10 : 8)];
    }
    return upTo(3) * scale_;
  }
  Vec3 point() { return {coordinate(), coordinate(), coordinate()}; }

  TriangleMesh mesh() {
    constexpr double scales[] = {1, 0.1, 1e-7, 1e8, 1e-150, 1e150};
    scale_ = scales[upTo(5)];
    wild_ = oneIn(3);
    nonFinite_ = oneIn(2);
    TriangleMesh mesh;
    for (int n = upTo(5); n >= 0; --n) oneIn(2) ? addTetrahedron(mesh) : addTriangles(mesh);
    if (oneIn(30)) mesh.c.back() = upTo(40) - 10;
    return mesh;
  }

  // Closed shells in each other's way.
  TriangleMesh shells() {
    TriangleMesh mesh;
    for (int n = 0; n < 5; ++n) addTetrahedron(mesh);
    return mesh;
  }

 private:
  // Closed, of any orientation, often flat.
  void addTetrahedron(TriangleMesh& mesh) {
    const Index first = mesh.addPoint(point());
    for (int n = 0; n < 3; ++n) mesh.addPoint(point());
    constexpr Index faces[4][3] = {{0, 1, 2}, {1, 0, 3}, {2, 1, 3}, {0, 2, 3}};
    for (const auto& f : faces) mesh.addTriangle(first + f[0], first + f[1], first + f[2]);
  }
  void addTriangles(TriangleMesh& mesh) {
    for (int n = upTo(3); n >= 0; --n) mesh.addPoint(point());
    const int last = static_cast<int>(mesh.pointCount()) - 1;
    for (int n = upTo(4); n >= 0; --n) {
      const Index i = upTo(last), j = upTo(last), k = upTo(last);
      mesh.addTriangle(i, j, k);
      if (oneIn(2)) mesh.addTriangle(i, k, j);  // and its reverse: closed, without inside
    }
  }

  std::mt19937_64 engine_;
  double scale_ = 1;
  bool wild_ = false;
  bool nonFinite_ = false;
};

struct Outcome {
  Classification labels;
  bool closed = false;
  std::string error;
};

Outcome run(const TriangleMesh& mesh, EnclosureOptions options, const std::vector<Vec3>& points) {
  options.windingNumber = true;
  Context context;
  try {
    const Classifier classifier({mesh}, options, context);
    return {classifier.classify(points, context), classifier.report(0).closed, ""};
  } catch (const Error& error) {
    EXPECT_FALSE(error.remedy().empty());
    return {{}, false, error.what()};
  }
}

TEST(Fuzz, ClassifierGivesOneErrorOrTheSameLabelsByEveryMethod) {
  const int cases = sampleSize(800, 100'000);
  int errors = 0;
  int closed = 0;
  for (unsigned seed = 0; seed < static_cast<unsigned>(cases); ++seed) {
    Chaos chaos(seed);
    const TriangleMesh mesh = chaos.mesh();
    std::vector<Vec3> points;
    for (int n = 0; n < 20; ++n) points.push_back(chaos.point());
    for (int n = 0; n < 20; ++n) points.emplace_back(0.5 * chaos.point() + 0.5 * chaos.point());
    const Outcome reference = run(mesh, {}, points);
    errors += !reference.error.empty();
    closed += reference.closed;
    for (const Method method :
         {Method::RayCrossing, Method::DiscreteFunction, Method::SolidAngle, Method::Antipodal}) {
      const Outcome outcome = run(mesh, {.method = method}, points);
      ASSERT_EQ(outcome.error, reference.error) << "seed " << seed << ", " << name(method);
      ASSERT_EQ(outcome.labels.side.size(), reference.labels.side.size());
      for (const double w : outcome.labels.winding)
        ASSERT_TRUE(std::isfinite(w)) << "seed " << seed << ", " << name(method);
      const bool exact = method == Method::RayCrossing || method == Method::DiscreteFunction;
      if (!reference.closed || !exact) continue;
      ASSERT_EQ(outcome.labels.side, reference.labels.side) << "seed " << seed << ", " << name(method);
    }
  }
  EXPECT_GT(errors, cases / 40) << "the corpus must hold unusable meshes";
  EXPECT_GT(closed, cases / 4) << "and closed ones";
}

// Nested, overlapping and touching shells: the rule, depth and distance must fit the labels.
TEST(Fuzz, RuleDepthAndDistanceFitTheLabels) {
  const int cases = sampleSize(400, 50'000);
  std::int64_t ambiguous = 0;
  for (unsigned seed = 0; seed < static_cast<unsigned>(cases); ++seed) {
    Chaos chaos(seed + 100000);
    const TriangleMesh mesh = seed % 2 == 0 ? chaos.mesh() : chaos.shells();
    std::vector<Vec3> points;
    for (int n = 0; n < 20; ++n) points.push_back(chaos.point());
    for (int n = 0; n < 20; ++n) points.emplace_back(0.5 * chaos.point() + 0.5 * chaos.point());
    const Outcome parity = run(mesh, {.nestingDepth = true, .distance = true}, points);
    if (!parity.error.empty()) continue;
    const auto nonZero = [&](Method method) {
      return run(mesh, {.method = method, .insideRule = InsideRule::NonZero}, points).labels;
    };
    const Classification united = nonZero(Method::DiscreteFunction);
    ASSERT_EQ(united.ambiguousPoints, parity.labels.ambiguousPoints) << "seed " << seed;
    ambiguous += united.ambiguousPoints;
    if (parity.closed) {
      ASSERT_EQ(nonZero(Method::RayCrossing).side, united.side) << "seed " << seed;
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Classification& labels = parity.labels;
      ASSERT_GE(united.side[i], labels.side[i]) << "seed " << seed << ": a union has no less inside";
      ASSERT_GE(labels.depth[i], labels.side[i] == Side::Inside ? 1 : 0) << "seed " << seed;
      if (!points[i].allFinite()) continue;
      const double d = labels.distance[i];
      const Side side = d > 0 ? Side::Outside : d < 0 ? Side::Inside : Side::OnSurface;
      ASSERT_EQ(side, labels.side[i])
          << "seed " << seed << ", distance " << d << " at " << points[i].transpose();
      ASSERT_GE(labels.closestTriangle[i], 0);
    }
  }
  EXPECT_GT(ambiguous, cases / 40) << "the corpus must hold overlaps";
}

}  // namespace
}  // namespace talus
