#include "enclosure/cells/triangle_set.h"

#include "geometry/exact/orientation_filter.h"
#include "geometry/exact/predicates.h"

namespace talus {

TriangleSet::TriangleSet(const TriangleMesh& mesh)
    : points_(mesh.pointCount()), corners_(mesh.triangleCount()) {
  for (std::size_t i = 0; i < mesh.pointCount(); ++i) points_[i] = Vec3(mesh.x[i], mesh.y[i], mesh.z[i]);
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    if (!surelyHasArea(a, b, c) && collinear(a, b, c)) continue;
    corners_[size_++] = {static_cast<std::uint32_t>(mesh.a[t]), static_cast<std::uint32_t>(mesh.b[t]),
                         static_cast<std::uint32_t>(mesh.c[t])};
    for (const Vec3* p : {&a, &b, &c}) bounds_.extend(*p);
  }
}

std::size_t TriangleSet::memoryBytes() const {
  return points_.memoryBytes() + corners_.memoryBytes();
}

}  // namespace talus
