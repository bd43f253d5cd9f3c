// How labels of many points are put together: chunks, batches, several bodies, points that are no numbers.
#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "enclosure/classifier/classifier.h"
#include "shapes.h"

namespace talus::test_classifier_query {
namespace {

constexpr std::size_t chunk = 1024;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Cuboids along x that overlap, so that many points are in two of them.
struct Row {
  std::vector<Box> boxes;

  explicit Row(int count) {
    for (int i = 0; i < count; ++i) boxes.emplace_back(Vec3(i, 0, 0), Vec3(i + 1.5, 1, 1));
  }
  std::vector<TriangleMesh> surfaces() const {
    std::vector<TriangleMesh> meshes;
    for (const Box& box : boxes) meshes.push_back(shapes::box(box.min(), box.max()));
    return meshes;
  }
  Index bodyAt(const Vec3& x) const {
    for (std::size_t i = 0; i < boxes.size(); ++i)
      if (boxes[i].contains(x)) return static_cast<Index>(i);
    return -1;
  }
  int depthAt(const Vec3& x) const {
    int depth = 0;
    for (const Box& box : boxes) depth += box.contains(x) ? 1 : 0;
    return depth;
  }
};

std::vector<Vec3> cloud(std::size_t count, double length) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> along(-0.5, length + 1), across(-0.2, 1.2);
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < count; ++i) points.emplace_back(along(random), across(random), across(random));
  return points;
}

// Compares with the boxes themselves; every 100th point is no number.
void expectRight(int bodies, std::size_t count, EnclosureOptions options) {
  options.enclosingBody = options.nestingDepth = true;
  const Row row(bodies);
  std::vector<Vec3> points = cloud(count, bodies);
  for (std::size_t i = 50; i < count; i += 100) points[i].y() = nan;
  Context context;
  const Classification found = Classifier(row.surfaces(), options, context).classify(points, context);
  ASSERT_EQ(found.side.size(), count);
  std::int64_t invalid = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const bool isNumber = points[i].allFinite();
    const Index body = isNumber ? row.bodyAt(points[i]) : -1;
    invalid += isNumber ? 0 : 1;
    ASSERT_EQ(found.side[i], body < 0 ? Side::Outside : Side::Inside) << i;
    ASSERT_EQ(found.body[i], body) << i;
    ASSERT_EQ(found.depth[i], isNumber ? row.depthAt(points[i]) : 0) << i;
  }
  EXPECT_EQ(found.nonFinitePoints, invalid);
}

TEST(ClassifierQuery, LabelsEveryPointAtTheEndsOfChunks) {
  for (const std::size_t count : {std::size_t{1}, chunk - 1, chunk, chunk + 1, 3 * chunk + 7})
    expectRight(1, count, {});
}

TEST(ClassifierQuery, JoinsBodiesPointByPoint) {
  for (const std::size_t count : {chunk - 1, chunk + 1, 5 * chunk}) expectRight(4, count, {});
}

TEST(ClassifierQuery, AgreesByEveryMethod) {
  for (const Method method :
       {Method::RayCrossing, Method::SolidAngle, Method::FastMultipole, Method::CyrusBeck})
    for (const int bodies : {1, 3}) expectRight(bodies, chunk + 1, {.method = method});
}

TEST(ClassifierQuery, LabelsMoreThanABatch) {
  expectRight(2, (std::size_t{1} << 20) + 3, {});
}

}  // namespace
}  // namespace talus::test_classifier_query
