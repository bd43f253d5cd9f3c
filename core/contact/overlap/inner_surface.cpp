#include "contact/overlap/inner_surface.h"

#include <algorithm>
#include <tuple>

#include "contact/overlap/piercing_order.h"

namespace talus {

InnerSurface::InnerSurface(const SurfacePair& pair, bool first, const std::vector<Piercing>& piercings,
                           UnionFind& regions, Index& nextRegion)
    : pair_(pair), surface_(pair.surface(first)), first_(first), piercings_(piercings), regions_(regions) {
  findPiercedEdges();
  seedFromPiercedEdges();
  for (std::size_t i = 0; i < piercings.size(); ++i)
    if (piercings[i].first != first) seedFromTriangle(piercings[i].triangle, static_cast<Index>(i));
  seedFromShells(nextRegion);
  spread();
}

void InnerSurface::findPiercedEdges() {
  for (std::size_t i = 0; i < piercings_.size(); ++i)
    if (piercings_[i].first == first_) own_.push_back(static_cast<Index>(i));
  std::sort(own_.begin(), own_.end(), [this](Index a, Index b) {
    return std::tuple(piercing(a).edge, piercing(a).at, a) < std::tuple(piercing(b).edge, piercing(b).at, b);
  });
  for (const Index i : own_)
    if (pierced_.empty() || pierced_.back() != piercing(i).edge) pierced_.push_back(piercing(i).edge);
}

void InnerSurface::seedFromPiercedEdges() {
  for (auto begin = own_.begin(); begin != own_.end();) {
    const Index number = piercing(*begin).edge;
    const auto end = std::find_if(begin, own_.end(), [&](Index i) { return piercing(i).edge != number; });
    seedFromEdge(number, {begin, end});
    begin = end;
  }
}

bool InnerSurface::isPierced(Index edge) const {
  return std::binary_search(pierced_.begin(), pierced_.end(), edge);
}

bool InnerSurface::isInside(Index point) {
  constexpr Index unknown = -1;
  Index& known = known_.at(point, unknown);
  if (known == unknown) known = pair_.isInside(first_, point) ? 1 : 0;
  return known == 1;
}

void InnerSurface::seed(Index point, Index region) {
  const auto end = static_cast<Index>(inner_.size());
  const Index place = place_.at(point, end);
  if (place == end) {
    inner_.emplace_back(point, region);
    queue_.push_back(static_cast<std::size_t>(place));
  } else {
    regions_.unite(inner_[static_cast<std::size_t>(place)].second, region);
  }
}

// Whether the other body is entered and left in turn.
bool InnerSurface::alternates(OnEdge list, bool inside) const {
  for (const Index i : list) {
    if (piercing(i).entering == inside) return false;
    inside = !inside;
  }
  return true;
}

// The directions of an edge's piercings tell which of its ends are inside, unless they cancel. Where an edge
// is nearly parallel to faces the rounded order of its piercings may be wrong.
void InnerSurface::seedFromEdge(Index number, std::span<Index> list) {
  int balance = 0;
  for (const Index i : list) balance += piercing(i).entering ? 1 : -1;
  const auto [from, to, left, right] = edge(number);
  const bool fromInside = balance < 0 || (balance == 0 && isInside(from));
  const bool toInside = balance > 0 || (balance == 0 && fromInside);
  if (!alternates(list, fromInside)) sortAlongEdge(pair_, piercings_, list);
  known_.at(from, 0) = fromInside ? 1 : 0;
  known_.at(to, 0) = toInside ? 1 : 0;
  if (fromInside) seed(from, list.front());
  if (toInside) seed(to, list.back());
  cut(number, list, fromInside);
}

// Adds the inner parts of a pierced edge.
void InnerSurface::cut(Index number, OnEdge list, bool inside) {
  InnerSurface::Part part{.edge = number, .region = list.front()};
  for (const Index i : list) {
    part.end = piercing(i).at;
    part.endPiercing = i;
    if (inside) {
      parts_.push_back(part);
      regions_.unite(part.region, i);
    }
    inside = !inside;
    part = {.edge = number, .begin = part.end, .beginPiercing = i, .region = i};
  }
  part.end = 1;
  if (inside) parts_.push_back(part);
}

// A triangle pierced only by edges of the other surface: its corners are all inside or all outside.
void InnerSurface::seedFromTriangle(Index triangle, Index piercing) {
  for (const Index number : surface_.edgesOf(triangle))
    if (number < 0 || isPierced(number)) return;
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
    const auto [point, region] = inner_[queue_.back()];
    queue_.pop_back();
    for (const Index number : surface_.edgesAt(point)) {
      if (isPierced(number)) continue;
      const auto& [from, to, left, right] = edge(number);
      seed(from == point ? to : from, region);
      if (from == point) parts_.push_back({.edge = number, .end = 1, .region = region});
    }
  }
}

}  // namespace talus
