#include "enclosure/slabs/slab.h"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

#include "geometry/mesh/edge_table.h"
#include "geometry/mesh/union_find.h"

namespace talus {

namespace {

// An edge on one side of the slab that the part uses more often in this direction than in the other.
struct OpenEdge {
  Index from, to;
  int times;
};

int balanceOf(std::span<const EdgeUse> uses) {
  int balance = 0;
  for (const EdgeUse& use : uses) balance += use.forward ? 1 : -1;
  return balance;
}

// The open edges; nothing if the surface is not closed and oriented within the slab.
std::optional<std::vector<OpenEdge>> openEdges(const TriangleMesh& part, const Slab& slab) {
  std::vector<OpenEdge> open;
  bool sound = true;
  EdgeTable(part).forEachEdge([&](Index low, std::span<const EdgeUse> uses) {
    const Index high = uses.front().high;
    const int balance = balanceOf(uses);
    const auto [from, to] = std::minmax({part.point(low)[slab.axis], part.point(high)[slab.axis]});
    if (from < slab.high && to >= slab.low)
      sound = sound && uses.size() == 2 && balance == 0;
    else if (balance != 0)
      open.push_back({balance > 0 ? low : high, balance > 0 ? high : low, std::abs(balance)});
  });
  return sound ? std::optional(std::move(open)) : std::nullopt;
}

}  // namespace

// Open edges that hang together are closed by a fan of triangles about one of their points.
std::optional<TriangleMesh> closedOutside(TriangleMesh part, const Slab& slab) {
  const auto open = openEdges(part, slab);
  if (!open) return std::nullopt;
  UnionFind loops(part.pointCount());
  for (const OpenEdge& edge : *open) loops.unite(edge.from, edge.to);
  for (const OpenEdge& edge : *open) {
    const Index tip = loops.find(edge.from);
    if (tip == edge.from || tip == edge.to) continue;  // no area, and no sides that do not cancel
    for (int k = 0; k < edge.times; ++k) part.addTriangle(edge.to, edge.from, tip);
  }
  return part;
}

}  // namespace talus
