#include "geometry/mesh/hole_loops.h"

#include <map>

#include "geometry/mesh/open_edges.h"

namespace talus {

namespace {

class LoopFinder {
 public:
  explicit LoopFinder(const TriangleMesh& mesh) {
    for (const OpenEdge& edge : openEdges(mesh))
      for (std::int64_t i = 0; i < edge.count; ++i) waiting_[edge.from].push_back(edge.to);
  }

  // Each point has as many edges that begin as edges that end there; so a way never ends before it returns.
  std::vector<HoleLoop> find() {
    for (auto& [start, ways] : waiting_)
      while (!ways.empty()) walk(start);
    return std::move(loops_);
  }

 private:
  void walk(Index start) {
    HoleLoop path{start};
    std::map<Index, std::size_t> placeOf{{start, 0}};
    while (true) {
      std::vector<Index>& ways = waiting_.at(path.back());
      if (ways.empty()) return;
      const Index next = ways.back();
      ways.pop_back();
      const auto [at, isNew] = placeOf.try_emplace(next, path.size());
      if (isNew) {
        path.push_back(next);
        continue;
      }
      const auto first = path.begin() + static_cast<std::ptrdiff_t>(at->second);
      loops_.emplace_back(first, path.end());
      for (auto left = first + 1; left != path.end(); ++left) placeOf.erase(*left);
      path.erase(first + 1, path.end());
    }
  }

  std::map<Index, std::vector<Index>>
      waiting_;  // the ends of edges that are not on a loop yet, by their start
  std::vector<HoleLoop> loops_;
};

}  // namespace

std::vector<HoleLoop> holeLoops(const TriangleMesh& mesh) {
  return LoopFinder(mesh).find();
}

}  // namespace talus
