#include "arrangement/points/point_table.h"

#include <bit>
#include <cstdint>

#include "geometry/exact/predicates.h"

namespace talus {

PointTable::PointTable(const ExactGeometry& geometry)
    : geometry_(geometry), corners_(geometry.mesh().pointCount()) {
  next_.assign(corners_, -1);
  resize(std::bit_ceil(2 * corners_ + 16));
}

std::size_t PointTable::bucketOf(const Vec3& p) const {
  std::uint64_t hash = 0;
  for (const double v : p) {  // −0 equals 0
    hash = (hash ^ std::bit_cast<std::uint64_t>(v + 0.0)) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return static_cast<std::size_t>(hash) & (first_.size() - 1);
}

void PointTable::link(Index point) {
  Index& first = first_[bucketOf(rounded(point))];
  next_[static_cast<std::size_t>(point)] = first;
  first = point;
}

void PointTable::resize(std::size_t buckets) {
  first_.assign(buckets, -1);
  for (std::size_t i = 0; i < size(); ++i) link(static_cast<Index>(i));
}

// Of points with the same rounded coordinates. Compares with the point itself, not a copy: it keeps its exact
// coordinates. Those of a corner are doubles.
bool PointTable::isEqual(Index point, const ExactPoint& x) const {
  const auto i = static_cast<std::size_t>(point);
  return i < corners_ ? x.isDouble() : geometry_.equal(added_[i - corners_], x);
}

int PointTable::side(Index triangle, Index point) const {
  const auto i = static_cast<std::size_t>(point);
  if (i >= corners_) return geometry_.side(triangle, added_[i - corners_]);
  const TriangleMesh& mesh = geometry_.mesh();
  const auto [a, b, c] = mesh.corners(static_cast<std::size_t>(triangle));
  return orient3d(a, b, c, mesh.point(point));
}

Index PointTable::add(const ExactPoint& x) {
  for (Index i = first_[bucketOf(x.rounded)]; i >= 0; i = next_[static_cast<std::size_t>(i)])
    if (rounded(i) == x.rounded && isEqual(i, x)) return i;
  const auto number = static_cast<Index>(size());
  added_.push_back(x);
  next_.push_back(-1);
  if (size() > first_.size())
    resize(2 * first_.size());
  else
    link(number);
  return number;
}

}  // namespace talus
