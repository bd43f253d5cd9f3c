#include "arrangement/cut/labelled_triangles.h"

#include <string>

#include "base/error.h"
#include "geometry/exact/predicates.h"
#include "geometry/mesh/edge_table.h"
#include "geometry/mesh/point_merge.h"

namespace talus {

namespace {

// Coordinates whose products of seven are far from overflow in words of doubles; integers decide otherwise.
void requirePlain(const TriangleMesh& mesh, std::size_t surface) {
  const std::string name = "surface " + std::to_string(surface);
  requireCornersExist(mesh, name);
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    for (const Vec3& corner : mesh.corners(t))
      if (!(corner.array().abs() <= 1e150).all())  // of NaN, maxCoeff() may be another coordinate
        throw Error("A coordinate is not finite, or beyond 1e150", name + ", triangle " + std::to_string(t),
                    "Remove the triangle or correct its points", {.surface = name});
}

}  // namespace

LabelledTriangles gatherTriangles(std::span<const TriangleMesh> surfaces) {
  LabelledTriangles result;
  TriangleMesh all;
  std::vector<Index> surface, cell;
  for (std::size_t i = 0; i < surfaces.size(); ++i) {
    requirePlain(surfaces[i], i);
    all.append(surfaces[i]);
    for (std::size_t t = 0; t < surfaces[i].triangleCount(); ++t) {
      surface.push_back(static_cast<Index>(i));
      cell.push_back(static_cast<Index>(t));
    }
  }
  TriangleMesh merged = mergeDuplicatePoints(all).mesh;
  for (auto* numbers : {&result.mesh.a, &result.mesh.b, &result.mesh.c, &result.surface, &result.cell})
    numbers->reserve(merged.triangleCount());
  result.mesh.x = std::move(merged.x), result.mesh.y = std::move(merged.y),
  result.mesh.z = std::move(merged.z);
  for (std::size_t t = 0; t < merged.triangleCount(); ++t) {
    const auto [a, b, c] = merged.triangle(t);
    if (hasRepeatedCorner({a, b, c}) ||
        collinear(result.mesh.point(a), result.mesh.point(b), result.mesh.point(c)))
      continue;
    result.mesh.addTriangle(a, b, c);
    result.surface.push_back(surface[t]);
    result.cell.push_back(cell[t]);
  }
  return result;
}

}  // namespace talus
