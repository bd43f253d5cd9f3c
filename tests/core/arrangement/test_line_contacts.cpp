// What triangles of two planes have in common along their line, beside pairs of triangles one by one.
#include "arrangement/cut/line_contacts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "arrangement/cut/triangle_contacts.h"
#include "geometry/exact/predicates.h"

namespace talus::test_line_contacts {
namespace {

using Span = std::pair<double, double>;  // along y; points are spans without length

constexpr Index trianglesPerPlane = 12;

// Triangles in the planes z = 0 and x = 0, with small whole coordinates, so that corners, edges and ends
// often coincide.
TriangleMesh twoPlanes(std::mt19937& random) {
  std::uniform_int_distribution<int> coordinate(-4, 4);
  TriangleMesh mesh;
  while (mesh.triangleCount() < 2 * trianglesPerPlane) {
    const bool isFirst = mesh.triangleCount() < trianglesPerPlane;
    std::array<Vec3, 3> corners;
    for (Vec3& corner : corners) {
      const double u = coordinate(random), y = coordinate(random);
      corner = isFirst ? Vec3(u, y, 0) : Vec3(0, y, u);
    }
    if (collinear(corners[0], corners[1], corners[2])) continue;
    for (const Vec3& corner : corners) mesh.addPoint(corner);
    const auto end = static_cast<Index>(mesh.x.size());
    mesh.addTriangle(end - 3, end - 2, end - 1);
  }
  return mesh;
}

PlaneLine lineOf() {
  PlaneLine line{{0, trianglesPerPlane}, {}};
  for (Index t = 0; t < 2 * trianglesPerPlane; ++t)
    line.triangles[t < trianglesPerPlane ? 0 : 1].push_back(t);
  return line;
}

std::vector<Span> united(std::vector<Span> spans) {
  std::sort(spans.begin(), spans.end());
  std::vector<Span> result;
  for (const Span& span : spans)
    if (!result.empty() && span.first <= result.back().second)
      result.back().second = std::max(result.back().second, span.second);
    else
      result.push_back(span);
  return result;
}

std::vector<Span> spansOfPairs(const ExactGeometry& geometry) {
  std::vector<Span> spans;
  TriangleContacts contacts;
  for (Index s = 0; s < trianglesPerPlane; ++s)
    for (Index t = trianglesPerPlane; t < 2 * trianglesPerPlane; ++t) {
      findContacts(geometry, s, t, contacts);
      std::vector<double> places;
      for (const PointOrigin& origin : contacts.points) places.push_back(geometry.point(origin).rounded.y());
      if (places.empty()) continue;
      const auto [from, to] = std::minmax_element(places.begin(), places.end());
      spans.emplace_back(*from, *to);
    }
  return spans;
}

TEST(LineContacts, AreThoseOfAllPairs) {
  std::mt19937 random(1);
  for (int round = 0; round < 500; ++round) {
    const TriangleMesh mesh = twoPlanes(random);
    const ExactGeometry geometry(mesh);
    const LineContacts contacts = contactsAlong(geometry, lineOf());
    std::vector<Span> pieces;
    std::set<double> places;
    for (const auto& [i, j] : contacts.pieces) {
      pieces.emplace_back(contacts.points[i].rounded.y(), contacts.points[j].rounded.y());
      places.insert({pieces.back().first, pieces.back().second});
    }
    const std::vector<Span> expected = spansOfPairs(geometry);
    EXPECT_EQ(united(pieces), united(expected)) << round;
    for (const auto& [from, to] : expected)
      EXPECT_TRUE(places.contains(from) && places.contains(to)) << round;
    for (std::size_t i = 1; i < contacts.points.size(); ++i)
      EXPECT_LT(contacts.points[i - 1].rounded.y(), contacts.points[i].rounded.y()) << round;
  }
}

TEST(LineContacts, TouchInAPoint) {
  TriangleMesh mesh;
  for (const Vec3& p :
       {Vec3(-1, 0, 0), Vec3(1, 0, 0), Vec3(0, -1, 0), Vec3(0, 0, 1), Vec3(0, 0, -1), Vec3(0, 1, 0)})
    mesh.addPoint(p);
  mesh.addTriangle(0, 1, 2);
  mesh.addTriangle(3, 4, 5);
  const LineContacts contacts = contactsAlong(ExactGeometry(mesh), {{0, 1}, {{{0}, {1}}}});
  ASSERT_EQ(contacts.pieces.size(), 1u);
  const auto [i, j] = contacts.pieces[0];
  EXPECT_EQ(i, j);
  EXPECT_EQ(contacts.points[i].rounded, Vec3(0, 0, 0));
}

}  // namespace
}  // namespace talus::test_line_contacts
