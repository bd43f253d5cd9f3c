#include "defect_places.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <map>

#include "geometry/check/mesh_check.h"
#include "geometry/mesh/union_find.h"

namespace talus::filters {

namespace {

bool isFinite(const TriangleMesh& mesh, std::size_t triangle) {
  for (const Vec3& corner : mesh.corners(triangle))
    if (!corner.allFinite()) return false;
  return true;
}

std::vector<std::size_t> placed(const TriangleMesh& mesh, const std::vector<std::uint8_t>& defects) {
  std::vector<std::size_t> triangles;
  for (std::size_t t = 0; t < defects.size(); ++t)
    if (defects[t] != 0 && isFinite(mesh, t)) triangles.push_back(t);
  return triangles;
}

// Twice the area, along the normal.
Vec3 areaOf(const TriangleMesh& mesh, std::size_t triangle, std::uint8_t defects) {
  const auto corners = mesh.corners(triangle);
  const Vec3 area = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
  return (defects & bit(Defect::Flipped)) != 0 ? Vec3(-area) : area;
}

void add(const TriangleMesh& mesh, std::size_t triangle, std::uint8_t defects, DefectPlace& place) {
  for (const Vec3& corner : mesh.corners(triangle)) {
    place.low = place.low.cwiseMin(corner);
    place.high = place.high.cwiseMax(corner);
  }
  place.outwards += areaOf(mesh, triangle, defects);
}

void addNumber(double value, std::string& text) {
  std::array<char, 32> digits{};
  text.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

}  // namespace

std::vector<DefectPlace> defectPlaces(const TriangleMesh& mesh, const std::vector<std::uint8_t>& defects) {
  const std::vector<std::size_t> triangles = placed(mesh, defects);
  if (triangles.empty()) return {};
  UnionFind sets(mesh.pointCount());
  for (const std::size_t t : triangles) {
    const auto points = mesh.triangle(t);
    sets.unite(points[0], points[1]);
    sets.unite(points[0], points[2]);
  }
  std::vector<DefectPlace> places;
  std::map<Index, std::size_t> numbers;
  for (const std::size_t t : triangles) {
    const auto [at, isNew] = numbers.emplace(sets.find(mesh.triangle(t)[0]), places.size());
    const Vec3 first = mesh.corners(t)[0];
    if (isNew) places.push_back({first, first, Vec3::Zero()});
    add(mesh, t, defects[t], places[at->second]);
  }
  for (DefectPlace& place : places) place.outwards = place.outwards.stableNormalized();
  return places;
}

std::string textOf(const std::vector<DefectPlace>& places) {
  constexpr std::size_t maximumPlaces = 1000;
  std::string text;
  for (std::size_t i = 0; i < std::min(maximumPlaces, places.size()); ++i) {
    for (const Vec3& part : {places[i].low, places[i].high, places[i].outwards})
      for (const double value : part) {
        addNumber(value, text);
        text += ' ';
      }
    text.back() = '\n';
  }
  return text;
}

}  // namespace talus::filters
