#include "enclosure/classifier/point_groups.h"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

// A grid of about the given number of cubic cells. Cells are numbered in blocks of 2³, so that eight
// consecutive ones lie close together.
class Cells {
 public:
  Cells(const Box& box, std::size_t wanted) : low_(box.min()) {
    const Vec3 size = box.sizes();
    // Half sizes, since the full size may overflow. Flat boxes have one layer of cells.
    double edge = size.maxCoeff() / 2;
    if (!(edge > 0 && std::isfinite(edge))) return;
    const auto cellsOf = [&](double width) {
      double cells = 1;
      for (int axis = 0; axis < 3; ++axis) cells *= std::floor(size[axis] / width) + 1;
      return cells;
    };
    while (cellsOf(edge / 1.25) <= static_cast<double>(wanted)) edge /= 1.25;
    perLength_ = 1 / edge;
    for (int axis = 0; axis < 3; ++axis) {
      counts_[axis] = static_cast<std::size_t>(size[axis] * perLength_) + 1;
      blocks_[axis] = (counts_[axis] + 1) / 2;
    }
  }

  std::size_t count() const { return blocks_[0] * blocks_[1] * blocks_[2] * 8; }

  std::size_t operator()(const Vec3& p) const {
    std::size_t block = 0, inBlock = 0;
    for (int axis = 2; axis >= 0; --axis) {
      const auto at = static_cast<std::size_t>((p[axis] - low_[axis]) * perLength_);
      const std::size_t cell = std::min(at, counts_[axis] - 1);
      block = block * blocks_[axis] + cell / 2;
      inBlock = inBlock * 2 + cell % 2;
    }
    return block * 8 + inBlock;
  }

 private:
  Vec3 low_;
  double perLength_ = 0;
  std::size_t counts_[3] = {1, 1, 1};
  std::size_t blocks_[3] = {1, 1, 1};
};

}  // namespace

PointGroups::PointGroups(std::span<const Vec3> points, std::size_t size) : begins_{0} {
  Box box;
  for (const Vec3& p : points)
    if (p.allFinite()) box.extend(p);
  if (box.isEmpty()) return;
  constexpr std::size_t cellsOfGroup = 8;  // 2³, or some of them
  const Cells cellOf(box, std::max<std::size_t>(points.size() * cellsOfGroup / (size / 2 + 1), 1));
  std::vector<std::size_t> ends(cellOf.count() + 1);
  std::size_t finite = 0;
  for (const Vec3& p : points)
    if (p.allFinite()) ++ends[cellOf(p) + 1], ++finite;
  for (std::size_t cell = 1; cell < ends.size(); ++cell) ends[cell] += ends[cell - 1];
  order_.resize(finite);
  std::vector<std::size_t> next(ends.begin(), ends.end() - 1);
  for (std::size_t i = 0; i < points.size(); ++i)
    if (points[i].allFinite()) order_[next[cellOf(points[i])]++] = static_cast<Index>(i);
  for (std::size_t end = cellsOfGroup; end < ends.size(); end += cellsOfGroup)
    for (std::size_t at = ends[end - cellsOfGroup]; at < ends[end];)
      begins_.push_back(at = std::min(at + size, ends[end]));
}

}  // namespace talus
