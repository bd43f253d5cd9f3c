#include "peers/cgal.h"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/orient_polygon_soup.h>
#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Side_of_triangle_mesh.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/intersections.h>

#include <iterator>
#include <utility>
#include <vector>

namespace talus::peers {

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
namespace processing = CGAL::Polygon_mesh_processing;
using Point = Kernel::Point_3;
using Surface = CGAL::Surface_mesh<Point>;
using Query = CGAL::Side_of_triangle_mesh<Surface, Kernel>;

Point toCgal(const Vec3& p) {
  return {p.x(), p.y(), p.z()};
}

Kernel::Triangle_3 toCgal(const Corners& t) {
  return {toCgal(t[0]), toCgal(t[1]), toCgal(t[2])};
}

struct Soup {
  std::vector<Point> points;
  std::vector<std::vector<std::size_t>> polygons;
};

Soup soupOf(const TriangleMesh& mesh) {
  Soup soup;
  for (std::size_t i = 0; i < mesh.pointCount(); ++i)
    soup.points.push_back(toCgal(mesh.point(static_cast<Index>(i))));
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto corners = mesh.triangle(t);
    soup.polygons.emplace_back(corners.begin(), corners.end());
  }
  return soup;
}

// Orienting changes which way triangles face and splits non-manifold points; parity sees neither.
Surface surfaceOf(const TriangleMesh& mesh) {
  Soup soup = soupOf(mesh);
  if (!processing::is_polygon_soup_a_polygon_mesh(soup.polygons))
    processing::orient_polygon_soup(soup.points, soup.polygons);
  Surface surface;
  processing::polygon_soup_to_polygon_mesh(soup.points, soup.polygons, surface);
  return surface;
}

}  // namespace

struct CgalSide::Tree {
  explicit Tree(const TriangleMesh& mesh) : surface(surfaceOf(mesh)), query(surface) {}
  Surface surface;
  Query query;
};

// The tree is built with the first query.
CgalSide::CgalSide(const TriangleMesh& mesh) : tree_(std::make_unique<Tree>(mesh)) {
  side(mesh.corners(0)[0]);
}

CgalSide::~CgalSide() = default;

Side CgalSide::side(const Vec3& p) const {
  switch (tree_->query(toCgal(p))) {
    case CGAL::ON_BOUNDED_SIDE:
      return Side::Inside;
    case CGAL::ON_BOUNDARY:
      return Side::OnSurface;
    default:
      return Side::Outside;
  }
}

std::int64_t cgalSelfIntersections(const TriangleMesh& mesh) {
  const Soup soup = soupOf(mesh);
  if (!processing::is_polygon_soup_a_polygon_mesh(soup.polygons)) return -1;
  Surface surface;
  processing::polygon_soup_to_polygon_mesh(soup.points, soup.polygons, surface);
  std::vector<std::pair<Surface::Face_index, Surface::Face_index>> pairs;
  processing::self_intersections<CGAL::Sequential_tag>(surface, std::back_inserter(pairs));
  return static_cast<std::int64_t>(pairs.size());
}

bool cgalTrianglesMeet(const Corners& s, const Corners& t) {
  return CGAL::do_intersect(toCgal(s), toCgal(t));
}

bool cgalSegmentMeetsTriangle(const Vec3& p, const Vec3& q, const Corners& t) {
  return CGAL::do_intersect(Kernel::Segment_3(toCgal(p), toCgal(q)), toCgal(t));
}

}  // namespace talus::peers
