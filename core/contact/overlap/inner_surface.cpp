#include "contact/overlap/inner_surface.h"

#include <algorithm>

namespace talus {

InnerSurface::InnerSurface(const SurfacePair& pair, bool first, const std::vector<Piercing>& piercings,
                           UnionFind& regions, Index& nextRegion)
    : pair_(pair), surface_(pair.surface(first)), first_(first), piercings_(piercings), regions_(regions) {
  findPiercedEdges();
  for (const auto& [number, list] : pierced_) seedFromEdge(number, list);
  for (std::size_t i = 0; i < piercings.size(); ++i)
    if (piercings[i].first != first) seedFromTriangle(piercings[i].triangle, static_cast<Index>(i));
  seedFromShells(nextRegion);
  spread();
}

void InnerSurface::findPiercedEdges() {
  for (std::size_t i = 0; i < piercings_.size(); ++i)
    if (piercings_[i].first == first_) pierced_[piercings_[i].edge].push_back(static_cast<Index>(i));
  for (auto& [number, list] : pierced_)
    std::stable_sort(list.begin(), list.end(),
                     [this](Index a, Index b) { return piercing(a).at < piercing(b).at; });
}

bool InnerSurface::isInside(Index point) {
  const auto [known, isNew] = known_.try_emplace(point, false);
  if (isNew) known->second = pair_.isInside(first_, point);
  return known->second;
}

void InnerSurface::seed(Index point, Index region) {
  const auto [found, isNew] = inner_.try_emplace(point, region);
  if (isNew) queue_.push_back(point);
  regions_.unite(found->second, region);
}

// The directions of an edge's piercings tell which of its ends are inside, unless they cancel.
void InnerSurface::seedFromEdge(Index number, const PiercedEdge& list) {
  int balance = 0;
  for (const Index i : list) balance += piercing(i).entering ? 1 : -1;
  const auto [from, to, left, right] = edge(number);
  const bool fromInside = balance < 0 || (balance == 0 && isInside(from));
  const bool toInside = balance > 0 || (balance == 0 && fromInside);
  known_[from] = fromInside;
  known_[to] = toInside;
  if (fromInside) seed(from, list.front());
  if (toInside) seed(to, list.back());
  cut(number, list, fromInside);
}

// Adds the inner parts of a pierced edge.
void InnerSurface::cut(Index number, const PiercedEdge& list, bool inside) {
  double begin = 0;
  Index region = list.front();
  for (const Index i : list) {
    const double at = piercing(i).at;
    if (inside) {
      parts_.push_back({number, begin, at, region});
      regions_.unite(region, i);
    }
    inside = !inside;
    begin = at;
    region = i;
  }
  if (inside) parts_.push_back({number, begin, 1, region});
}

// A triangle pierced only by edges of the other surface: its corners are all inside or all outside.
void InnerSurface::seedFromTriangle(Index triangle, Index piercing) {
  for (const Index number : surface_.edgesOf(triangle))
    if (number < 0 || pierced_.contains(number)) return;
  const Index corner = surface_.mesh().triangle(static_cast<std::size_t>(triangle))[0];
  if (isInside(corner)) seed(corner, piercing);
}

// Shells without a piercing are entirely inside or entirely outside.
void InnerSurface::seedFromShells(Index& nextRegion) {
  std::vector<bool> pierced(surface_.shellPoints().size(), false);
  for (const Piercing& p : piercings_) {
    const Index point = p.first == first_ ? edge(p.edge).from
                                          : surface_.mesh().triangle(static_cast<std::size_t>(p.triangle))[0];
    pierced[static_cast<std::size_t>(surface_.shellOf(point))] = true;
  }
  for (std::size_t s = 0; s < pierced.size(); ++s)
    if (!pierced[s] && isInside(surface_.shellPoints()[s])) seed(surface_.shellPoints()[s], nextRegion++);
}

void InnerSurface::spread() {
  while (!queue_.empty()) {
    const Index point = queue_.back();
    queue_.pop_back();
    const Index region = inner_.at(point);
    for (const Index number : surface_.edgesAt(point)) {
      if (pierced_.contains(number)) continue;
      const auto& [from, to, left, right] = edge(number);
      seed(from == point ? to : from, region);
      if (from == point) parts_.push_back({number, 0, 1, region});
    }
  }
}

}  // namespace talus
