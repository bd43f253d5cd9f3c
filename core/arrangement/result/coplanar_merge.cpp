#include "arrangement/result/coplanar_merge.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "geometry/exact/predicates.h"
#include "geometry/mesh/edge_table.h"
#include "geometry/mesh/polygon_triangulation.h"
#include "geometry/mesh/union_find.h"

namespace talus {

namespace {

constexpr int maximumPasses = 8;

class CoplanarMerge {
 public:
  CoplanarMerge(RoundedSurface& surface, const std::function<FaceRelation(Index, Index)>& relation)
      : surface_(surface), mesh_(surface.mesh), regions_(mesh_.triangleCount()), at_(mesh_.pointCount()) {
    EdgeTable(mesh_).forEachEdge([&](Index low, std::span<const EdgeUse> uses) {
      if (uses.size() != 2) {
        blocked_.insert({low, uses[0].high});
        return;
      }
      const FaceRelation found = relation(uses[0].triangle, uses[1].triangle);
      if (found == FaceRelation::Same) regions_.unite(uses[0].triangle, uses[1].triangle);
      if (found == FaceRelation::Folded) blocked_.insert({low, uses[0].high});
    });
    for (std::size_t t = 0; t < mesh_.triangleCount(); ++t)
      for (const Index p : mesh_.triangle(t))
        at_[static_cast<std::size_t>(p)].push_back(static_cast<Index>(t));
    removed_.assign(mesh_.triangleCount(), false);
    for (std::size_t t = 0; t < mesh_.triangleCount(); ++t)
      regionOf_.push_back(regions_.find(static_cast<Index>(t)));
  }

  std::int64_t merge() {
    std::int64_t points = 0;
    for (int pass = 0; pass < maximumPasses; ++pass) {
      std::int64_t found = 0;
      for (Index p = 0; p < static_cast<Index>(mesh_.pointCount()); ++p) found += remove(p);
      points += found;
      if (found == 0) break;
    }
    if (points > 0) dropRemoved();
    return points;
  }

 private:
  // A triangle at a point: the side opposite the point, in the triangle's direction.
  struct Spoke {
    Index from, to, triangle;
  };
  // Triangles of one region that follow each other around a point.
  using Arc = std::vector<Spoke>;
  struct Part {
    std::vector<Index> outline;
    std::vector<std::array<Index, 3>> triangles;
    Index model;  // a triangle whose source and region they get
  };

  bool remove(Index p) {
    const std::vector<Arc> arcs = arcsAt(p);
    if (arcs.empty() || arcs.size() > 2 || (arcs.size() == 2 && !isStraight(p, arcs))) return false;
    std::vector<Part> parts;
    for (const Arc& arc : arcs) {
      std::optional<Part> part = partOf(arc, arcs.size() == 2);
      if (!part || bringsKnownEdge(*part)) return false;
      parts.push_back(std::move(*part));
    }
    if (arcs.size() == 2 && haveCommonEdge(arcs[0].front().from, arcs[0].back().to)) return false;
    replace(p, parts);
    return true;
  }

  // The triangles around a point by region; empty unless they are one closed fan without blocked edges.
  std::vector<Arc> arcsAt(Index p) const {
    std::map<Index, Spoke> bySide;
    for (const Index t : at_[static_cast<std::size_t>(p)]) {
      const auto [a, b, c] = mesh_.triangle(static_cast<std::size_t>(t));
      const Spoke spoke = a == p ? Spoke{b, c, t} : b == p ? Spoke{c, a, t} : Spoke{a, b, t};
      if (!bySide.emplace(spoke.from, spoke).second) return {};
      if (blocked_.contains(std::minmax({p, spoke.from}))) return {};
    }
    if (bySide.size() < 3) return {};
    Arc fan{bySide.begin()->second};
    while (fan.back().to != fan.front().from) {
      const auto next = bySide.find(fan.back().to);
      if (next == bySide.end() || fan.size() == bySide.size()) return {};
      fan.push_back(next->second);
    }
    if (fan.size() != bySide.size()) return {};
    return dividedByRegion(fan);
  }

  std::vector<Arc> dividedByRegion(Arc& fan) const {
    const auto regionOf = [this](const Spoke& spoke) {
      return regionOf_[static_cast<std::size_t>(spoke.triangle)];
    };
    auto first = fan.begin();  // of a region
    while (first != fan.end() &&
           regionOf(*first) == regionOf(first == fan.begin() ? fan.back() : *(first - 1)))
      ++first;
    if (first == fan.end()) return {fan};
    std::rotate(fan.begin(), first, fan.end());
    std::vector<Arc> arcs;
    for (const Spoke& spoke : fan) {
      if (arcs.empty() || regionOf(arcs.back().back()) != regionOf(spoke)) arcs.emplace_back();
      arcs.back().push_back(spoke);
    }
    return arcs;
  }

  // Whether the ends of the crease at a point lie on opposite sides of it: they are on one line with it.
  bool isStraight(Index p, const std::vector<Arc>& arcs) const {
    const Vec3 one = mesh_.point(arcs[0].front().from), other = mesh_.point(arcs[0].back().to);
    Eigen::Index axis = 0;
    (one - other).cwiseAbs().maxCoeff(&axis);
    const double at = mesh_.point(p)[axis];
    return (one[axis] < at && at < other[axis]) || (other[axis] < at && at < one[axis]);
  }

  std::optional<Part> partOf(const Arc& arc, bool isOpen) {
    Part part{{}, {}, arc.front().triangle};
    for (const Spoke& spoke : arc) part.outline.push_back(spoke.from);
    if (isOpen) part.outline.push_back(arc.back().to);
    if (part.outline.size() < 3) return std::nullopt;
    std::vector<Vec3> places;
    for (const Index q : part.outline) places.push_back(mesh_.point(q));
    if (!triangulation_.split(places)) return std::nullopt;
    for (const auto& triangle : triangulation_.triangles()) {
      std::array<Index, 3> corners{};
      for (std::size_t k = 0; k < 3; ++k) corners[k] = part.outline[static_cast<std::size_t>(triangle[k])];
      if (collinear(mesh_.point(corners[0]), mesh_.point(corners[1]), mesh_.point(corners[2])))
        return std::nullopt;
      part.triangles.push_back(corners);
    }
    return part;
  }

  // Whether a new edge between two points of an outline is one of another triangle already.
  bool bringsKnownEdge(const Part& part) const {
    const std::size_t n = part.outline.size();
    std::set<std::pair<Index, Index>> sides;
    for (std::size_t i = 0; i < n; ++i)
      sides.insert(std::minmax({part.outline[i], part.outline[(i + 1) % n]}));
    for (const std::array<Index, 3>& corners : part.triangles)
      for (std::size_t k = 0; k < 3; ++k) {
        const auto edge = std::minmax({corners[k], corners[(k + 1) % 3]});
        if (!sides.contains(edge) && haveCommonEdge(edge.first, edge.second)) return true;
      }
    return false;
  }

  bool haveCommonEdge(Index p, Index q) const {
    const std::vector<Index>& triangles = at_[static_cast<std::size_t>(p)];
    return std::any_of(triangles.begin(), triangles.end(), [&](Index t) {
      const auto corners = mesh_.triangle(static_cast<std::size_t>(t));
      return std::find(corners.begin(), corners.end(), q) != corners.end();
    });
  }

  void replace(Index p, const std::vector<Part>& parts) {
    for (const Index t : std::vector<Index>(at_[static_cast<std::size_t>(p)])) {
      for (const Index q : mesh_.triangle(static_cast<std::size_t>(t)))
        std::erase(at_[static_cast<std::size_t>(q)], t);
      removed_[static_cast<std::size_t>(t)] = true;
    }
    for (const Part& part : parts)
      for (const std::array<Index, 3>& corners : part.triangles) {
        const auto t = static_cast<Index>(mesh_.triangleCount());
        const auto model = static_cast<std::size_t>(part.model);
        mesh_.addTriangle(corners[0], corners[1], corners[2]);
        surface_.source.push_back(Index(surface_.source[model]));
        regionOf_.push_back(Index(regionOf_[model]));
        removed_.push_back(false);
        for (const Index q : corners) at_[static_cast<std::size_t>(q)].push_back(t);
      }
  }

  void dropRemoved() {
    std::size_t count = 0;
    for (std::size_t t = 0; t < removed_.size(); ++t) {
      if (removed_[t]) continue;
      mesh_.a[count] = mesh_.a[t], mesh_.b[count] = mesh_.b[t], mesh_.c[count] = mesh_.c[t];
      surface_.source[count++] = surface_.source[t];
    }
    for (auto* values : {&mesh_.a, &mesh_.b, &mesh_.c, &surface_.source}) values->resize(count);
  }

  RoundedSurface& surface_;
  TriangleMesh& mesh_;
  UnionFind regions_;
  std::set<std::pair<Index, Index>> blocked_;  // edges at which no point is removed
  std::vector<std::vector<Index>> at_;         // triangles at each point
  std::vector<Index> regionOf_;                // of each triangle: coplanar ones that are connected
  std::vector<bool> removed_;
  PolygonTriangulation triangulation_;
};

}  // namespace

std::int64_t mergeCoplanar(RoundedSurface& surface,
                           const std::function<FaceRelation(Index, Index)>& relation) {
  return CoplanarMerge(surface, relation).merge();
}

}  // namespace talus
