#include "geometry/convex/flat_faces.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "geometry/exact/predicates.h"
#include "geometry/mesh/union_find.h"

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
    findSlivers();
    group_ = splitBent(joinNeighbours());
    assignSlivers();
    collectSides();
    requireSolid();
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

  // Finds triangles as narrow as the flatness. The direction of their planes is arbitrary, so they neither
  // define nor connect faces.
  void findSlivers() {
    sliverAt_.assign(mesh_.triangleCount(), -1);
    for (std::size_t t = 0; t < mesh_.triangleCount() && flatness_ > 0; ++t)
      if (isSliver(t)) {
        sliverAt_[t] = static_cast<Index>(slivers_.size());
        slivers_.push_back({static_cast<Index>(t), {-1, -1, -1}});
      }
    if (slivers_.empty()) return;
    edges_.forEachEdge([&](Index, std::span<const EdgeUse> uses) {
      for (const std::size_t i : {0U, 1U})
        if (const Index sliver = sliverAt_[at(uses[i].triangle)]; sliver >= 0)
          slivers_[at(sliver)].neighbours[uses[i].corner] = uses[1 - i].triangle;
    });
  }

  bool isSliver(std::size_t t) const {
    const auto [a, b, c] = mesh_.corners(t);
    const double longest = std::max({(b - a).norm(), (c - b).norm(), (a - c).norm()});
    return doubleArea(t) <= flatness_ * longest;
  }
  bool isSliver(Index t) const { return sliverAt_[at(t)] >= 0; }

  // Whether a triangle lies in the plane of another.
  bool fits(Index triangle, Index plane) const {
    const auto corners = mesh_.corners(at(plane));
    const auto own = mesh_.corners(at(triangle));
    return std::all_of(own.begin(), own.end(),
                       [&](const Vec3& p) { return std::abs(heightAbove(corners, p)) <= flatness_; });
  }

  std::vector<Index> joinNeighbours() const {
    UnionFind sets(mesh_.triangleCount());
    edges_.forEachEdge([&](Index, std::span<const EdgeUse> uses) {
      const Index s = uses[0].triangle, t = uses[1].triangle;
      if (!isSliver(s) && !isSliver(t) && isFlat(uses[0], uses[1])) sets.unite(s, t);
    });
    for (const Sliver& sliver : slivers_)  // joins the triangles on both sides of the sliver
      for (const std::size_t i : {0U, 1U, 2U}) {
        const Index s = sliver.neighbours[i], t = sliver.neighbours[(i + 1) % 3];
        if (!isSliver(s) && !isSliver(t) && (fits(s, t) || fits(t, s))) sets.unite(s, t);
      }
    std::vector<Index> root(mesh_.triangleCount());
    for (std::size_t t = 0; t < root.size(); ++t) root[t] = sets.find(static_cast<Index>(t));
    return root;
  }

  // Assigns each sliver to the neighbouring polygon in whose plane it lies; of several, to the one with the
  // largest triangle.
  void assignSlivers() {
    if (slivers_.empty()) return;
    const std::vector<Index> largest = largestOf(group_);
    std::vector<Sliver> waiting = slivers_;
    for (std::size_t before = waiting.size() + 1; waiting.size() < before;) {
      before = waiting.size();
      std::erase_if(waiting, [&](const Sliver& sliver) {
        Index best = -1;
        for (const Index neighbour : sliver.neighbours) {
          if (isSliver(neighbour)) continue;
          const Index plane = largest[at(group_[at(neighbour)])];
          const bool larger = best < 0 || doubleArea(at(plane)) > doubleArea(at(best));
          if (larger && fits(sliver.triangle, plane)) best = plane;
        }
        if (best < 0) return false;
        group_[at(sliver.triangle)] = group_[at(best)];
        sliverAt_[at(sliver.triangle)] = -1;
        return true;
      });
    }
  }

  double doubleArea(std::size_t t) const {
    const auto [a, b, c] = mesh_.corners(t);
    return (b - a).cross(c - a).norm();
  }

  // The largest triangle of each group, indexed by the group's number.
  std::vector<Index> largestOf(const std::vector<Index>& group) const {
    std::vector<Index> largest(group.size(), -1);
    for (std::size_t t = 0; t < group.size(); ++t) {
      Index& best = largest[at(group[t])];
      if (best < 0 || doubleArea(t) > doubleArea(at(best))) best = static_cast<Index>(t);
    }
    return largest;
  }

  // Splits groups that are not flat: small angles may add up, as on a finely rounded edge. Their triangles
  // stay separate.
  std::vector<Index> splitBent(const std::vector<Index>& group) const {
    const std::vector<Index> largest = largestOf(group);
    std::vector<char> bent(group.size(), 0);
    for (std::size_t t = 0; t < group.size() && flatness_ > 0; ++t)
      if (!fits(static_cast<Index>(t), largest[at(group[t])])) bent[at(group[t])] = 1;
    std::vector<Index> result = group;
    for (std::size_t t = 0; t < group.size(); ++t)
      if (bent[at(group[t])]) result[t] = static_cast<Index>(t);
    return result;
  }

  void collectSides() {
    std::vector<std::vector<Index>> groups(mesh_.pointCount());  // groups around each point
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

  // A surface thinner than the flatness lies in a plane to within it.
  void requireSolid() const {
    if (sides_.empty())
      throw Error("All triangles are coplanar to within the flatness",
                  std::to_string(mesh_.triangleCount()) + " triangles", "Lower the flatness");
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
      throw Error("Nearly coplanar triangles do not form a single polygon",
                  "near triangle " + std::to_string(sides.front().group), "Lower the flatness");
    return loop;
  }

  struct Sliver {
    Index triangle;
    std::array<Index, 3> neighbours;
  };

  const TriangleMesh& mesh_;
  const EdgeTable& edges_;
  double flatness_;
  std::vector<Sliver> slivers_;
  std::vector<Index> sliverAt_;  // each triangle's number among the slivers; −1: none, or assigned
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
