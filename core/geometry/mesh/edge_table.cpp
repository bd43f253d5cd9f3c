#include "geometry/mesh/edge_table.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace talus {

namespace {

template <class Visit>
void forEachSide(const TriangleMesh& mesh, const Visit& visit) {
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto corners = mesh.triangle(t);
    if (hasRepeatedCorner(corners)) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      const Index from = corners[k];
      const Index to = corners[(k + 1) % 3];
      const EdgeUse use{std::max(from, to), corners[(k + 2) % 3], static_cast<Index>(t),
                        static_cast<std::uint8_t>(k), from < to};
      visit(static_cast<std::size_t>(std::min(from, to)), use);
    }
  }
}

}  // namespace

// A counting sort by the smaller point number, then a sort of each small group.
EdgeTable::EdgeTable(const TriangleMesh& mesh) : begin_(mesh.pointCount() + 1, 0) {
  forEachSide(mesh, [this](std::size_t low, const EdgeUse&) { ++begin_[low + 1]; });
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  uses_ = LargeArray<EdgeUse>(begin_.back());
  std::vector<std::size_t> end(begin_.begin(), begin_.end() - 1);
  forEachSide(mesh, [&](std::size_t low, const EdgeUse& use) { uses_[end[low]++] = use; });

  const auto before = [](const EdgeUse& p, const EdgeUse& q) {
    return std::tie(p.high, p.opposite, p.triangle) < std::tie(q.high, q.opposite, q.triangle);
  };
  for (std::size_t low = 0; low < mesh.pointCount(); ++low)
    std::sort(uses_.data() + begin_[low], uses_.data() + begin_[low + 1], before);
}

}  // namespace talus
