#include "repair/t_junctions.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "geometry/convex/coordinate_precision.h"
#include "geometry/distance/point_distance.h"
#include "geometry/exact/predicates.h"
#include "geometry/mesh/box_tree.h"
#include "geometry/mesh/open_edges.h"

namespace talus {

namespace {

using OddEdge = std::array<Index, 2>;  // the smaller number first
using Row = std::vector<Index>;        // points from one end of an edge to the other

// Two spacings of the numbers that store coordinates, at the greatest one.
double precisionOf(const TriangleMesh& mesh) {
  const Box box = mesh.bounds();
  const double greatest = std::max(box.min().cwiseAbs().maxCoeff(), box.max().cwiseAbs().maxCoeff());
  const double spacing = hasSinglePrecision(mesh) ? std::numeric_limits<float>::epsilon()
                                                  : std::numeric_limits<double>::epsilon();
  return 2 * spacing * greatest;
}

bool liesBetween(const Vec3& p, const Vec3& a, const Vec3& b, double tolerance) {
  const Vec3 way = b - a;
  const double place = way.dot(p - a);
  if (!(place > 0 && place < way.squaredNorm())) return false;
  if (collinear(a, b, p)) return true;
  return (closestOnSegment(p, a, b) - p).norm() <= tolerance && (p - a).norm() > tolerance &&
         (p - b).norm() > tolerance;
}

class TJunctions {
 public:
  TJunctions(MendedSurface& surface, double tolerance)
      : surface_(surface), mesh_(surface.mesh), tolerance_(std::max(tolerance, precisionOf(surface.mesh))) {}

  std::int64_t split() {
    find(oddEdges(mesh_));
    if (rows_.empty()) return 0;
    const std::size_t count = mesh_.triangleCount();
    for (std::size_t t = 0; t < count; ++t) divide(t);
    std::set<Index> points;
    for (const auto& [edge, row] : rows_) points.insert(row.begin(), row.end());
    return static_cast<std::int64_t>(points.size());
  }

 private:
  void find(const std::vector<OddEdge>& edges) {
    std::vector<Box> boxes;
    std::set<Index> ends;
    const Vec3 margin = Vec3::Constant(tolerance_);
    for (const OddEdge& edge : edges) {
      const Vec3 a = mesh_.point(edge[0]), b = mesh_.point(edge[1]);
      boxes.emplace_back(a.cwiseMin(b) - margin, a.cwiseMax(b) + margin);
      ends.insert(edge.begin(), edge.end());
    }
    const BoxTree tree(boxes);
    for (const Index p : ends)
      tree.queryPoint(mesh_.point(p), [&](Index item) {
        const OddEdge& edge = edges[static_cast<std::size_t>(item)];
        if (p != edge[0] && p != edge[1] &&
            liesBetween(mesh_.point(p), mesh_.point(edge[0]), mesh_.point(edge[1]), tolerance_))
          rows_[edge].push_back(p);
        return true;
      });
    for (auto& [edge, row] : rows_) sort(row, edge[0], edge[1]);
  }

  void sort(Row& row, Index from, Index to) const {
    const Vec3 origin = mesh_.point(from), way = mesh_.point(to) - origin;
    std::sort(row.begin(), row.end(), [&](Index p, Index q) {
      const double first = way.dot(mesh_.point(p) - origin), second = way.dot(mesh_.point(q) - origin);
      return std::pair(first, p) < std::pair(second, q);
    });
  }

  Row rowFrom(Index from, Index to) const {
    const auto at = rows_.find(OddEdge{std::min(from, to), std::max(from, to)});
    if (at == rows_.end()) return {};
    Row row = at->second;
    if (from > to) std::reverse(row.begin(), row.end());
    return row;
  }

  void divide(std::size_t t) {
    const auto [a, b, c] = mesh_.triangle(t);
    std::array<Row, 3> rows{rowFrom(a, b), rowFrom(b, c), rowFrom(c, a)};
    // A point on two sides of a triangle as narrow as the tolerance is left to the other side.
    for (std::size_t k = 1; k < 3; ++k)
      std::erase_if(rows[k], [&](Index p) {
        return p == a || p == b || p == c ||
               std::any_of(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(k),
                           [p](const Row& row) { return std::find(row.begin(), row.end(), p) != row.end(); });
      });
    if (rows[0].empty() && rows[1].empty() && rows[2].empty()) return;
    parts_.clear();
    part({a, b, c}, rows);
    mesh_.a[t] = parts_[0][0], mesh_.b[t] = parts_[0][1], mesh_.c[t] = parts_[0][2];
    for (std::size_t i = 1; i < parts_.size(); ++i)
      surface_.addTriangle(parts_[i][0], parts_[i][1], parts_[i][2], surface_.source[t]);
  }

  // A fan from the corner opposite the first side that has points; the two outer parts have the other sides.
  void part(const std::array<Index, 3>& corners, std::array<Row, 3>& rows) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (rows[k].empty()) continue;
      const Index from = corners[k], to = corners[(k + 1) % 3], apex = corners[(k + 2) % 3];
      const Row row = std::move(rows[k]);
      std::array<Row, 3> first{Row{}, Row{}, std::move(rows[(k + 2) % 3])};
      std::array<Row, 3> last{Row{}, std::move(rows[(k + 1) % 3]), Row{}};
      part({from, row.front(), apex}, first);
      for (std::size_t i = 0; i + 1 < row.size(); ++i) parts_.push_back({row[i], row[i + 1], apex});
      part({row.back(), to, apex}, last);
      return;
    }
    parts_.push_back(corners);
  }

  MendedSurface& surface_;
  TriangleMesh& mesh_;
  double tolerance_;
  std::map<OddEdge, Row> rows_;
  std::vector<std::array<Index, 3>> parts_;
};

}  // namespace

std::int64_t splitTJunctions(MendedSurface& surface, double tolerance) {
  return TJunctions(surface, tolerance).split();
}

}  // namespace talus
