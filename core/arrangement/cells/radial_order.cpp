#include "arrangement/cells/radial_order.h"

#include <algorithm>

namespace talus {

namespace {

// Facets as half-planes around an edge.
class HalfPlanes {
 public:
  HalfPlanes(const CutTriangles& cut, const PointTable& points) : cut_(cut), points_(points) {}

  // 1 if the turn from p to q is less than half a revolution, −1 if it is more, 0 if it is none or a half.
  // The half-plane of p ends on its left side, where its normal points, if its facet uses the edge forward.
  int turn(const EdgeUse& p, const EdgeUse& q) const {
    const Index plane = cut_.planeOf(static_cast<std::size_t>(p.triangle));
    const int below = points_.geometry().side(plane, points_.at(q.opposite));
    return p.forward ? -below : below;
  }

  // Whether q comes after p on the way round from the half-plane of `first`.
  bool isBefore(const EdgeUse& first, const EdgeUse& p, const EdgeUse& q) const {
    const int half = halfOf(first, p), otherHalf = halfOf(first, q);
    return half != otherHalf ? half < otherHalf : turn(p, q) > 0;
  }

 private:
  // Two facets are never in the same half-plane.
  int halfOf(const EdgeUse& first, const EdgeUse& p) const {
    if (p.triangle == first.triangle) return 0;
    const int way = turn(first, p);
    return way > 0 ? 1 : way == 0 ? 2 : 3;
  }

  const CutTriangles& cut_;
  const PointTable& points_;
};

}  // namespace

void sortAround(std::span<EdgeUse> uses, const CutTriangles& cut, const PointTable& points) {
  if (uses.size() < 3) return;
  const HalfPlanes halfPlanes(cut, points);
  const EdgeUse first = uses[0];
  std::sort(uses.begin() + 1, uses.end(),
            [&](const EdgeUse& p, const EdgeUse& q) { return halfPlanes.isBefore(first, p, q); });
}

}  // namespace talus
