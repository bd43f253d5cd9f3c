#include "geometry/convex/hull_match.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/mesh/box_tree.h"

namespace talus {

namespace {

// A polygon of the hull: its plane, above which none of its corners lies, and its box.
struct Facet {
  Vec3 normal = Vec3::Zero();
  double offset = -std::numeric_limits<double>::infinity();
  Box box;

  Facet(const TriangleMesh& hull, const std::vector<Index>& loop, double tolerance) {
    const Vec3 origin = hull.point(loop[0]);
    for (std::size_t i = 1; i + 1 < loop.size(); ++i)
      normal += (hull.point(loop[i]) - origin).cross(hull.point(loop[i + 1]) - origin);
    normal.normalize();
    for (const Index p : loop) {
      offset = std::max(offset, normal.dot(hull.point(p)));
      box.extend(hull.point(p));
    }
    box = Box(box.min() - Vec3::Constant(tolerance), box.max() + Vec3::Constant(tolerance));
  }

  bool holds(const Vec3& p, double tolerance) const {
    return box.contains(p) && std::abs(offset - normal.dot(p)) <= tolerance;
  }
};

double volumeOf(const TriangleMesh& mesh, const Vec3& origin) {
  double sum = 0;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    sum += (a - origin).dot((b - origin).cross(c - origin));
  }
  return sum / 6;
}

bool coversOnce(const TriangleMesh& mesh, const TriangleMesh& hull) {
  const Vec3 origin = hull.bounds().center();
  return std::lround(volumeOf(mesh, origin) / volumeOf(hull, origin)) == 1;
}

class Matcher {
 public:
  Matcher(const TriangleMesh& mesh, const TriangleMesh& hull, const FlatFaces& faces, double tolerance)
      : mesh_(mesh), tolerance_(tolerance), facetsAt_(mesh.pointCount()) {
    std::vector<Box> boxes;
    for (const auto& loop : faces.loops) boxes.push_back(facets_.emplace_back(hull, loop, tolerance).box);
    const BoxTree tree(boxes);
    for (std::size_t p = 0; p < mesh.pointCount(); ++p)
      tree.queryPoint(mesh.point(static_cast<Index>(p)), [&](Index f) {
        if (holds(f, static_cast<Index>(p))) facetsAt_[p].push_back(f);
        return true;
      });
  }

  // The first facet that contains all corners of the triangle; −1 if there is none.
  Index facetOf(std::size_t triangle) const {
    const auto corners = mesh_.triangle(triangle);
    const auto few = std::min_element(corners.begin(), corners.end(),
                                      [this](Index p, Index q) { return at(p).size() < at(q).size(); });
    for (const Index f : at(*few))
      if (std::all_of(corners.begin(), corners.end(), [&](Index p) { return holds(f, p); })) return f;
    return -1;
  }

 private:
  const std::vector<Index>& at(Index point) const { return facetsAt_[static_cast<std::size_t>(point)]; }
  bool holds(Index facet, Index point) const {
    return facets_[static_cast<std::size_t>(facet)].holds(mesh_.point(point), tolerance_);
  }

  const TriangleMesh& mesh_;
  double tolerance_;
  std::vector<Facet> facets_;
  std::vector<std::vector<Index>> facetsAt_;  // facets at each point
};

}  // namespace

std::optional<std::vector<Index>> matchHull(const TriangleMesh& mesh, const TriangleMesh& hull,
                                            const FlatFaces& faces, double tolerance) {
  if (!coversOnce(mesh, hull)) return std::nullopt;
  const Matcher matcher(mesh, hull, faces, 2 * tolerance);
  std::vector<Index> found;
  found.reserve(mesh.triangleCount());
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    if (found.emplace_back(matcher.facetOf(t)) < 0) return std::nullopt;
  return found;
}

}  // namespace talus
