#include "geometry/triangle_mesh.h"

#include "base/error.h"
#include "geometry/predicates.h"

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
  for (std::size_t t = 0; t < other.triangleCount(); ++t)
    addTriangle(other.a[t] + shift, other.b[t] + shift, other.c[t] + shift);
}

Box TriangleMesh::bounds() const {
  Box box;
  for (std::size_t t = 0; t < triangleCount(); ++t) box.extend(bounds(t));
  return box;
}

Box TriangleMesh::bounds(std::size_t t) const {
  Box box(point(a[t]));
  box.extend(point(b[t]));
  box.extend(point(c[t]));
  return box;
}

void requireCornersExist(const TriangleMesh& mesh, const std::string& name) {
  const auto count = static_cast<Index>(mesh.pointCount());
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    for (const Index corner : mesh.triangle(t))
      if (corner < 0 || corner >= count)
        throw Error(name + " has a triangle with a corner that does not exist",
                    "triangle " + std::to_string(t) + " names point " + std::to_string(corner) + " of " +
                        std::to_string(count),
                    "Export the mesh again");
}

namespace {

void requireFinite(const TriangleMesh& mesh, const std::string& name) {
  std::size_t bad = 0;
  std::size_t first = 0;
  for (std::size_t t = mesh.triangleCount(); t-- > 0;) {
    const auto corners = mesh.corners(t);
    if (corners[0].allFinite() && corners[1].allFinite() && corners[2].allFinite()) continue;
    ++bad;
    first = t;
  }
  if (bad > 0)
    throw Error(name + " has NaN or infinite coordinates",
                std::to_string(bad) + " triangles, the first is number " + std::to_string(first),
                "Remove these triangles or repair the file");
}

void requireArea(const TriangleMesh& mesh, const std::string& name) {
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [p, q, r] = mesh.corners(t);
    if (!collinear(p, q, r)) return;
  }
  throw Error(name + " encloses nothing: every triangle has zero area",
              std::to_string(mesh.triangleCount()) + " triangles", "Check the file's scale and export");
}

}  // namespace

void requireUsable(const TriangleMesh& mesh, const std::string& name) {
  if (mesh.triangleCount() == 0)
    throw Error(name + " has no triangles", std::to_string(mesh.pointCount()) + " points, 0 triangles",
                "Give a surface made of triangles or polygons");
  requireCornersExist(mesh, name);
  requireFinite(mesh, name);
  requireArea(mesh, name);
}

}  // namespace talus
