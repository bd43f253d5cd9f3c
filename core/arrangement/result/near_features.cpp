#include "arrangement/result/near_features.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "geometry/distance/point_distance.h"
#include "geometry/exact/predicates.h"
#include "geometry/mesh/box_tree.h"
#include "geometry/mesh/polygon_triangulation.h"
#include "geometry/mesh/union_find.h"

namespace talus {

namespace {

using Numbers = std::array<Index, 3>;
using Edge = std::pair<Index, Index>;  // the smaller number first

Edge edgeOf(const Numbers& triangle, std::size_t k) {
  return std::minmax({triangle[k], triangle[(k + 1) % 3]});
}

bool isCorner(const Numbers& triangle, Index point) {
  return std::find(triangle.begin(), triangle.end(), point) != triangle.end();
}

class NearFeatures {
 public:
  NearFeatures(RoundedSurface& surface, double distance)
      : surface_(surface), mesh_(surface.mesh), distance_(distance) {}

  // Gives corners that are near each other the coordinates of one of them, of the input if there is one.
  bool joinCorners(const std::vector<std::array<Index, 2>>& pairs) {
    UnionFind groups(mesh_.pointCount());
    for (const auto& [s, t] : pairs)
      for (const Index p : numbers(s))
        for (const Index q : numbers(t))
          if (p != q && (mesh_.point(p) - mesh_.point(q)).norm() <= distance_) groups.unite(p, q);
    if (groups.sets() == mesh_.pointCount()) return false;
    std::map<Index, Index> place;
    for (Index p = 0; p < static_cast<Index>(mesh_.pointCount()); ++p) {
      const auto [at, first] = place.try_emplace(groups.find(p), p);
      if (isNew(at->second) && !isNew(p)) at->second = p;
    }
    for (Index p = 0; p < static_cast<Index>(mesh_.pointCount()); ++p)
      if (const Index to = place.at(groups.find(p)); to != p) moveTo(p, to);
    return true;
  }

  bool divide(const std::vector<std::array<Index, 2>>& pairs) {
    for (const auto& [s, t] : pairs) {
      findCornersOn(s, t);
      findCornersOn(t, s);
      findPassingSides(s, t);
    }
    if (onEdge_.empty() && onFace_.empty()) return false;
    const std::size_t count = mesh_.triangleCount();
    for (std::size_t t = 0; t < count; ++t) divide(t);
    return true;
  }

 private:
  Numbers numbers(Index t) const { return mesh_.triangle(static_cast<std::size_t>(t)); }
  bool isNew(Index p) const { return surface_.isNew[static_cast<std::size_t>(p)] & RoundedSurface::rounded; }

  void moveTo(Index p, Index target) {
    const auto i = static_cast<std::size_t>(p), j = static_cast<std::size_t>(target);
    for (auto* coordinates : {&mesh_.x, &mesh_.y, &mesh_.z}) (*coordinates)[i] = (*coordinates)[j];
    surface_.isNew[i] |= RoundedSurface::joined;
  }

  bool isNearEdge(const Vec3& p, const Edge& edge) const {
    return (closestOnSegment(p, mesh_.point(edge.first), mesh_.point(edge.second)) - p).norm() <= distance_;
  }

  void findCornersOn(Index s, Index t) {
    const Numbers there = numbers(t);
    for (const Index p : numbers(s)) {
      const Vec3 at = mesh_.point(p);
      if (isCorner(there, p) ||
          (closestPoint(at, mesh_.corners(static_cast<std::size_t>(t))) - at).norm() > distance_)
        continue;
      bool onSide = false;
      for (std::size_t k = 0; k < 3; ++k) {
        const Edge edge = edgeOf(there, k);
        if (!isNearEdge(at, edge)) continue;
        onEdge_[edge].insert(p);
        surface_.isNew[static_cast<std::size_t>(p)] |= RoundedSurface::joined;
        onSide = true;
      }
      if (onSide) continue;
      onFace_[static_cast<std::size_t>(t)].insert(p);
      surface_.isNew[static_cast<std::size_t>(p)] |= RoundedSurface::joined;
    }
  }

  void findPassingSides(Index s, Index t) {
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t k = 0; k < 3; ++k) {
        Edge one = edgeOf(numbers(s), i), other = edgeOf(numbers(t), k);
        if (other < one) std::swap(one, other);
        if (passing_.contains({one, other})) continue;
        if (const auto at = passingPoint(one, other)) {
          const Index point = mesh_.addPoint(*at);
          surface_.isNew.push_back(RoundedSurface::rounded);
          passing_.insert({one, other});
          onEdge_[one].insert(point);
          onEdge_[other].insert(point);
        }
      }
  }

  // The point of an edge where another one passes it, if that is near, and not at an end of either.
  std::optional<Vec3> passingPoint(const Edge& one, const Edge& other) const {
    const Vec3 p = mesh_.point(one.first), u = mesh_.point(one.second) - p;
    const Vec3 q = mesh_.point(other.first), v = mesh_.point(other.second) - q, w = q - p;
    const Vec3 normal = u.cross(v);
    const double square = normal.squaredNorm();
    if (one == other || !(square > 0)) return std::nullopt;
    const double along = w.cross(v).dot(normal) / square, alongOther = w.cross(u).dot(normal) / square;
    if (!(along > 0 && along < 1 && alongOther > 0 && alongOther < 1)) return std::nullopt;
    const Vec3 at = p + along * u, there = q + alongOther * v;
    if ((at - there).norm() > distance_) return std::nullopt;
    for (const Index end : {one.first, one.second, other.first, other.second})
      if ((mesh_.point(end) - at).norm() <= distance_) return std::nullopt;
    return at;
  }

  // Replaces a triangle by those between its corners and the points on its sides and its face. The outline
  // may pass a corner twice, of a triangle that is as narrow as the distance: then parts of it cancel each
  // other.
  void divide(std::size_t t) {
    const Numbers corners = mesh_.triangle(t);
    std::vector<Index> outline;
    for (std::size_t k = 0; k < 3; ++k) {
      outline.push_back(corners[k]);
      const auto on = onEdge_.find(edgeOf(corners, k));
      if (on == onEdge_.end()) continue;
      std::vector<Index> row = rowOn(*on);
      if (on->first.first != corners[k]) std::reverse(row.begin(), row.end());
      outline.insert(outline.end(), row.begin(), row.end());
    }
    const auto inside = onFace_.find(t);
    if (outline.size() == 3 && inside == onFace_.end()) return;
    std::vector<Numbers> parts = partsOf(outline);
    if (inside != onFace_.end())
      for (const Index p : inside->second)
        if (std::find(outline.begin(), outline.end(), p) == outline.end()) divideAt(parts, p);
    replace(t, parts);
  }

  // The points of an edge in the order from its smaller number on, the same for all of its triangles.
  std::vector<Index> rowOn(const std::pair<const Edge, std::set<Index>>& edge) const {
    const Vec3 from = mesh_.point(edge.first.first), way = mesh_.point(edge.first.second) - from;
    std::vector<std::pair<double, Index>> places;
    for (const Index p : edge.second) places.emplace_back(way.dot(mesh_.point(p) - from), p);
    std::sort(places.begin(), places.end());
    std::vector<Index> row;
    for (const auto& [place, p] : places) row.push_back(p);
    return row;
  }

  std::vector<Numbers> partsOf(const std::vector<Index>& outline) {
    std::vector<Vec3> places;
    for (const Index p : outline) places.push_back(mesh_.point(p));
    triangulation_.split(places);
    std::vector<Numbers> parts;
    for (const auto& [a, b, c] : triangulation_.triangles())
      parts.push_back({outline[static_cast<std::size_t>(a)], outline[static_cast<std::size_t>(b)],
                       outline[static_cast<std::size_t>(c)]});
    return parts;
  }

  // Divides the part that contains a point, seen along the part's normal.
  void divideAt(std::vector<Numbers>& parts, Index p) const {
    const Vec3 at = mesh_.point(p);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const auto [a, b, c] = parts[i];
      const Vec3 u = mesh_.point(a), v = mesh_.point(b), w = mesh_.point(c);
      const int axis = projectionAxis(u, v, w);
      if (axis < 0) continue;
      const int outer = -orient2d(u, v, w, axis);
      if (orient2d(u, v, at, axis) == outer || orient2d(v, w, at, axis) == outer ||
          orient2d(w, u, at, axis) == outer)
        continue;
      parts[i] = {a, b, p};
      parts.push_back({b, c, p});
      parts.push_back({c, a, p});
      return;
    }
  }

  void replace(std::size_t t, const std::vector<Numbers>& parts) {
    const Index source = surface_.source[t];
    mesh_.a[t] = parts[0][0], mesh_.b[t] = parts[0][1], mesh_.c[t] = parts[0][2];
    for (std::size_t i = 1; i < parts.size(); ++i) {
      mesh_.addTriangle(parts[i][0], parts[i][1], parts[i][2]);
      surface_.source.push_back(source);
    }
  }

  RoundedSurface& surface_;
  TriangleMesh& mesh_;
  double distance_;
  std::map<Edge, std::set<Index>> onEdge_;
  std::map<std::size_t, std::set<Index>> onFace_;
  std::set<std::pair<Edge, Edge>> passing_;
  PolygonTriangulation triangulation_;
};

// The pairs of triangles whose boxes are near each other, one of them in one of the given pairs.
std::vector<std::array<Index, 2>> pairsNear(const TriangleMesh& mesh,
                                            const std::vector<std::array<Index, 2>>& pairs, double distance) {
  std::set<Index> involved;
  for (const auto& pair : pairs) involved.insert(pair.begin(), pair.end());
  std::vector<Box> boxes;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) boxes.push_back(mesh.bounds(t));
  const BoxTree tree(boxes);
  std::vector<std::array<Index, 2>> near;
  for (const Index s : involved) {
    const Box& own = boxes[static_cast<std::size_t>(s)];
    const Box grown(own.min() - Vec3::Constant(distance), own.max() + Vec3::Constant(distance));
    tree.queryBox(grown, [&](Index t) {
      if (t != s && (t > s || !involved.contains(t))) near.push_back({s, t});
      return true;
    });
  }
  std::sort(near.begin(), near.end());
  return near;
}

}  // namespace

bool joinNearFeatures(RoundedSurface& surface, const std::vector<std::array<Index, 2>>& pairs,
                      double distance) {
  NearFeatures features(surface, distance);
  const std::vector<std::array<Index, 2>> near = pairsNear(surface.mesh, pairs, distance);
  return features.joinCorners(near) || features.divide(near);
}

}  // namespace talus
