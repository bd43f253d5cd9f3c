#include "scene/sphere_grid.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace talus {

SphereGrid::SphereGrid(std::size_t expected) {
  const int bits = std::max(4, static_cast<int>(std::bit_width(expected)));
  shift_ = 64 - bits;
  heads_.assign(std::size_t{1} << bits, -1);
  spheres_.reserve(expected);
}

Index SphereGrid::levelOf(double radius) {
  if (spheres_.empty()) first_ = radius;
  const int octave = std::ilogb(first_ / radius);
  const auto at =
      std::find_if(levels_.begin(), levels_.end(), [=](const Level& l) { return l.octave == octave; });
  const auto number = static_cast<Index>(at - levels_.begin());
  if (at == levels_.end()) {
    // 1.5 diameters: few cells to search, with few spheres in each.
    const double largest = std::ldexp(first_, -octave);
    levels_.push_back({octave, 0, 3 * largest});
  }
  Level& level = levels_[static_cast<std::size_t>(number)];
  level.maxRadius = std::max(level.maxRadius, radius);
  return number;
}

void SphereGrid::insert(const Vec3& centre, double radius) {
  const Index level = levelOf(radius);
  const std::uint64_t key = keyOf(cellAt(centre, levels_[static_cast<std::size_t>(level)]));
  Index& head = heads_[bucketOf(key, level)];
  spheres_.push_back({centre, radius, key, level, head});
  head = static_cast<Index>(spheres_.size()) - 1;
}

// Cells whose numbers would overflow are merged: more spheres to compare, none is missed.
SphereGrid::Cell SphereGrid::cellAt(const Vec3& p, const Level& level) {
  constexpr double farthestCell = 1e15;
  return (p / level.edge).array().floor().cwiseMax(-farthestCell).cwiseMin(farthestCell).cast<std::int64_t>();
}

// 21 bits an axis: cells two million apart share a key; the distance decides.
std::uint64_t SphereGrid::keyOf(const Cell& cell) {
  constexpr std::uint64_t mask = (1u << 21) - 1;
  const auto bits = [&cell](int axis) { return static_cast<std::uint64_t>(cell[axis]) & mask; };
  return bits(0) | bits(1) << 21 | bits(2) << 42;
}

}  // namespace talus
