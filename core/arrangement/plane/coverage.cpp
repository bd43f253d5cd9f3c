#include "arrangement/plane/coverage.h"

#include <algorithm>

namespace talus {

const Coverage::Sides& Coverage::sidesOf(Index point) {
  const auto i = static_cast<std::size_t>(point);
  if (seenPoint_[i] != round_) {
    seenPoint_[i] = round_;
    for (std::size_t k = 0; k < 3; ++k) {
      const Index from = corners_[k], to = corners_[(k + 1) % 3];
      sides_[i][k] = point == from || point == to ? 0 : turn_ * complex_.turn(from, to, point);
    }
  }
  return sides_[i];
}

bool Coverage::isInside(Index facet) {
  const std::array<Index, 3>& corners = complex_.corners(facet);
  return std::all_of(corners.begin(), corners.end(), [&](Index p) {
    const Sides& sides = sidesOf(p);
    return sides[0] >= 0 && sides[1] >= 0 && sides[2] >= 0;
  });
}

bool Coverage::isOnOneSide(Index p, Index q) {
  const Sides ofP = sidesOf(p), ofQ = sidesOf(q);
  for (std::size_t k = 0; k < 3; ++k)
    if (ofP[k] == 0 && ofQ[k] == 0) return true;
  return false;
}

void Coverage::forEachIn(const std::array<Index, 3>& corners, bool clockwise,
                         const std::function<void(Index)>& visit) {
  ++round_;
  corners_ = corners;
  turn_ = clockwise ? -1 : 1;
  std::vector<Index> waiting;
  const auto enter = [&](Index facet) {
    Index& seen = seen_[static_cast<std::size_t>(facet)];
    if (seen == round_) return;
    seen = round_;
    waiting.push_back(facet);
  };
  for (const Index facet : complex_.fanOf(corners[0]))
    if (isInside(facet)) enter(facet);
  while (!waiting.empty()) {
    const Index facet = waiting.back();
    waiting.pop_back();
    visit(facet);
    const std::array<Index, 3>& own = complex_.corners(facet);
    for (std::size_t i = 0; i < 3; ++i)
      if (!isOnOneSide(own[(i + 1) % 3], own[(i + 2) % 3])) enter(complex_.beyond(facet, i));
  }
}

}  // namespace talus
