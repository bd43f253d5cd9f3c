#include "contact/trees/pair_packing.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contact/trees/pair_packing.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"
#include "contact/triangles/triangle_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

#if HWY_MAX_BYTES >= 32 && !HWY_HAVE_SCALABLE
constexpr std::size_t block = 4;
using Row = hn::FixedTag<double, block>;
using RowLanes = hn::Vec<Row>;

// Transposes a 4 × 4 matrix: a row is a corner and the number after it.
HWY_INLINE Vector<RowLanes> columns(const double* const (&corner)[block]) {
  const Row d;
  const RowLanes r0 = hn::LoadU(d, corner[0]);
  const RowLanes r1 = hn::LoadU(d, corner[1]);
  const RowLanes r2 = hn::LoadU(d, corner[2]);
  const RowLanes r3 = hn::LoadU(d, corner[3]);
  const RowLanes xz01 = hn::InterleaveLower(d, r0, r1);
  const RowLanes xz23 = hn::InterleaveLower(d, r2, r3);
  const RowLanes y01 = hn::InterleaveUpper(d, r0, r1);
  const RowLanes y23 = hn::InterleaveUpper(d, r2, r3);
  return {hn::ConcatLowerLower(d, xz23, xz01), hn::ConcatLowerLower(d, y23, y01),
          hn::ConcatUpperUpper(d, xz23, xz01)};
}

HWY_INLINE Vector<RowLanes> rounded(hn::Rebind<double, Row>, const Vector<RowLanes>& v) {
  return v;
}

template <class D>
HWY_INLINE Vector<hn::Vec<D>> rounded(D d, const Vector<RowLanes>& v) {
  return {hn::DemoteTo(d, v.x), hn::DemoteTo(d, v.y), hn::DemoteTo(d, v.z)};
}

// Packs the triangles of one body in a block of pairs; `place` maps the corners.
template <class T, class Place>
HWY_INLINE void packBlock(const ContactShape& shape, const Index* slot, const std::uint8_t* turn,
                          const Place& place, T* to) {
  constexpr std::size_t next[5] = {0, 3, 6, 0, 3};
  const hn::Rebind<T, Row> d;
  for (std::size_t k = 0; k < 3; ++k) {
    const double* corner[block];
    for (std::size_t i = 0; i < block; ++i) corner[i] = shape.corners(slot[i])[0].data() + next[turn[i] + k];
    const auto placed = place(rounded(d, columns(corner)));
    T* const row = to + 3 * k * PairBatch<T>::stride;
    hn::Store(placed.x, d, row);
    hn::Store(placed.y, d, row + PairBatch<T>::stride);
    hn::Store(placed.z, d, row + 2 * PairBatch<T>::stride);
  }
}

template <class T>
HWY_INLINE void pack(const ContactShape& a, const AffineMap<T>& map, const ContactShape& b, PairSlots& pairs,
                     PairBatch<T>& batch) {
  const hn::Rebind<T, Row> d;
  const auto move = [&](const auto& p) { return mapped(d, map, p); };
  const auto stay = [](const auto& p) { return p; };
  batch.size = pairs.size;
  pairs.fill(block);
  for (std::size_t i = 0; i < batch.size; i += block) {
    packBlock(a, &pairs.a[i], &pairs.turnA[i], move, &batch.corner[0][i]);
    packBlock(b, &pairs.b[i], &pairs.turnB[i], stay, &batch.corner[9][i]);
  }
}
#else
template <class T>
HWY_INLINE void pack(const ContactShape& a, const AffineMap<T>& map, const ContactShape& b,
                     const PairSlots& pairs, PairBatch<T>& batch) {
  batch.size = pairs.size;
  for (std::size_t i = 0; i < pairs.size; ++i)
    batch.set(i, a.corners(pairs.a[i]), pairs.turnA[i], b.corners(pairs.b[i]), pairs.turnB[i]);
  batch.pad();
  placeFirst(map, batch);
}
#endif

void packFloat(const ContactShape& a, const AffineMap<float>& map, const ContactShape& b, PairSlots& pairs,
               PairBatch<float>& batch) {
  pack(a, map, b, pairs, batch);
}

void packDouble(const ContactShape& a, const AffineMap<double>& map, const ContactShape& b, PairSlots& pairs,
                PairBatch<double>& batch) {
  pack(a, map, b, pairs, batch);
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {
HWY_EXPORT(packFloat);
HWY_EXPORT(packDouble);

void packPairs(const ContactShape& a, const AffineMap<float>& map, const ContactShape& b, PairSlots& pairs,
               PairBatch<float>& batch) {
  HWY_DYNAMIC_DISPATCH(packFloat)(a, map, b, pairs, batch);
}

void packPairs(const ContactShape& a, const AffineMap<double>& map, const ContactShape& b, PairSlots& pairs,
               PairBatch<double>& batch) {
  HWY_DYNAMIC_DISPATCH(packDouble)(a, map, b, pairs, batch);
}

}  // namespace talus
#endif
