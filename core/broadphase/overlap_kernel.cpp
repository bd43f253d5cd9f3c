#include "broadphase/overlap_kernel.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broadphase/overlap_kernel.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

using Tag = hn::CappedTag<float, FloatBoxes::padding>;
using Floats = hn::Vec<Tag>;

HWY_INLINE void report(const OverlapSearch& search, std::size_t query, std::size_t target,
                       std::vector<BodyPair>& found) {
  const Index a = search.queries.body[query];
  const Index b = search.targets.body[target];
  if (a == b) return;
  bool certain = true;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const float low = search.queries.low[axis][query];
    const float otherLow = search.targets.low[axis][target];
    if (std::max(low, otherLow) < search.origin[axis]) return;
    certain =
        certain && low < search.targets.high[axis][target] && otherLow < search.queries.high[axis][query];
  }
  if (certain || search.exact.overlap(static_cast<std::size_t>(a), static_cast<std::size_t>(b)))
    found.push_back(makePair(a, b));
}

HWY_INLINE void reportAll(const OverlapSearch& search, std::size_t query, std::size_t first,
                          hn::Mask<Tag> hits, std::vector<BodyPair>& found) {
  const Tag d;
  if (HWY_LIKELY(hn::AllFalse(d, hits))) return;
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, hits, bytes);
  std::uint32_t bits = static_cast<std::uint32_t>(bytes[0]) | static_cast<std::uint32_t>(bytes[1]) << 8;
  for (; bits != 0; bits &= bits - 1)
    report(search, query, first + static_cast<std::size_t>(__builtin_ctz(bits)), found);
}

// The query's sides, each in all lanes.
struct OverlapQuery {
  Floats low[3];
  Floats high[3];

  HWY_INLINE OverlapQuery(const FloatBoxes& boxes, std::size_t at) {
    const Tag d;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      low[axis] = hn::Set(d, boxes.low[axis][at]);
      high[axis] = hn::Set(d, boxes.high[axis][at]);
    }
  }
  HWY_INLINE hn::Mask<Tag> overlaps(const FloatBoxes& targets, std::size_t at, std::size_t axis) const {
    const Tag d;
    return hn::And(hn::Le(hn::LoadU(d, targets.low[axis].data() + at), high[axis]),
                   hn::Ge(hn::LoadU(d, targets.high[axis].data() + at), low[axis]));
  }
};

void findOverlapsHere(const OverlapSearch& search, std::span<const OverlapTask> tasks,
                      std::vector<BodyPair>& found) {
  const Tag d;
  const std::size_t lanes = hn::Lanes(d);
  for (const OverlapTask& task : tasks) {
    const OverlapQuery query(search.queries, task.query);
    for (std::size_t at = task.begin; at < task.end; at += lanes) {
      auto hits =
          hn::And(hn::And(query.overlaps(search.targets, at, 0), query.overlaps(search.targets, at, 1)),
                  query.overlaps(search.targets, at, 2));
      if (at + lanes > task.end) hits = hn::And(hits, hn::FirstN(d, task.end - at));
      reportAll(search, task.query, at, hits, found);
    }
  }
}

void sweepOverlapsHere(const OverlapSearch& search, std::vector<BodyPair>& found) {
  const Tag d;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t count = search.targets.size();
  const float* const lows = search.targets.low[2].data();
  for (std::size_t i = 0; i + 1 < count; ++i) {
    const float high = search.targets.high[2][i];
    if (lows[i + 1] > high) continue;
    const OverlapQuery query(search.targets, i);
    for (std::size_t at = i + 1; at < count && lows[at] <= high; at += lanes) {
      auto hits =
          hn::And(hn::And(query.overlaps(search.targets, at, 0), query.overlaps(search.targets, at, 1)),
                  hn::Le(hn::LoadU(d, lows + at), query.high[2]));
      if (at + lanes > count) hits = hn::And(hits, hn::FirstN(d, count - at));
      reportAll(search, i, at, hits, found);
    }
  }
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {

HWY_EXPORT(findOverlapsHere);
HWY_EXPORT(sweepOverlapsHere);

void findOverlaps(const OverlapSearch& search, std::span<const OverlapTask> tasks,
                  std::vector<BodyPair>& found) {
  HWY_DYNAMIC_DISPATCH(findOverlapsHere)(search, tasks, found);
}

void sweepOverlaps(const OverlapSearch& search, std::vector<BodyPair>& found) {
  HWY_DYNAMIC_DISPATCH(sweepOverlapsHere)(search, found);
}

}  // namespace talus
#endif
