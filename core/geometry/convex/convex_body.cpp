#include "geometry/convex/convex_body.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "base/error.h"
#include "geometry/convex/convex_hull.h"
#include "geometry/convex/convexity.h"
#include "geometry/convex/flat_faces.h"
#include "geometry/convex/hull_match.h"
#include "geometry/mesh/point_merge.h"
#include "geometry/mesh/used_points.h"

namespace talus {

namespace {

std::size_t at(Index i) {
  return static_cast<std::size_t>(i);
}

void requireClosed(const EdgeTable& edges, const std::string& name) {
  edges.forEachEdge([&](Index low, std::span<const EdgeUse> uses) {
    if (uses.size() == 2 && uses[0].forward != uses[1].forward) return;
    const std::string what = uses.size() == 1 ? " is open" : " is not an oriented manifold";
    throw Error(name + what,
                "at the edge of points " + std::to_string(low) + " and " + std::to_string(uses[0].high),
                "Run Surface Check and repair the surface", {.surface = name});
  });
}

void turnOutward(TriangleMesh& mesh, const Vec3& centre) {
  double volume = 0;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    volume += (a - centre).dot((b - centre).cross(c - centre));
  }
  if (volume < 0) std::swap(mesh.b, mesh.c);
}

// In units of the flatness: a deeper dent at a single edge is rejected without a convex hull. Large, since
// slivers exaggerate depths.
constexpr double obviousDent = 16;

}  // namespace

// The polygons of the surface, or of the hull that replaces it.
struct ConvexBody::Polygons {
  TriangleMesh mesh;
  std::vector<std::vector<Index>> loops;
  std::vector<Index> faceOf;  // for each triangle of the given surface

  Polygons(TriangleMesh surface, const EdgeTable& edges, double length, const std::string& name)
      : mesh(std::move(surface)) {
    if (isConvex(mesh, edges)) {
      FlatFaces flat = joinFlatFaces(mesh, edges, length);
      loops = std::move(flat.loops);
      faceOf = std::move(flat.faceOf);
    } else if (hasDent(mesh, edges, obviousDent * length) || !takeHull(length)) {
      throw Error(name + " is not convex", "",
                  "Use a contact method for general surfaces, or the convex hull", {.surface = name});
    }
  }

 private:
  bool takeHull(double length) {
    if (!(length > 0)) return false;
    try {
      TriangleMesh hull = convexHull(usedPoints(mesh), 0.5 * length);
      FlatFaces flat = joinFlatFaces(hull, EdgeTable(hull), length);
      std::optional<std::vector<Index>> match = matchHull(mesh, hull, flat, length);
      if (!match) return false;
      mesh = std::move(hull);
      loops = std::move(flat.loops);
      faceOf = std::move(*match);
      return true;
    } catch (const Error&) {
      return false;  // no hull: the points lie nearly in a plane
    }
  }
};

ConvexBody::ConvexBody(const TriangleMesh& source, const std::string& name, double flatness) {
  requireUsable(source, name);
  if (!(flatness >= 0 && flatness <= 1e-3))
    throw Error("The flatness is out of range", name, "Give a fraction of the size from 0 to 0.001",
                {.surface = name});
  TriangleMesh mesh = mergeDuplicatePoints(source).mesh;
  const Box box = mesh.bounds();
  centre_ = box.center();
  turnOutward(mesh, centre_);
  const EdgeTable edges(mesh);
  requireClosed(edges, name);
  const double length = flatness * box.diagonal().norm();
  Polygons polygons(std::move(mesh), edges, length, name);
  std::vector<Index> first(polygons.loops.size(), -1);
  for (std::size_t t = polygons.faceOf.size(); t-- > 0;)
    first[at(polygons.faceOf[t])] = static_cast<Index>(t);
  numberVertices(polygons.mesh, polygons.loops);

  std::vector<std::size_t> order(polygons.loops.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](auto i, auto j) { return polygons.loops[i] < polygons.loops[j]; });
  std::vector<std::vector<Index>> loops;
  for (const std::size_t f : order) {
    loops.push_back(polygons.loops[f]);
    triangles_.push_back(first[f]);
  }
  addFaces(loops);
  addEdges();
  addSpokes();
}

// Numbers the corners of the loops by their coordinates and starts each loop at its smallest number.
void ConvexBody::numberVertices(const TriangleMesh& mesh, std::vector<std::vector<Index>>& loops) {
  std::vector<Index> used;
  for (const auto& loop : loops) used.insert(used.end(), loop.begin(), loop.end());
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  std::sort(used.begin(), used.end(), [&](Index i, Index j) {
    const Vec3 p = mesh.point(i), q = mesh.point(j);
    return std::lexicographical_compare(p.begin(), p.end(), q.begin(), q.end());
  });
  std::vector<Index> number(mesh.pointCount(), -1);
  for (const Index p : used) {
    number[at(p)] = static_cast<Index>(vertices_.size());
    vertices_.push_back(mesh.point(p) - centre_);
    radius_ = std::max(radius_, vertices_.back().norm());
  }
  for (auto& loop : loops) {
    for (Index& p : loop) p = number[at(p)];
    std::rotate(loop.begin(), std::min_element(loop.begin(), loop.end()), loop.end());
  }
}

void ConvexBody::makePlane(Face& face) {
  const auto own = std::span(sides_).subspan(at(face.first), at(face.count));
  const Vec3 origin = vertex(own.front().vertex);
  Vec3 area = Vec3::Zero();
  for (std::size_t i = 1; i + 1 < own.size(); ++i)
    area += (vertex(own[i].vertex) - origin).cross(vertex(own[i + 1].vertex) - origin);
  face.normal = area.normalized();
  face.offset = face.normal.dot(origin);
  for (const Side& side : own) face.offset = std::max(face.offset, face.normal.dot(vertex(side.vertex)));
  for (std::size_t i = 0; i < own.size(); ++i) {
    const Vec3& from = vertex(own[i].vertex);
    const Vec3& to = vertex(own[(i + 1) % own.size()].vertex);
    own[i].outward = (to - from).cross(face.normal).normalized();
    own[i].offset = own[i].outward.dot(from);
  }
}

void ConvexBody::addFaces(const std::vector<std::vector<Index>>& loops) {
  innerRadius_ = radius_;
  for (const auto& loop : loops) {
    faces_.push_back({.first = static_cast<Index>(sides_.size()), .count = static_cast<Index>(loop.size())});
    for (const Index v : loop) sides_.push_back({.vertex = v});
    makePlane(faces_.back());
    for (const Index v : loop) innerRadius_ = std::min(innerRadius_, faces_.back().normal.dot(vertex(v)));
  }
}

void ConvexBody::addEdges() {
  struct Half {
    std::array<Index, 2> ends;  // ascending
    bool left;                  // the face lies to the left of the edge
    Index face;
    std::size_t side;
  };
  std::vector<Half> halves;
  for (std::size_t f = 0; f < faces_.size(); ++f)
    for (std::size_t i = 0; i < at(faces_[f].count); ++i) {
      const std::size_t side = at(faces_[f].first) + i;
      const Index from = sides_[side].vertex;
      const Index to = sides_[at(faces_[f].first) + (i + 1) % at(faces_[f].count)].vertex;
      halves.push_back({{std::min(from, to), std::max(from, to)}, from < to, static_cast<Index>(f), side});
    }
  std::sort(halves.begin(), halves.end(), [](const Half& s, const Half& t) {
    return s.ends != t.ends ? s.ends < t.ends : s.left > t.left;
  });
  for (std::size_t i = 0; i + 1 < halves.size(); i += 2) {
    const Half& left = halves[i];
    const Half& right = halves[i + 1];
    sides_[left.side].edge = sides_[right.side].edge = static_cast<Index>(edges_.size());
    Edge edge{};
    edge.vertex = left.ends;
    edge.face = {left.face, right.face};
    edge.tail = vertex(left.ends[0]);
    const Vec3 along = vertex(left.ends[1]) - edge.tail;
    edge.length = along.norm();
    edge.direction = along / edge.length;
    edge.inward = {-sides_[left.side].outward, -sides_[right.side].outward};
    edges_.push_back(edge);
  }
}

void ConvexBody::addSpokes() {
  firstSpoke_.assign(vertices_.size() + 1, 0);
  for (const Edge& edge : edges_)
    for (const Index v : edge.vertex) ++firstSpoke_[at(v) + 1];
  std::partial_sum(firstSpoke_.begin(), firstSpoke_.end(), firstSpoke_.begin());
  spokes_.resize(2 * edges_.size());
  std::vector<std::size_t> next(firstSpoke_.begin(), firstSpoke_.end() - 1);
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    const auto [tail, head] = edges_[e].vertex;
    spokes_[next[at(tail)]++] = {edges_[e].direction, static_cast<Index>(e), head};
    spokes_[next[at(head)]++] = {-edges_[e].direction, static_cast<Index>(e), tail};
  }
}

Index ConvexBody::support(const Vec3& direction, Index start) const {
  Index best = start;
  double height = direction.dot(vertex(start));
  for (Index from = -1; from != best;) {
    from = best;
    for (const Spoke& spoke : spokes(from)) {
      const double h = direction.dot(vertex(spoke.vertex));
      if (h > height) {
        height = h;
        best = spoke.vertex;
      }
    }
  }
  return best;
}

Feature ConvexBody::supportFeature(const Vec3& direction, Index at, double tolerance) const {
  Index flat = -1;
  for (const Spoke& spoke : spokes(at)) {
    if (std::abs(direction.dot(spoke.direction)) > tolerance) continue;
    flat = spoke.edge;
    for (const Index f : edge(spoke.edge).face)
      if ((direction - face(f).normal).squaredNorm() <= tolerance * tolerance) return {FeatureKind::Face, f};
  }
  return flat < 0 ? Feature{FeatureKind::Vertex, at} : Feature{FeatureKind::Edge, flat};
}

bool ConvexBody::has(const Feature& feature) const {
  const std::size_t counts[] = {vertices_.size(), edges_.size(), faces_.size()};
  return feature.kind >= FeatureKind::Vertex && feature.kind <= FeatureKind::Face && feature.index >= 0 &&
         at(feature.index) < counts[static_cast<std::size_t>(feature.kind)];
}

}  // namespace talus
