#include "enclosure/cell_lookup.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "enclosure/cell_lookup.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace talus {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::ScalableTag<double>;
using Lanes = hn::Vec<Tag>;

// Along one axis: number of the block, and what the cell in it adds to the bit, as whole doubles; and whether
// the point is within bounds.
struct AxisPlace {
  Lanes block, bits;
  hn::Mask<Tag> within;
};

HWY_INLINE AxisPlace locate(const CellGrid& grid, int axis, Lanes p) {
  const Tag d;
  const Lanes low = hn::Set(d, grid.bounds().min()[axis]);
  const Lanes high = hn::Set(d, grid.bounds().max()[axis]);
  const Lanes last = hn::Set(d, static_cast<double>(grid.size(axis) - 1));
  const Lanes cells = hn::Mul(hn::Sub(p, low), hn::Set(d, grid.perLength(axis)));
  const Lanes cell = hn::Floor(hn::Min(hn::Max(cells, hn::Zero(d)), last));
  const Lanes half = hn::Floor(hn::Mul(cell, hn::Set(d, 0.5)));
  const Lanes block = hn::Floor(hn::Mul(cell, hn::Set(d, 0.25)));
  // axisBits: the upper bit of the coordinate times 8, the lower one, both shifted by the axis. That is
  // (8 (half − 2 block) + cell − 2 half) · 2^axis.
  const Lanes lower = hn::MulAdd(half, hn::Set(d, 6.0), cell);
  const Lanes bits = hn::MulAdd(block, hn::Set(d, -16.0), lower);
  return {block, hn::Mul(bits, hn::Set(d, static_cast<double>(1 << axis))),
          hn::And(hn::Ge(p, low), hn::Le(p, high))};
}

// Numbers of blocks, as doubles: made once a call.
struct Blocks {
  double width, depth, all;
  explicit Blocks(const CellGrid& grid)
      : width(static_cast<double>(blockCount(grid, 0))),
        depth(static_cast<double>(blockCount(grid, 1))),
        all(static_cast<double>(blockCount(grid))) {}
};

// Lanes(d) points from xyz triples.
HWY_INLINE void locateBatch(const CellGrid& grid, const Blocks& count, const double* xyz,
                            std::uint32_t* places) {
  const Tag d;
  const hn::Rebind<std::int32_t, Tag> di;
  const hn::RebindToUnsigned<decltype(di)> du;
  Lanes x, y, z;
  hn::LoadInterleaved3(d, xyz, x, y, z);
  const AxisPlace px = locate(grid, 0, x);
  const AxisPlace py = locate(grid, 1, y);
  const AxisPlace pz = locate(grid, 2, z);
  const Lanes row = hn::MulAdd(pz.block, hn::Set(d, count.depth), py.block);
  const Lanes number = hn::MulAdd(row, hn::Set(d, count.width), px.block);
  const auto within = hn::And(hn::And(px.within, py.within), pz.within);
  const Lanes block = hn::IfThenElse(within, number, hn::Set(d, count.all));
  const Lanes bit = hn::Add(px.bits, hn::Add(py.bits, pz.bits));
  hn::StoreInterleaved2(hn::BitCast(du, hn::DemoteTo(di, block)), hn::BitCast(du, hn::DemoteTo(di, bit)), du,
                        places);
}

void findCells(const CellGrid& grid, std::span<const Vec3> points, std::span<CellPlace> places) {
  static_assert(sizeof(CellPlace) == 2 * sizeof(std::uint32_t));
  const Tag d;
  const std::size_t lanes = hn::Lanes(d);
  const CellGrid own = grid;  // a copy whose address nobody knows: its numbers stay in registers
  const Blocks count(grid);
  std::size_t i = 0;
  for (; i + lanes <= points.size(); i += lanes) locateBatch(own, count, points[i].data(), &places[i].block);
  if (i == points.size()) return;
  HWY_ALIGN double rest[3 * hn::MaxLanes(d)] = {};
  HWY_ALIGN std::uint32_t found[2 * hn::MaxLanes(d)];
  for (std::size_t k = i; k < points.size(); ++k)
    for (Eigen::Index axis = 0; axis < 3; ++axis)
      rest[3 * (k - i) + static_cast<std::size_t>(axis)] = points[k][axis];
  locateBatch(own, count, rest, found);
  for (std::size_t k = i; k < points.size(); ++k) places[k] = {found[2 * (k - i)], found[2 * (k - i) + 1]};
}

}  // namespace HWY_NAMESPACE
}  // namespace talus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {
HWY_EXPORT(findCells);

void findCells(const CellGrid& grid, std::span<const Vec3> points, std::span<CellPlace> places) {
  HWY_DYNAMIC_DISPATCH(findCells)(grid, points, places);
}

}  // namespace talus
#endif
