#include "arrangement/result/intersection_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "shapes.h"

namespace talus::test_intersection_search {
namespace {

// Two surfaces that intersect; every third point is new.
RoundedSurface someSurface() {
  RoundedSurface surface;
  surface.mesh = shapes::sphere(2);
  surface.mesh.append(shapes::moved(shapes::unitBox(3), 1.1, Vec3(0.3, 0.2, 0.1)));
  surface.source.assign(surface.mesh.triangleCount(), 0);
  for (std::size_t p = 0; p < surface.mesh.pointCount(); ++p)
    surface.isNew.push_back(p % 3 == 0 ? RoundedSurface::rounded : 0);
  return surface;
}

void moveTriangle(TriangleMesh& mesh, std::size_t from, std::size_t to) {
  for (auto* corners : {&mesh.a, &mesh.b, &mesh.c}) std::swap((*corners)[from], (*corners)[to]);
}

TEST(IntersectionSearch, FindsTheSameAfterChanges) {
  std::mt19937 random(5);
  RoundedSurface surface = someSurface();
  IntersectionSearch search;
  std::size_t pairs = search.find(surface).size();
  EXPECT_GT(pairs, 20U);
  int changes = 0;
  for (int round = 0; round < 200; ++round) {
    const std::size_t p = random() % surface.mesh.pointCount();
    if (round % 4 == 0) {  // a point becomes one of the new ones without a move
      surface.isNew[p] |= RoundedSurface::joined;
    } else if (round % 4 == 1) {  // other numbers
      moveTriangle(surface.mesh, random() % surface.mesh.triangleCount(),
                   random() % surface.mesh.triangleCount());
    } else if (round % 4 == 2) {  // a triangle occurs twice
      const auto [a, b, c] = surface.mesh.triangle(random() % surface.mesh.triangleCount());
      surface.mesh.addTriangle(a, b, c);
      surface.source.push_back(0);
    } else {
      surface.mesh.x[p] += 0.3 * (static_cast<double>(random() % 3) - 1);
      surface.isNew[p] |= RoundedSurface::rounded;
    }
    IntersectionSearch fresh;
    ASSERT_EQ(search.find(surface), fresh.find(surface)) << "round " << round;
    changes += search.pairs().size() != pairs;
    pairs = search.pairs().size();
  }
  EXPECT_GT(changes, 20);
}

TEST(IntersectionSearch, ExaminesOnlyWhatIsNearNewPoints) {
  RoundedSurface surface = someSurface();
  std::fill(surface.isNew.begin(), surface.isNew.end(), std::uint8_t{0});
  EXPECT_TRUE(IntersectionSearch().find(surface).empty());
}

}  // namespace
}  // namespace talus::test_intersection_search
