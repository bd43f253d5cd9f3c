#include "contact/contact_geometry.h"

#include <utility>

#include "geometry/mesh_check.h"
#include "geometry/point_merge.h"

namespace talus {

namespace {

std::vector<Vec3> usedPoints(const TriangleMesh& mesh) {
  std::vector<bool> used(mesh.pointCount(), false);
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    for (const Index corner : mesh.triangle(t)) used[static_cast<std::size_t>(corner)] = true;
  std::vector<Vec3> points;
  for (std::size_t p = 0; p < used.size(); ++p)
    if (used[p]) points.push_back(mesh.point(static_cast<Index>(p)));
  return points;
}

std::vector<double> areasOf(const TriangleMesh& mesh) {
  std::vector<double> areas;
  areas.reserve(mesh.triangleCount());
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    areas.push_back(0.5 * (b - a).cross(c - a).norm());
  }
  return areas;
}

}  // namespace

ContactGeometry::ContactGeometry(const TriangleMesh& mesh, const std::string& name,
                                 const SurrogateOptions& options, Context& context)
    : ContactGeometry(mergeDuplicatePoints(mesh).mesh, options, name, context) {}

ContactGeometry::ContactGeometry(TriangleMesh merged, const SurrogateOptions& options,
                                 const std::string& name, Context& context)
    : triangles_(merged, options, context), points_(usedPoints(merged)), areas_(areasOf(merged)) {
  for (const Vec3& point : points_) bounds_.extend(point);
  const MeshReport report = checkMesh(merged, {.selfIntersections = false}, context);
  if (report.convex) convex_.emplace(merged, name);
  if (report.closed && report.oriented) cells_.emplace(std::move(merged));
}

}  // namespace talus
