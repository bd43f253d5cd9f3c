#include "arrangement/result/zone_triangles.h"

#include <algorithm>
#include <array>
#include <limits>

#include "geometry/mesh/mesh_part.h"

namespace talus {

namespace {

// Where rays along the axes from a box go.
std::array<Box, 3> columnsFrom(const Box& box) {
  std::array<Box, 3> columns{box, box, box};
  for (Eigen::Index axis = 0; axis < 3; ++axis)
    columns[static_cast<std::size_t>(axis)].max()[axis] = std::numeric_limits<double>::infinity();
  return columns;
}

}  // namespace

ZoneTriangles::ZoneTriangles(std::span<const TriangleMesh* const> wholes, const Box& around) : zone(around) {
  Box reach;  // of the triangles in the zone
  for (const TriangleMesh* whole : wholes)
    for (std::size_t t = 0; t < whole->triangleCount(); ++t)
      if (const Box box = whole->bounds(t); box.intersects(zone)) {
        reach.extend(box);
        ++inZone;
      }
  const std::array<Box, 3> columns = columnsFrom(reach);
  for (const TriangleMesh* whole : wholes) {
    std::vector<Index>& own = numbers.emplace_back();
    for (std::size_t t = 0; t < whole->triangleCount(); ++t) {
      const Box box = whole->bounds(t);
      if (std::any_of(columns.begin(), columns.end(),
                      [&](const Box& column) { return column.intersects(box); }))
        own.push_back(static_cast<Index>(t));
    }
    surfaces.push_back(partOf(*whole, own));
  }
}

}  // namespace talus
