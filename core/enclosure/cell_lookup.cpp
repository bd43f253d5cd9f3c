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

// Along one axis: number of the block and of the cell in it, as whole doubles, and whether the point is
// within bounds.
struct AxisPlace {
  Lanes block, cell;
  hn::Mask<Tag> within;
};

HWY_INLINE AxisPlace locate(const CellGrid& grid, int axis, Lanes p) {
  const Tag d;
  const Lanes low = hn::Set(d, grid.bounds().min()[axis]);
  const Lanes high = hn::Set(d, grid.bounds().max()[axis]);
  const Lanes last = hn::Set(d, static_cast<double>(grid.size(axis) - 1));
  const Lanes cells = hn::Mul(hn::Sub(p, low), hn::Set(d, grid.perLength(axis)));
  const Lanes cell = hn::Floor(hn::Min(hn::Max(cells, hn::Zero(d)), last));
  const Lanes block = hn::Floor(hn::Mul(cell, hn::Set(d, 0.25)));
  return {block, hn::NegMulAdd(block, hn::Set(d, 4.0), cell), hn::And(hn::Ge(p, low), hn::Le(p, high))};
}

// Lanes(d) points from xyz triples.
HWY_INLINE void locateBatch(const CellGrid& grid, const double* xyz, CellPlace* places, std::size_t count) {
  const Tag d;
  Lanes x, y, z;
  hn::LoadInterleaved3(d, xyz, x, y, z);
  const AxisPlace px = locate(grid, 0, x);
  const AxisPlace py = locate(grid, 1, y);
  const AxisPlace pz = locate(grid, 2, z);
  const Lanes width = hn::Set(d, static_cast<double>(blockCount(grid, 0)));
  const Lanes depth = hn::Set(d, static_cast<double>(blockCount(grid, 1)));
  const Lanes four = hn::Set(d, 4.0);
  const Lanes number = hn::MulAdd(hn::MulAdd(pz.block, depth, py.block), width, px.block);
  const auto within = hn::And(hn::And(px.within, py.within), pz.within);
  const Lanes nowhere = hn::Set(d, static_cast<double>(CellPlace::nowhere));
  HWY_ALIGN double blocks[hn::MaxLanes(d)];
  HWY_ALIGN double bits[hn::MaxLanes(d)];
  hn::Store(hn::IfThenElse(within, number, nowhere), d, blocks);
  hn::Store(hn::MulAdd(hn::MulAdd(pz.cell, four, py.cell), four, px.cell), d, bits);
  for (std::size_t i = 0; i < count; ++i)
    places[i] = {static_cast<std::uint32_t>(static_cast<std::int64_t>(blocks[i])),
                 static_cast<std::uint32_t>(static_cast<std::int32_t>(bits[i]))};
}

void findCells(const CellGrid& grid, std::span<const Vec3> points, std::span<CellPlace> places) {
  const Tag d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= points.size(); i += lanes) locateBatch(grid, points[i].data(), &places[i], lanes);
  if (i == points.size()) return;
  HWY_ALIGN double rest[3 * hn::MaxLanes(d)] = {};
  for (std::size_t k = i; k < points.size(); ++k)
    for (Eigen::Index axis = 0; axis < 3; ++axis)
      rest[3 * (k - i) + static_cast<std::size_t>(axis)] = points[k][axis];
  locateBatch(grid, rest, &places[i], points.size() - i);
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
