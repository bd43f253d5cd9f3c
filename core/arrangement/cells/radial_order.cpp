#include "arrangement/cells/radial_order.h"

#include <algorithm>
#include <vector>

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
    const int below = points_.side(plane, q.opposite);
    return p.forward ? -below : below;
  }

  // Which part of the way round from the half-plane of `first` leads to p: less than half of it, half, more.
  // Two facets are never in the same half-plane.
  int partOf(const EdgeUse& first, const EdgeUse& p) const { return -turn(first, p); }

 private:
  const CutTriangles& cut_;
  const PointTable& points_;
};

}  // namespace

void sortAround(std::span<EdgeUse> uses, const CutTriangles& cut, const PointTable& points) {
  if (uses.size() < 3) return;
  const HalfPlanes halfPlanes(cut, points);
  struct Placed {
    EdgeUse use;
    int part;
  };
  std::vector<Placed> others;
  for (const EdgeUse& use : uses.subspan(1)) others.push_back({use, halfPlanes.partOf(uses[0], use)});
  std::sort(others.begin(), others.end(), [&](const Placed& p, const Placed& q) {
    return p.part != q.part ? p.part < q.part : halfPlanes.turn(p.use, q.use) > 0;
  });
  std::transform(others.begin(), others.end(), uses.begin() + 1, [](const Placed& p) { return p.use; });
}

}  // namespace talus
