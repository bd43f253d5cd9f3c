#pragma once

#include <cstdint>
#include <memory>

#include "enclosure/interface/enclosure.h"
#include "geometry/exact/intersection.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus::peers {

/// Parity of crossings by CGAL::Side_of_triangle_mesh with exact predicates. The mesh must be closed.
class CgalSide {
 public:
  explicit CgalSide(const TriangleMesh& mesh);
  ~CgalSide();
  CgalSide(const CgalSide&) = delete;
  CgalSide& operator=(const CgalSide&) = delete;

  /// Thread-safe.
  Side side(const Vec3& p) const;

 private:
  struct Tree;
  std::unique_ptr<Tree> tree_;
};

/// Number of pairs that CGAL::Polygon_mesh_processing::self_intersections finds; −1 for a mesh that CGAL
/// cannot hold as it is (flipped triangles, non-manifold edges or points).
std::int64_t cgalSelfIntersections(const TriangleMesh& mesh);

/// CGAL::do_intersect of two triangles with exact predicates.
bool cgalTrianglesMeet(const Corners& s, const Corners& t);

/// CGAL::do_intersect of a segment and a triangle with exact predicates.
bool cgalSegmentMeetsTriangle(const Vec3& p, const Vec3& q, const Corners& t);

}  // namespace talus::peers
