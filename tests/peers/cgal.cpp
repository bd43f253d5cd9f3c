#include "peers/cgal.h"

#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Side_of_triangle_mesh.h>
#include <CGAL/intersections.h>

#include <iterator>
#include <utility>
#include <vector>

#include "peers/cgal_surface.h"

namespace talus::peers {

namespace {

namespace processing = CGAL::Polygon_mesh_processing;
using Query = CGAL::Side_of_triangle_mesh<CgalSurface, CgalKernel>;

CgalKernel::Triangle_3 triangleOf(const Corners& t) {
  return {toCgal(t[0]), toCgal(t[1]), toCgal(t[2])};
}

}  // namespace

struct CgalSide::Tree {
  explicit Tree(const TriangleMesh& mesh) : surface(surfaceOf(mesh)), query(surface) {}
  CgalSurface surface;
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
  const CgalSoup soup = soupOf(mesh);
  if (!processing::is_polygon_soup_a_polygon_mesh(soup.polygons)) return -1;
  CgalSurface surface;
  processing::polygon_soup_to_polygon_mesh(soup.points, soup.polygons, surface);
  std::vector<std::pair<CgalSurface::Face_index, CgalSurface::Face_index>> pairs;
  processing::self_intersections<CGAL::Sequential_tag>(surface, std::back_inserter(pairs));
  return static_cast<std::int64_t>(pairs.size());
}

bool cgalTrianglesMeet(const Corners& s, const Corners& t) {
  return CGAL::do_intersect(triangleOf(s), triangleOf(t));
}

bool cgalSegmentMeetsTriangle(const Vec3& p, const Vec3& q, const Corners& t) {
  return CGAL::do_intersect(CgalKernel::Segment_3(toCgal(p), toCgal(q)), triangleOf(t));
}

}  // namespace talus::peers
