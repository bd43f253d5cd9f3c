#include "peers/cgal_boolean.h"

#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/corefinement.h>
#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>
#include <CGAL/Surface_mesh.h>

#include <vector>

namespace talus::peers {

namespace {

namespace processing = CGAL::Polygon_mesh_processing;

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using Surface = CGAL::Surface_mesh<Kernel::Point_3>;

std::optional<Surface> surfaceOf(const TriangleMesh& mesh) {
  std::vector<Kernel::Point_3> points;
  std::vector<std::vector<std::size_t>> triangles;
  for (std::size_t i = 0; i < mesh.pointCount(); ++i) points.emplace_back(mesh.x[i], mesh.y[i], mesh.z[i]);
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto corners = mesh.triangle(t);
    triangles.emplace_back(corners.begin(), corners.end());
  }
  if (!processing::is_polygon_soup_a_polygon_mesh(triangles)) return std::nullopt;
  Surface surface;
  processing::polygon_soup_to_polygon_mesh(points, triangles, surface);
  return surface;
}

double volumeOf(const Surface& surface) {
  Kernel::FT sum = 0;
  for (const auto face : surface.faces()) {
    std::vector<Kernel::Point_3> corners;
    for (const auto point : surface.vertices_around_face(surface.halfedge(face)))
      corners.push_back(surface.point(point));
    sum += CGAL::determinant(corners[0] - CGAL::ORIGIN, corners[1] - CGAL::ORIGIN, corners[2] - CGAL::ORIGIN);
  }
  return CGAL::to_double(CGAL::exact(sum) / 6);
}

bool compute(BooleanOperation operation, Surface& a, Surface& b, Surface& result) {
  switch (operation) {
    case BooleanOperation::Union:
      return processing::corefine_and_compute_union(a, b, result);
    case BooleanOperation::Intersection:
      return processing::corefine_and_compute_intersection(a, b, result);
    case BooleanOperation::Difference:
      return processing::corefine_and_compute_difference(a, b, result);
    default:
      return false;
  }
}

}  // namespace

std::optional<double> cgalBooleanVolume(const TriangleMesh& a, const TriangleMesh& b,
                                        BooleanOperation operation) {
  std::optional<Surface> first = surfaceOf(a), second = surfaceOf(b);
  Surface result;
  if (!first || !second || !compute(operation, *first, *second, result)) return std::nullopt;
  return volumeOf(result);
}

}  // namespace talus::peers
