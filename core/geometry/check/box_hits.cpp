#include "geometry/check/box_hits.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "geometry/check/box_hits.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

using Tag = hn::CappedTag<double, 8>;

std::uint32_t boxHitsHere(const Box& box, const std::array<const double*, 3>& low,
                          const std::array<const double*, 3>& high, std::size_t count) {
  const Tag d;
  const auto hitsAlong = [&](std::size_t axis, std::size_t at) {
    const auto k = static_cast<Eigen::Index>(axis);
    return hn::And(hn::Le(hn::LoadU(d, low[axis] + at), hn::Set(d, box.max()[k])),
                   hn::Ge(hn::LoadU(d, high[axis] + at), hn::Set(d, box.min()[k])));
  };
  std::uint32_t hits = 0;
  for (std::size_t at = 0; at < count; at += hn::Lanes(d)) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, hn::And(hn::And(hitsAlong(0, at), hitsAlong(1, at)), hitsAlong(2, at)), bits);
    hits |= std::uint32_t{bits[0]} << at;
  }
  return count < 32 ? hits & ((std::uint32_t{1} << count) - 1) : hits;
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {

HWY_EXPORT(boxHitsHere);

std::uint32_t boxHits(const Box& box, const std::array<const double*, 3>& low,
                      const std::array<const double*, 3>& high, std::size_t count) {
  return HWY_DYNAMIC_DISPATCH(boxHitsHere)(box, low, high, count);
}

}  // namespace talus
#endif
