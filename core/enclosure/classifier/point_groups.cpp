#include "enclosure/classifier/point_groups.h"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

// A grid of about the given number of cubic cells.
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
    for (int axis = 0; axis < 3; ++axis)
      counts_[axis] = static_cast<std::size_t>(size[axis] * perLength_) + 1;
  }

  std::size_t count() const { return counts_[0] * counts_[1] * counts_[2]; }

  std::size_t operator()(const Vec3& p) const {
    std::size_t cell = 0;
    for (int axis = 2; axis >= 0; --axis) {
      const auto at = static_cast<std::size_t>((p[axis] - low_[axis]) * perLength_);
      cell = cell * counts_[axis] + std::min(at, counts_[axis] - 1);
    }
    return cell;
  }

 private:
  Vec3 low_;
  double perLength_ = 0;
  std::size_t counts_[3] = {1, 1, 1};
};

}  // namespace

PointGroups::PointGroups(std::span<const Vec3> points, std::size_t size) : begins_{0} {
  Box box;
  for (const Vec3& p : points)
    if (p.allFinite()) box.extend(p);
  if (box.isEmpty()) return;
  const Cells cellOf(box, std::max<std::size_t>(points.size() / (size / 2 + 1), 1));
  std::vector<std::size_t> ends(cellOf.count() + 1);
  std::size_t finite = 0;
  for (const Vec3& p : points)
    if (p.allFinite()) ++ends[cellOf(p) + 1], ++finite;
  for (std::size_t cell = 1; cell < ends.size(); ++cell) ends[cell] += ends[cell - 1];
  order_.resize(finite);
  std::vector<std::size_t> next(ends.begin(), ends.end() - 1);
  for (std::size_t i = 0; i < points.size(); ++i)
    if (points[i].allFinite()) order_[next[cellOf(points[i])]++] = static_cast<Index>(i);
  for (std::size_t cell = 0; cell + 1 < ends.size(); ++cell)
    for (std::size_t at = ends[cell]; at < ends[cell + 1];)
      begins_.push_back(at = std::min(at + size, ends[cell + 1]));
}

}  // namespace talus
