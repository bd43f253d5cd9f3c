#include "enclosure/cells/cell_lookup.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "enclosure/cells/cell_lookup.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

using Tag = hn::ScalableTag<double>;
using Lanes = hn::Vec<Tag>;

using IntTag = hn::Rebind<std::int32_t, Tag>;
using Ints = hn::Vec<IntTag>;

// Cell numbers along one axis, clamped to the grid for points out of bounds.
HWY_INLINE Ints cellsAlong(const CellGrid& grid, int axis, Lanes p) {
  const Tag d;
  const Lanes low = hn::Set(d, grid.bounds().min()[axis]);
  const Lanes last = hn::Set(d, static_cast<double>(grid.size(axis) - 1));
  const Lanes cells = hn::Mul(hn::Sub(p, low), hn::Set(d, grid.perLength(axis)));
  return hn::DemoteTo(IntTag(), hn::Min(hn::Max(cells, hn::Zero(d)), last));
}

HWY_INLINE hn::Mask<Tag> withinBounds(const CellGrid& grid, int axis, Lanes p) {
  const Tag d;
  return hn::And(hn::Ge(p, hn::Set(d, grid.bounds().min()[axis])),
                 hn::Le(p, hn::Set(d, grid.bounds().max()[axis])));
}

// octantAlong, lane by lane, without the number of the block.
template <int axis>
HWY_INLINE Ints octantBit(Ints cell) {
  static_assert(axis == 0 || axis == 1 || axis == 2);
  const Ints bit = hn::And(cell, hn::Set(IntTag(), 2));
  return axis == 0 ? hn::ShiftRight<1>(bit) : axis == 1 ? bit : hn::Add(bit, bit);
}

// Prefetch distance in points: a chunk of Classifier::classify, which reads all points of a chunk twice,
// first to check that they are finite. The processor's own prefetching ends with each batch. Saves a fifth of
// the time of all queries; with the distance of a batch the check of the next chunk waits for the memory,
// which costs another sixth.
constexpr std::size_t ahead = 1024;

HWY_INLINE void prefetchPoints(const Vec3* points, std::size_t count) {
  const auto address = reinterpret_cast<std::uintptr_t>(points);
  for (std::size_t line = 0; line < count * sizeof(Vec3); line += 64)
    __builtin_prefetch(reinterpret_cast<const void*>(address + ahead * sizeof(Vec3) + line));
}

// Numbers of blocks and words, computed once per call.
struct Counts {
  std::int32_t width, depth;              // in blocks
  std::int32_t wordsPerRow, rows, words;  // rows of one layer
  explicit Counts(const CellGrid& grid)
      : width(static_cast<std::int32_t>(blockCount(grid, 0))),
        depth(static_cast<std::int32_t>(blockCount(grid, 1))),
        wordsPerRow(static_cast<std::int32_t>(CellBits::wordsPerRow(grid))),
        rows(grid.size(1)),
        words(static_cast<std::int32_t>(CellBits::wordCount(grid))) {}
};

// Lanes(d) points from xyz triples.
HWY_INLINE void locateBatch(const CellGrid& grid, const Counts& count, const double* xyz,
                            const CellPlaces& places, std::size_t at) {
  const Tag d;
  const IntTag di;
  const hn::RebindToUnsigned<IntTag> du;
  const auto store = [&](Ints numbers, std::uint32_t* to) {
    hn::StoreU(hn::BitCast(du, numbers), du, to + at);
  };
  Lanes px, py, pz;
  hn::LoadInterleaved3(d, xyz, px, py, pz);
  const Ints x = cellsAlong(grid, 0, px);
  const Ints y = cellsAlong(grid, 1, py);
  const Ints z = cellsAlong(grid, 2, pz);
  const Ints row = hn::Add(hn::Mul(z, hn::Set(di, count.rows)), y);
  const Ints number = hn::Add(hn::Mul(row, hn::Set(di, count.wordsPerRow)), hn::ShiftRight<4>(x));
  const auto within =
      hn::And(hn::And(withinBounds(grid, 0, px), withinBounds(grid, 1, py)), withinBounds(grid, 2, pz));
  // All ones outside of the bounds, all zeros within.
  const Ints outside = hn::DemoteTo(di, hn::IfThenElse(within, hn::Zero(d), hn::Set(d, -1.0)));
  store(hn::Or(hn::AndNot(outside, number), hn::And(outside, hn::Set(di, count.words))), places.word);
  store(hn::And(x, hn::Set(di, CellBits::cellsPerWord - 1)), places.bit);
  const Ints layer = hn::Add(hn::Mul(hn::ShiftRight<2>(z), hn::Set(di, count.depth)), hn::ShiftRight<2>(y));
  const Ints block = hn::Add(hn::Mul(layer, hn::Set(di, count.width)), hn::ShiftRight<2>(x));
  const Ints octant = hn::Or(octantBit<0>(x), hn::Or(octantBit<1>(y), octantBit<2>(z)));
  store(hn::Or(hn::ShiftLeft<3>(block), octant), places.octant);
}

void findCells(const CellGrid& grid, std::span<const Vec3> points, const CellPlaces& places) {
  static_assert(CellBits::cellsPerWord == 1 << 4);
  const Tag d;
  const std::size_t lanes = hn::Lanes(d);
  const CellGrid own = grid;  // a copy whose address is not taken: its members stay in registers
  const Counts count(grid);
  std::size_t i = 0;
  for (; i + lanes <= points.size(); i += lanes) {
    prefetchPoints(&points[i], lanes);
    locateBatch(own, count, points[i].data(), places, i);
  }
  if (i == points.size()) return;
  HWY_ALIGN double rest[3 * hn::MaxLanes(d)] = {};
  HWY_ALIGN std::uint32_t word[hn::MaxLanes(d)], bit[hn::MaxLanes(d)], octant[hn::MaxLanes(d)];
  for (std::size_t k = i; k < points.size(); ++k)
    for (Eigen::Index axis = 0; axis < 3; ++axis)
      rest[3 * (k - i) + static_cast<std::size_t>(axis)] = points[k][axis];
  locateBatch(own, count, rest, {word, bit, octant}, 0);
  std::copy_n(word, points.size() - i, places.word + i);
  std::copy_n(bit, points.size() - i, places.bit + i);
  std::copy_n(octant, points.size() - i, places.octant + i);
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {
HWY_EXPORT(findCells);

void findCells(const CellGrid& grid, std::span<const Vec3> points, const CellPlaces& places) {
  HWY_DYNAMIC_DISPATCH(findCells)(grid, points, places);
}

}  // namespace talus
#endif
