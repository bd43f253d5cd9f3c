#include "contact/triangles/triangle_pair_batch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contact/triangles/triangle_pair_bounds.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"
#include "contact/triangles/pair_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

template <class D, class M>
HWY_INLINE void storeOpen(D d, M mask, std::size_t i, PairBits& open) {
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(d, mask, bits);
  if constexpr (hn::MaxLanes(D()) >= 8) {
    for (std::size_t k = 0; k < hn::MaxLanes(D()) / 8; ++k) open[i / 8 + k] = bits[k];
  } else {
    const auto here = static_cast<std::uint8_t>(bits[0] << (i % 8));
    open[i / 8] = i % 8 == 0 ? here : static_cast<std::uint8_t>(open[i / 8] | here);
  }
}

void boundPairs(const PairBatch<float>& batch, PairBounds bounds, PairBits& open) {
  forLanes(batch, [&](auto d, std::size_t i, const auto& a, const auto& b) {
    const auto reach = hn::Load(d, &batch.reach[i]);
    auto apart = apartAlong(cornerSum(b) - cornerSum(a), a, b, reach);
    if (bounds == PairBounds::CentroidsAndNormals && !hn::AllTrue(d, apart)) {
      apart = hn::Or(apart, apartEitherWay(normal(a), a, b, reach));
      apart = hn::Or(apart, apartEitherWay(normal(b), a, b, reach));
    }
    storeOpen(d, hn::Not(apart), i, open);
  });
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {
HWY_EXPORT(boundPairs);

void boundPairs(const PairBatch<float>& batch, PairBounds bounds, PairBits& open) {
  HWY_DYNAMIC_DISPATCH(boundPairs)(batch, bounds, open);
}

}  // namespace talus
#endif  // HWY_ONCE
