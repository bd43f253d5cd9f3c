#include "peers/cgal_surface.h"

#include <CGAL/Polygon_mesh_processing/orient_polygon_soup.h>
#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>

namespace talus::peers {

namespace processing = CGAL::Polygon_mesh_processing;

CgalPoint toCgal(const Vec3& p) {
  return {p.x(), p.y(), p.z()};
}

CgalSoup soupOf(const TriangleMesh& mesh) {
  CgalSoup soup;
  for (std::size_t i = 0; i < mesh.pointCount(); ++i)
    soup.points.push_back(toCgal(mesh.point(static_cast<Index>(i))));
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto corners = mesh.triangle(t);
    soup.polygons.emplace_back(corners.begin(), corners.end());
  }
  return soup;
}

CgalSurface surfaceOf(const TriangleMesh& mesh) {
  CgalSoup soup = soupOf(mesh);
  if (!processing::is_polygon_soup_a_polygon_mesh(soup.polygons))
    processing::orient_polygon_soup(soup.points, soup.polygons);
  CgalSurface surface;
  processing::polygon_soup_to_polygon_mesh(soup.points, soup.polygons, surface);
  return surface;
}

}  // namespace talus::peers
