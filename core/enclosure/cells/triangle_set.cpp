#include "enclosure/cells/triangle_set.h"

#include "geometry/exact/predicates.h"

namespace talus {

TriangleSet::TriangleSet(const TriangleMesh& mesh) {
  points_.reserve(mesh.pointCount());
  for (std::size_t i = 0; i < mesh.pointCount(); ++i) points_.emplace_back(mesh.x[i], mesh.y[i], mesh.z[i]);
  corners_.reserve(mesh.triangleCount());
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    if (collinear(a, b, c)) continue;
    corners_.push_back({static_cast<std::uint32_t>(mesh.a[t]), static_cast<std::uint32_t>(mesh.b[t]),
                        static_cast<std::uint32_t>(mesh.c[t])});
    for (const Vec3* p : {&a, &b, &c}) bounds_.extend(*p);
  }
}

std::size_t TriangleSet::memoryBytes() const {
  return points_.capacity() * sizeof(points_[0]) + corners_.capacity() * sizeof(corners_[0]);
}

}  // namespace talus
