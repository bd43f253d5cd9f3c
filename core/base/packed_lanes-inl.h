// The chosen lanes of a vector, side by side. Included once per instruction set, by files that Highway
// compiles for each of them.
#if defined(TALUS_BASE_PACKED_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TALUS_BASE_PACKED_LANES_INL_H_
#undef TALUS_BASE_PACKED_LANES_INL_H_
#else
#define TALUS_BASE_PACKED_LANES_INL_H_
#endif

#include <cstdint>

#include "base/lane_code-inl.h"
#include "base/lanes_in_front.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

// The chosen lanes of 32 bits in front, in their order; behind them any. Highway's Compress has its table in
// the function, from where GCC copies it to the stack at each call: with AVX2 that takes ten times as long.
template <class V, class M>
HWY_INLINE V packed(V lanes, M chosen) {
  const hn::DFromV<V> d;
  static_assert(sizeof(hn::TFromD<decltype(d)>) == 4);
#if HWY_TARGET <= HWY_AVX3
  return hn::Compress(lanes, chosen);
#else
  static_assert(hn::MaxLanes(d) <= LanesInFront::most);
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(d, chosen, bits);
  return hn::TableLookupLanes(lanes, hn::SetTableIndices(d, lanesInFront.of[bits[0]]));
#endif
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#endif
