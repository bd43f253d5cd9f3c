#include "broadphase/next_overlap.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broadphase/next_overlap.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

using Tag = hn::ScalableTag<double>;

// Whether boxes from `at` on overlap, one in each lane.
HWY_INLINE hn::Mask<Tag> overlaps(const BoxArrays& boxes, const Box& box, std::size_t at) {
  const Tag d;
  hn::Mask<Tag> all = hn::FirstN(d, hn::Lanes(d));
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto k = static_cast<Eigen::Index>(axis);
    const auto low = hn::LoadU(d, boxes.low[axis].data() + at);
    const auto high = hn::LoadU(d, boxes.high[axis].data() + at);
    all =
        hn::And(all, hn::And(hn::Le(low, hn::Set(d, box.max()[k])), hn::Ge(high, hn::Set(d, box.min()[k]))));
  }
  return all;
}

bool overlapsOne(const BoxArrays& boxes, const Box& box, std::size_t i) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto k = static_cast<Eigen::Index>(axis);
    if (!(boxes.low[axis][i] <= box.max()[k] && boxes.high[axis][i] >= box.min()[k])) return false;
  }
  return true;
}

std::size_t nextOverlap(const BoxArrays& boxes, const Box& box, std::size_t begin) {
  const Tag d;
  std::size_t at = begin;
  for (; at + hn::Lanes(d) <= boxes.size(); at += hn::Lanes(d)) {
    const hn::Mask<Tag> hits = overlaps(boxes, box, at);
    if (HWY_LIKELY(hn::AllFalse(d, hits))) continue;
    for (std::size_t i = at + hn::FindKnownFirstTrue(d, hits); i < at + hn::Lanes(d); ++i)
      if (overlapsOne(boxes, box, i) && !boxes.empty(i)) return i;
  }
  while (at < boxes.size() && (!overlapsOne(boxes, box, at) || boxes.empty(at))) ++at;
  return at;
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {

namespace {
HWY_EXPORT(nextOverlap);
}

std::size_t nextOverlap(const BoxArrays& boxes, const Box& box, std::size_t begin) {
  return HWY_DYNAMIC_DISPATCH(nextOverlap)(boxes, box, begin);
}

}  // namespace talus
#endif
