#include "arrangement/cut/axis_planes.h"

#include <algorithm>
#include <utility>

#include "base/bucket_sort.h"
#include "geometry/mesh/axis_across.h"

namespace talus {

namespace {

// Moves the pairs that fulfil a condition out of `pairs`; all keep their order.
template <class Condition>
std::vector<TrianglePair> take(std::vector<TrianglePair>& pairs, const Condition& condition) {
  std::vector<TrianglePair> taken;
  std::erase_if(pairs, [&](const TrianglePair& pair) {
    const bool isTaken = condition(pair);
    if (isTaken) taken.push_back(pair);
    return isTaken;
  });
  return taken;
}

// Collects the triangles of lines, each once.
class LineTriangles {
 public:
  explicit LineTriangles(std::size_t triangles) : line_(triangles, 0) {}

  void nextLine() { ++number_; }
  void add(PlaneLine& line, const TrianglePair& pair) {
    for (const std::size_t k : {0, 1})
      if (Index& last = line_[static_cast<std::size_t>(pair[k])]; last != number_) {
        last = number_;
        line.triangles[k].push_back(pair[k]);
      }
  }

 private:
  std::vector<Index> line_;  // of each triangle the last one
  Index number_ = 0;
};

}  // namespace

AxisPlanes::AxisPlanes(const TriangleMesh& mesh) : mesh_(mesh), axes_(axesAcross(mesh)) {}

bool AxisPlanes::areCoplanar(const TrianglePair& pair) const {
  const auto [s, t] = pair;
  const int axis = axisOf(s);
  if (axis == none || axis != axisOf(t)) return false;
  const auto placeOf = [&](Index triangle) {
    return mesh_.corners(static_cast<std::size_t>(triangle))[0][axis];
  };
  return placeOf(s) == placeOf(t);
}

std::vector<TrianglePair> AxisPlanes::takeCoplanar(std::vector<TrianglePair>& pairs) const {
  return take(pairs, [&](const TrianglePair& pair) { return areCoplanar(pair); });
}

std::vector<PlaneLine> AxisPlanes::takeLines(std::vector<TrianglePair>& pairs, UnionFind& clusters) const {
  const std::size_t triangles = mesh_.triangleCount();
  std::vector<Index> root(triangles), members(triangles, 0);
  for (std::size_t t = 0; t < triangles; ++t) {
    root[t] = clusters.find(static_cast<Index>(t));
    ++members[static_cast<std::size_t>(root[t])];
  }
  const auto rootOf = [&](Index t) { return static_cast<std::size_t>(root[static_cast<std::size_t>(t)]); };
  const auto isInCluster = [&](Index t) { return axisOf(t) != none && members[rootOf(t)] > 1; };
  std::vector<TrianglePair> crossing = take(pairs, [&](const TrianglePair& pair) {
    return isInCluster(pair[0]) && isInCluster(pair[1]) && axisOf(pair[0]) != axisOf(pair[1]);
  });
  if (crossing.empty()) return {};
  for (auto& [s, t] : crossing)
    if (rootOf(s) > rootOf(t)) std::swap(s, t);
  for (const std::size_t k : {1, 0})
    countingSort(crossing, triangles, [&](const TrianglePair& pair) { return rootOf(pair[k]); });

  std::vector<PlaneLine> lines;
  LineTriangles collected(triangles);
  for (auto begin = crossing.cbegin(); begin != crossing.cend();) {
    const std::array<std::size_t, 2> planes{rootOf((*begin)[0]), rootOf((*begin)[1])};
    const auto end = std::find_if(begin, crossing.cend(), [&](const TrianglePair& pair) {
      return rootOf(pair[0]) != planes[0] || rootOf(pair[1]) != planes[1];
    });
    if (end - begin < static_cast<std::ptrdiff_t>(manyPairs)) {
      pairs.insert(pairs.end(), begin, end);
    } else {
      collected.nextLine();
      PlaneLine& line = lines.emplace_back();
      line.planes = {static_cast<Index>(planes[0]), static_cast<Index>(planes[1])};
      std::for_each(begin, end, [&](const TrianglePair& pair) { collected.add(line, pair); });
    }
    begin = end;
  }
  return lines;
}

}  // namespace talus
