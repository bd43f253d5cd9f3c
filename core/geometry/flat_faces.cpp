#include "geometry/flat_faces.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "geometry/predicates.h"
#include "geometry/union_find.h"

namespace talus {

namespace {

struct Side {
  Index group, from, to;
  friend bool operator<(const Side& s, const Side& o) {
    return s.group != o.group ? s.group < o.group : s.from < o.from;
  }
};

class FaceJoiner {
 public:
  FaceJoiner(const TriangleMesh& mesh, const EdgeTable& edges, double flatness)
      : mesh_(mesh), edges_(edges), flatness_(flatness) {}

  FlatFaces join() {
    const std::vector<Index> coarse = joinNeighbours();
    group_ = splitBent(coarse);
    collectSides();
    FlatFaces faces;
    std::vector<Index> faceOfGroup(mesh_.triangleCount(), -1);
    for (auto first = sides_.begin(); first != sides_.end();) {
      const auto last =
          std::find_if(first, sides_.end(), [&](const Side& s) { return s.group != first->group; });
      faceOfGroup[at(first->group)] = static_cast<Index>(faces.loops.size());
      faces.loops.push_back(loopOf(std::vector<Side>(first, last)));
      first = last;
    }
    for (const Index g : group_) faces.faceOf.push_back(faceOfGroup[at(g)]);
    return faces;
  }

 private:
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }

  bool isFlat(const EdgeUse& s, const EdgeUse& t) const {
    const auto u = mesh_.corners(at(s.triangle));
    const auto v = mesh_.corners(at(t.triangle));
    const Vec3 p = mesh_.point(t.opposite);
    const Vec3 q = mesh_.point(s.opposite);
    if (orient3d(u[0], u[1], u[2], p) == 0) return true;
    return std::min(std::abs(heightAbove(u, p)), std::abs(heightAbove(v, q))) <= flatness_ && flatness_ > 0;
  }

  std::vector<Index> joinNeighbours() const {
    UnionFind sets(mesh_.triangleCount());
    edges_.forEachEdge([&](Index, std::span<const EdgeUse> uses) {
      if (isFlat(uses[0], uses[1])) sets.unite(uses[0].triangle, uses[1].triangle);
    });
    std::vector<Index> root(mesh_.triangleCount());
    for (std::size_t t = 0; t < root.size(); ++t) root[t] = sets.find(static_cast<Index>(t));
    return root;
  }

  double doubleArea(std::size_t t) const {
    const auto [a, b, c] = mesh_.corners(t);
    return (b - a).cross(c - a).norm();
  }

  // Small steps may add up: a finely rounded edge is no face. Its triangles stay apart.
  std::vector<Index> splitBent(const std::vector<Index>& group) const {
    std::vector<Index> largest(group.size(), -1);
    for (std::size_t t = 0; t < group.size(); ++t) {
      Index& best = largest[at(group[t])];
      if (best < 0 || doubleArea(t) > doubleArea(at(best))) best = static_cast<Index>(t);
    }
    std::vector<char> bent(group.size(), 0);
    for (std::size_t t = 0; t < group.size() && flatness_ > 0; ++t) {
      const auto plane = mesh_.corners(at(largest[at(group[t])]));
      for (const Vec3& p : mesh_.corners(t))
        if (std::abs(heightAbove(plane, p)) > flatness_) bent[at(group[t])] = 1;
    }
    std::vector<Index> result = group;
    for (std::size_t t = 0; t < group.size(); ++t)
      if (bent[at(group[t])]) result[t] = static_cast<Index>(t);
    return result;
  }

  void collectSides() {
    std::vector<std::vector<Index>> groups(mesh_.pointCount());  // around each point
    edges_.forEachEdge([&](Index low, std::span<const EdgeUse> uses) {
      const Index s = group_[at(uses[0].triangle)], t = group_[at(uses[1].triangle)];
      if (s == t) return;
      for (const EdgeUse& use : uses)
        sides_.push_back(use.forward ? Side{group_[at(use.triangle)], low, use.high}
                                     : Side{group_[at(use.triangle)], use.high, low});
      for (const Index point : {low, uses[0].high}) groups[at(point)].insert(groups[at(point)].end(), {s, t});
    });
    std::sort(sides_.begin(), sides_.end());
    corner_.resize(mesh_.pointCount());
    for (std::size_t p = 0; p < groups.size(); ++p) {
      std::sort(groups[p].begin(), groups[p].end());
      const auto end = std::unique(groups[p].begin(), groups[p].end());
      corner_[p] = end - groups[p].begin() >= 3;
    }
  }

  std::vector<Index> loopOf(const std::vector<Side>& sides) const {
    std::vector<Index> loop;
    std::size_t steps = 0;
    Index p = sides.front().from;
    do {
      if (corner_[at(p)]) loop.push_back(p);
      const auto next = std::lower_bound(sides.begin(), sides.end(), Side{sides.front().group, p, 0});
      if (next == sides.end() || next->from != p) break;
      p = next->to;
      ++steps;
    } while (p != sides.front().from && steps < sides.size());
    if (p != sides.front().from || steps != sides.size() || loop.size() < 3)
      throw Error("Triangles that lie nearly in one plane are no single polygon",
                  "near triangle " + std::to_string(sides.front().group), "Lower the flatness");
    return loop;
  }

  const TriangleMesh& mesh_;
  const EdgeTable& edges_;
  double flatness_;
  std::vector<Index> group_;
  std::vector<Side> sides_;
  std::vector<char> corner_;
};

}  // namespace

double heightAbove(const std::array<Vec3, 3>& triangle, const Vec3& p) {
  const auto& [a, b, c] = triangle;
  const Vec3 normal = (b - a).cross(c - a);
  const double length = normal.norm();
  return length > 0 ? normal.dot(p - a) / length : 0;
}

FlatFaces joinFlatFaces(const TriangleMesh& mesh, const EdgeTable& edges, double flatness) {
  return FaceJoiner(mesh, edges, flatness).join();
}

}  // namespace talus
