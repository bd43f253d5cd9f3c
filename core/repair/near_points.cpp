#include "repair/near_points.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "geometry/mesh/open_edges.h"
#include "geometry/mesh/point_tree.h"

namespace talus {

namespace {

using EdgeEnds = std::array<Index, 2>;

struct NearPair {
  double distance;
  Index low, high;

  bool operator<(const NearPair& other) const {
    return std::tie(distance, low, high) < std::tie(other.distance, other.low, other.high);
  }
};

std::vector<NearPair> nearPairs(const TriangleMesh& mesh, const std::vector<EdgeEnds>& open,
                                double tolerance) {
  std::set<Index> ends;
  for (const EdgeEnds& edge : open) ends.insert(edge.begin(), edge.end());
  const std::vector<Index> points(ends.begin(), ends.end());
  std::vector<Vec3> places;
  for (const Index p : points) places.push_back(mesh.point(p));
  const PointTree tree(std::move(places));
  const std::set<EdgeEnds> edges(open.begin(), open.end());
  std::vector<NearPair> pairs;
  for (std::size_t i = 0; i < points.size(); ++i)
    tree.within(tolerance, i, [&](Index item) {
      const Index p = points[i], q = points[static_cast<std::size_t>(item)];
      if (q > p && !edges.contains({p, q})) pairs.push_back({(mesh.point(q) - mesh.point(p)).norm(), p, q});
    });
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

// Groups of points that become the one with the smallest number.
class PointGroups {
 public:
  PointGroups(const TriangleMesh& mesh, double tolerance) : mesh_(mesh), tolerance_(tolerance) {}

  Index targetOf(Index p) const {
    const auto at = targets_.find(p);
    return at == targets_.end() ? p : at->second;
  }

  // @return whether they were two, and no point is too far from its new place.
  bool unite(Index p, Index q) {
    const auto [to, from] = std::minmax({targetOf(p), targetOf(q)});
    if (to == from) return false;
    std::vector<Index> moved = members_[from];
    moved.push_back(from);
    for (const Index member : moved)
      if ((mesh_.point(member) - mesh_.point(to)).norm() > tolerance_) return false;
    for (const Index member : moved) {
      targets_[member] = to;
      members_[to].push_back(member);
    }
    members_.erase(from);
    return true;
  }

 private:
  const TriangleMesh& mesh_;
  double tolerance_;
  std::map<Index, Index> targets_;               // of points that became another one
  std::map<Index, std::vector<Index>> members_;  // of each group, without its target
};

}  // namespace

std::int64_t mergeNearPoints(MendedSurface& surface, double tolerance) {
  if (!(tolerance > 0)) return 0;
  TriangleMesh& mesh = surface.mesh;
  PointGroups groups(mesh, tolerance);
  std::int64_t count = 0;
  for (const auto& [distance, low, high] : nearPairs(mesh, oddEdges(mesh), tolerance))
    count += groups.unite(low, high);
  if (count == 0) return 0;
  for (auto* corners : {&mesh.a, &mesh.b, &mesh.c})
    for (Index& corner : *corners) corner = groups.targetOf(corner);
  return count;
}

}  // namespace talus
