#include "geometry/mesh/triangle_mesh.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "base/error.h"
#include "geometry/exact/predicates.h"

namespace talus {

Index TriangleMesh::addPoint(const Vec3& p) {
  x.push_back(p.x());
  y.push_back(p.y());
  z.push_back(p.z());
  return static_cast<Index>(x.size() - 1);
}

void TriangleMesh::addTriangle(Index i, Index j, Index k) {
  a.push_back(i);
  b.push_back(j);
  c.push_back(k);
}

void TriangleMesh::append(const TriangleMesh& other) {
  const auto shift = static_cast<Index>(pointCount());
  x.insert(x.end(), other.x.begin(), other.x.end());
  y.insert(y.end(), other.y.begin(), other.y.end());
  z.insert(z.end(), other.z.begin(), other.z.end());
  const auto shifted = [shift](Index corner) { return corner + shift; };
  std::ranges::transform(other.a, std::back_inserter(a), shifted);
  std::ranges::transform(other.b, std::back_inserter(b), shifted);
  std::ranges::transform(other.c, std::back_inserter(c), shifted);
}

void TriangleMesh::append(TriangleMesh&& other) {
  if (pointCount() == 0 && triangleCount() == 0)
    *this = std::move(other);
  else
    append(std::as_const(other));
}

Box TriangleMesh::bounds() const {
  Box box;
  for (std::size_t t = 0; t < triangleCount(); ++t) box.extend(bounds(t));
  return box;
}

Box TriangleMesh::bounds(std::size_t t) const {
  return boxOf(corners(t));
}

std::vector<std::array<Vec3, 3>> TriangleMesh::properTriangles() const {
  std::vector<std::array<Vec3, 3>> proper;
  proper.reserve(triangleCount());
  for (std::size_t t = 0; t < triangleCount(); ++t) {
    const auto triangle = corners(t);
    if (!collinear(triangle[0], triangle[1], triangle[2])) proper.push_back(triangle);
  }
  return proper;
}

void requireCornersExist(const TriangleMesh& mesh, const std::string& name) {
  const auto count = static_cast<Index>(mesh.pointCount());
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    for (const Index corner : mesh.triangle(t))
      if (corner < 0 || corner >= count)
        throw Error(name + " has a triangle with an invalid point index",
                    "triangle " + std::to_string(t) + " refers to point " + std::to_string(corner) + " of " +
                        std::to_string(count),
                    "Export the mesh again", {.surface = name});
}

namespace {

constexpr double largestCoordinate = 1e300;

// The number of triangles with a corner for which `bad` is true, and the first of them.
template <class Bad>
std::pair<std::size_t, std::size_t> countTriangles(const TriangleMesh& mesh, const Bad& bad) {
  std::size_t count = 0;
  std::size_t first = 0;
  for (std::size_t t = mesh.triangleCount(); t-- > 0;) {
    const auto corners = mesh.corners(t);
    if (!bad(corners[0]) && !bad(corners[1]) && !bad(corners[2])) continue;
    ++count;
    first = t;
  }
  return {count, first};
}

template <class Bad>
void refuse(const TriangleMesh& mesh, const Bad& bad, const std::string& name, const std::string& what,
            const std::string& remedy) {
  const auto [count, first] = countTriangles(mesh, bad);
  if (count > 0)
    throw Error(name + what,
                std::to_string(count) + " triangles, the first is number " + std::to_string(first), remedy,
                {.surface = name});
}

// Nearly always; NaN is not moderate.
bool allModerate(const TriangleMesh& mesh) {
  return std::ranges::all_of(std::array{&mesh.x, &mesh.y, &mesh.z}, [](const std::vector<double>* axis) {
    std::size_t count = 0;  // without an early end the loop is vectorised
    for (const double v : *axis) count += std::abs(v) <= largestCoordinate;
    return count == axis->size();
  });
}

void requireFinite(const TriangleMesh& mesh, const std::string& name) {
  refuse(
      mesh, [](const Vec3& p) { return !p.allFinite(); }, name, " has NaN or infinite coordinates",
      "Remove these triangles or repair the file");
}

// Rejects coordinates so large that rays or differences might overflow.
void requireModerate(const TriangleMesh& mesh, const std::string& name) {
  refuse(
      mesh, [](const Vec3& p) { return p.cwiseAbs().maxCoeff() > largestCoordinate; }, name,
      " has coordinates beyond 1e300", "Repair the file, or scale surface and points down");
}

void requireArea(const TriangleMesh& mesh, const std::string& name) {
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [p, q, r] = mesh.corners(t);
    if (!collinear(p, q, r)) return;
  }
  throw Error(name + " encloses nothing: every triangle has zero area",
              std::to_string(mesh.triangleCount()) + " triangles", "Check the file's scale and export",
              {.surface = name});
}

}  // namespace

void requireUsable(const TriangleMesh& mesh, const std::string& name) {
  if (mesh.triangleCount() == 0)
    throw Error(name + " has no triangles", std::to_string(mesh.pointCount()) + " points, 0 triangles",
                "Give a surface made of triangles or polygons", {.surface = name});
  requireCornersExist(mesh, name);
  if (!allModerate(mesh)) {  // points that no triangle uses do not matter
    requireFinite(mesh, name);
    requireModerate(mesh, name);
  }
  requireArea(mesh, name);
}

}  // namespace talus
