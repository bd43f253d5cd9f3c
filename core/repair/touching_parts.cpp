#include "repair/touching_parts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <set>
#include <utility>

#include "geometry/check/mesh_check.h"
#include "geometry/mesh/edge_table.h"
#include "geometry/mesh/union_find.h"

namespace talus {

namespace {

// The corners of triangles at one point that belong to one part of the surface.
struct Fan {
  std::vector<std::size_t> corners;  // 3 · triangle + corner
  double angle = 0;
  Vec3 ahead = Vec3::Zero();  // sum of the directions into the triangles, weighted by angles
};

// An angle in [0, 2π) from one direction to another one around an axis.
double angleBetween(const Vec3& from, const Vec3& to, const Vec3& axis) {
  const double angle = std::atan2(axis.dot(from.cross(to)), axis.norm() * from.dot(to));
  return angle < 0 ? angle + 2 * std::numbers::pi : angle;
}

enum class Parts { Bodies, Hollows };

class TouchingParts {
 public:
  TouchingParts(const TriangleMesh& mesh, Parts parts)
      : mesh_(mesh), parts_(parts), joined_(3 * mesh.triangleCount()) {
    EdgeTable(mesh).forEachEdge([this](Index low, std::span<const EdgeUse> uses) { join(low, uses); });
    collectFans();
  }

  // The corners of each point that several parts have.
  const std::map<Index, std::vector<Fan>>& fans() const { return fans_; }

  TriangleMesh separated(double distance) const {
    TriangleMesh apart = mesh_;
    for (const auto& [point, fans] : fans_) {
      const auto stays = std::max_element(
          fans.begin(), fans.end(), [](const Fan& one, const Fan& other) { return one.angle < other.angle; });
      for (auto fan = fans.begin(); fan != fans.end(); ++fan) {
        if (fan == stays || !(fan->ahead.norm() > 0)) continue;
        const Index own = apart.addPoint(mesh_.point(point) + distance * fan->ahead.normalized());
        for (const std::size_t corner : fan->corners)
          (corner % 3 == 0 ? apart.a : corner % 3 == 1 ? apart.b : apart.c)[corner / 3] = own;
      }
    }
    return apart;
  }

 private:
  // Joins the triangles that bound the same wedge of the inside, or of the outside.
  void join(Index low, std::span<const EdgeUse> uses) {
    if (uses.size() == 2) return join(uses[0], uses[1]);
    const Vec3 axis = mesh_.point(uses[0].high) - mesh_.point(low);
    for (const EdgeUse& use : uses) {
      if (!use.forward) continue;
      const EdgeUse* beside = nullptr;
      double least = std::numeric_limits<double>::infinity();
      for (const EdgeUse& other : uses) {
        if (other.forward) continue;
        // The inside of a triangle that uses the edge forwards lies clockwise around it.
        const Vec3 own = across(use, low, axis), there = across(other, low, axis);
        const double angle =
            parts_ == Parts::Bodies ? angleBetween(there, own, axis) : angleBetween(own, there, axis);
        if (angle < least) least = angle, beside = &other;
      }
      if (beside) join(use, *beside);
    }
  }

  void join(const EdgeUse& one, const EdgeUse& other) {
    const auto cornerOf = [](const EdgeUse& use, int corner) { return 3 * use.triangle + corner; };
    joined_.unite(cornerOf(one, one.cornerAtLow()), cornerOf(other, other.cornerAtLow()));
    joined_.unite(cornerOf(one, one.cornerAtHigh()), cornerOf(other, other.cornerAtHigh()));
  }

  // The direction of a triangle at right angles to its edge.
  Vec3 across(const EdgeUse& use, Index low, const Vec3& axis) const {
    const Vec3 to = mesh_.point(use.opposite) - mesh_.point(low);
    return to - axis * (axis.dot(to) / axis.squaredNorm());
  }

  void collectFans() {
    std::vector<std::set<Index>> roots(mesh_.pointCount());
    for (std::size_t t = 0; t < mesh_.triangleCount(); ++t)
      for (std::size_t k = 0; k < 3; ++k)
        roots[static_cast<std::size_t>(mesh_.triangle(t)[k])].insert(
            joined_.find(static_cast<Index>(3 * t + k)));
    std::map<Index, Fan> byRoot;
    for (std::size_t t = 0; t < mesh_.triangleCount(); ++t)
      for (std::size_t k = 0; k < 3; ++k)
        if (roots[static_cast<std::size_t>(mesh_.triangle(t)[k])].size() > 1)
          addCorner(byRoot[joined_.find(static_cast<Index>(3 * t + k))], t, k);
    for (auto& [root, fan] : byRoot) {
      const std::size_t corner = fan.corners.front();
      fans_[mesh_.triangle(corner / 3)[corner % 3]].push_back(std::move(fan));
    }
  }

  void addCorner(Fan& fan, std::size_t t, std::size_t k) const {
    const std::array<Vec3, 3> corners = mesh_.corners(t);
    const Vec3 u = corners[(k + 1) % 3] - corners[k], v = corners[(k + 2) % 3] - corners[k];
    const double angle = std::atan2(u.cross(v).norm(), u.dot(v));
    fan.corners.push_back(3 * t + k);
    fan.angle += angle;
    fan.ahead += angle * (u.normalized() + v.normalized());
  }

  const TriangleMesh& mesh_;
  Parts parts_;
  UnionFind joined_;  // of corners of triangles, by part
  std::map<Index, std::vector<Fan>> fans_;
};

}  // namespace

namespace {

// Places where parts touch; infinitely many if there is anything else.
std::int64_t contactsOf(const TriangleMesh& mesh, Context& context) {
  const MeshReport report = checkMesh(mesh, {}, context);
  const std::int64_t contacts = report.nonManifoldEdges + report.nonManifoldVertices;
  const bool isFine = report.closed && report.oriented && report.selfIntersections == 0 &&
                      report.degenerateTriangles == 0 && report.duplicateTriangles == 0 &&
                      report.misdirectedShells == 0;
  return isFine ? contacts : std::numeric_limits<std::int64_t>::max();
}

}  // namespace

std::int64_t separateTouchingParts(MendedSurface& surface, Context& context) {
  const Box box = surface.mesh.bounds();
  const double greatest = std::max(box.min().cwiseAbs().maxCoeff(), box.max().cwiseAbs().maxCoeff());
  const double spacing = std::numeric_limits<double>::epsilon() * greatest;
  const std::size_t points = surface.mesh.pointCount();
  std::int64_t least = contactsOf(surface.mesh, context);
  TriangleMesh best;
  for (const Parts kind : {Parts::Bodies, Parts::Hollows}) {
    const TouchingParts parts(surface.mesh, kind);
    for (int spacings = 1; spacings <= 64 && least > 0 && !parts.fans().empty(); spacings *= 2) {
      TriangleMesh apart = parts.separated(spacings * spacing);
      const std::int64_t contacts = contactsOf(apart, context);
      if (contacts < least) least = contacts, best = std::move(apart);
    }
  }
  if (best.triangleCount() == 0) return 0;
  surface.mesh = std::move(best);
  return static_cast<std::int64_t>(surface.mesh.pointCount() - points);
}

}  // namespace talus
