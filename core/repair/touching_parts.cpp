#include "repair/touching_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <set>
#include <span>
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

using Edge = std::array<Index, 2>;

enum class Parts { Bodies, Hollows };
// The fan of a point that stays where it is, by its angle.
enum class Stays { Greatest, Least };

class TouchingParts {
 public:
  // @param other an edge at which the parts are of the other kind.
  TouchingParts(const TriangleMesh& mesh, Parts parts, const std::optional<Edge>& other = {})
      : mesh_(mesh), parts_(parts), other_(other), joined_(3 * mesh.triangleCount()) {
    EdgeTable(mesh).forEachEdge([this](Index low, std::span<const EdgeUse> uses) { join(low, uses); });
    collectFans();
  }

  // The points that several parts have: those that edges of the parts connect are one place.
  std::vector<std::vector<Index>> places() const {
    UnionFind joined(mesh_.pointCount());
    for (const auto& [low, high] : edges_)
      if (fans_.contains(low) && fans_.contains(high)) joined.unite(low, high);
    std::map<Index, std::vector<Index>> byRoot;
    for (const auto& [point, fans] : fans_) byRoot[joined.find(point)].push_back(point);
    std::vector<std::vector<Index>> places;
    for (auto& [root, points] : byRoot) places.push_back(std::move(points));
    return places;
  }

  // At some places.
  TriangleMesh separated(std::span<const std::vector<Index>> places, double distance, Stays which) const {
    TriangleMesh apart = mesh_;
    for (const std::vector<Index>& place : places)
      for (const Index point : place) separate(point, fans_.at(point), distance, which, apart);
    return apart;
  }

 private:
  void separate(Index point, const std::vector<Fan>& fans, double distance, Stays which,
                TriangleMesh& apart) const {
    const auto byAngle = [](const Fan& one, const Fan& other) { return one.angle < other.angle; };
    const auto stays = which == Stays::Greatest ? std::max_element(fans.begin(), fans.end(), byAngle)
                                                : std::min_element(fans.begin(), fans.end(), byAngle);
    for (auto fan = fans.begin(); fan != fans.end(); ++fan) {
      if (fan == stays || !(fan->ahead.norm() > 0)) continue;
      const Index own = apart.addPoint(mesh_.point(point) + distance * fan->ahead.normalized());
      for (const std::size_t corner : fan->corners)
        (corner % 3 == 0 ? apart.a : corner % 3 == 1 ? apart.b : apart.c)[corner / 3] = own;
    }
  }

  // Joins the triangles that bound the same wedge of the inside, or of the outside.
  void join(Index low, std::span<const EdgeUse> uses) {
    if (uses.size() == 2) return join(uses[0], uses[1]);
    edges_.push_back({low, uses[0].high});
    const bool areBodies = (parts_ == Parts::Bodies) != (other_ == edges_.back());
    const Vec3 axis = mesh_.point(uses[0].high) - mesh_.point(low);
    for (const EdgeUse& use : uses) {
      if (!use.forward) continue;
      const EdgeUse* beside = nullptr;
      double least = std::numeric_limits<double>::infinity();
      for (const EdgeUse& other : uses) {
        if (other.forward) continue;
        // The inside of a triangle that uses the edge forwards lies clockwise around it.
        const Vec3 own = across(use, low, axis), there = across(other, low, axis);
        const double angle = areBodies ? angleBetween(there, own, axis) : angleBetween(own, there, axis);
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
  std::optional<Edge> other_;
  UnionFind joined_;         // of corners of triangles, by part
  std::vector<Edge> edges_;  // of more than two triangles
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

std::vector<Edge> touchingEdges(const TriangleMesh& mesh) {
  std::vector<Edge> edges;
  EdgeTable(mesh).forEachEdge([&](Index low, std::span<const EdgeUse> uses) {
    if (uses.size() > 2) edges.push_back({low, uses[0].high});
  });
  return edges;
}

// Divides edges: parts that are connected around both ends of one are not so there.
MendedSurface withDividedEdges(MendedSurface surface, std::span<const Edge> edges, double place) {
  TriangleMesh& mesh = surface.mesh;
  for (const auto& [p, q] : edges) {
    const Index middle = mesh.addPoint((1 - place) * mesh.point(p) + place * mesh.point(q));
    for (std::size_t t = 0, count = mesh.triangleCount(); t < count; ++t) {
      const std::array<Index, 3> corners = mesh.triangle(t);
      for (std::size_t k = 0; k < 3; ++k) {
        const Index from = corners[k], to = corners[(k + 1) % 3], opposite = corners[(k + 2) % 3];
        if (std::minmax(from, to) != std::minmax(p, q)) continue;
        mesh.a[t] = from, mesh.b[t] = middle, mesh.c[t] = opposite;
        mesh.addTriangle(middle, to, opposite);
        surface.source.push_back(Index(surface.source[t]));
      }
    }
  }
  return surface;
}

// The best of many ways to separate the parts of a surface.
class Separation {
 public:
  // @param work triangles that may be checked; is reduced by those that were. The first ways are always
  // tried.
  Separation(const TriangleMesh& mesh, std::int64_t& work, Context& context)
      : best_(mesh),
        work_(work),
        context_(context),
        contacts_(contactsOf(mesh, context)),
        spacing_(
            std::numeric_limits<double>::epsilon() *
            std::max(mesh.bounds().min().cwiseAbs().maxCoeff(), mesh.bounds().max().cwiseAbs().maxCoeff())) {}

  // All places in the same way, then one after the other.
  void search() {
    const TriangleMesh given = best_;
    for (const Parts kind : {Parts::Bodies, Parts::Hollows}) {
      const TouchingParts parts(given, kind);
      tryAt(parts, parts.places(), Stays::Greatest);
    }
    for (const Parts kind : {Parts::Bodies, Parts::Hollows})
      for (const Stays stays : {Stays::Greatest, Stays::Least}) tryEach(kind, stays);
    for (const Parts kind : {Parts::Bodies, Parts::Hollows}) tryMixed(kind);
  }

  std::int64_t contacts() const { return contacts_; }
  TriangleMesh take() { return std::move(best_); }

 private:
  static constexpr int maximumSpacings = 64;

  // @return whether it is better.
  bool tryAt(const TouchingParts& parts, std::span<const std::vector<Index>> places, Stays stays) {
    const std::int64_t before = contacts_;
    for (int spacings = 1; spacings <= maximumSpacings && contacts_ > 0 && !places.empty(); spacings *= 2) {
      TriangleMesh apart = parts.separated(places, spacings * spacing_, stays);
      const std::int64_t contacts = contactsOf(apart, context_);
      work_ -= static_cast<std::int64_t>(apart.triangleCount());
      if (contacts < contacts_) contacts_ = contacts, best_ = std::move(apart);
    }
    return contacts_ < before;
  }

  void tryEach(Parts kind, Stays stays) {
    for (std::size_t at = 0;; ++at) {
      const TriangleMesh mesh = best_;
      const TouchingParts parts(mesh, kind);
      const std::vector<std::vector<Index>> places = parts.places();
      if (contacts_ == 0 || at >= places.size() || work_ <= 0) return;
      if (tryAt(parts, std::span(places).subspan(at, 1), stays)) --at;  // it is no longer a place
    }
  }

  // Each edge at which parts touch as an exception.
  void tryMixed(Parts kind) {
    const std::vector<Edge> edges = touchingEdges(best_);
    for (const Edge& edge : edges) {
      if (contacts_ == 0 || work_ <= 0) return;
      const TriangleMesh mesh = best_;
      const TouchingParts parts(mesh, kind, edge);
      for (const std::vector<Index>& place : parts.places())
        if (std::find(place.begin(), place.end(), edge[0]) != place.end() ||
            std::find(place.begin(), place.end(), edge[1]) != place.end())
          tryAt(parts, std::span(&place, 1), Stays::Greatest);
    }
  }

  TriangleMesh best_;
  std::int64_t& work_;
  Context& context_;
  std::int64_t contacts_;
  double spacing_;
};

// Divides edges, and separates what is connected no longer. @param least contacts of the surface.
void separateDivided(MendedSurface& surface, std::span<const Edge> edges, std::int64_t& least,
                     std::int64_t& work, Context& context) {
  for (const double place : {0.5, 0.375, 0.625}) {
    if (least == 0 || work <= 0) return;
    MendedSurface divided = withDividedEdges(surface, edges, place);
    Separation separation(divided.mesh, work, context);
    separation.search();
    if (separation.contacts() >= least) continue;
    least = separation.contacts();
    surface = {separation.take(), std::move(divided.source)};
    return;
  }
}

}  // namespace

std::int64_t separateTouchingParts(MendedSurface& surface, Context& context) {
  std::int64_t work = 100'000 + 20 * static_cast<std::int64_t>(surface.mesh.triangleCount());
  const std::size_t points = surface.mesh.pointCount();
  Separation separation(surface.mesh, work, context);
  separation.search();
  std::int64_t least = separation.contacts();
  surface.mesh = separation.take();
  separateDivided(surface, touchingEdges(surface.mesh), least, work, context);
  for (const Edge& edge : touchingEdges(surface.mesh))
    separateDivided(surface, std::span(&edge, 1), least, work, context);
  return static_cast<std::int64_t>(surface.mesh.pointCount() - points);
}

}  // namespace talus
