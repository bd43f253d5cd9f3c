#include "broadphase/packed_kernel.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broadphase/packed_kernel.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include <hwy/cache_control.h>
#include "base/lane_code-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

// Whether two packed boxes have a common point (closed), and a common interior point (open).
struct BoxOverlap {
  bool closed;
  bool open;
};

#if HWY_TARGET == HWY_SCALAR  // one lane only: the oldest machines

HWY_INLINE BoxOverlap overlapOf(const PackedBox& a, const PackedBox& b) {
  BoxOverlap overlap{true, true};
  for (std::size_t i = 0; i < 8; ++i) {
    overlap.closed = overlap.closed && a.values[i] <= -b.values[i ^ 4];
    overlap.open = overlap.open && a.values[i] < -b.values[i ^ 4];
  }
  return overlap;
}

#else

HWY_INLINE BoxOverlap overlapOf(const PackedBox& a, const PackedBox& b) {
  const hn::FixedTag<float, 4> d;
  const auto lowA = hn::Load(d, a.values.data());
  const auto highA = hn::Load(d, a.values.data() + 4);  // negated
  const auto highB = hn::Neg(hn::Load(d, b.values.data() + 4));
  const auto lowB = hn::Neg(hn::Load(d, b.values.data()));
  return {hn::AllTrue(d, hn::And(hn::Le(lowA, highB), hn::Le(highA, lowB))),
          hn::AllTrue(d, hn::And(hn::Lt(lowA, highB), hn::Lt(highA, lowB)))};
}

#endif

HWY_INLINE Index bodyOf(std::uint32_t tag) {
  return static_cast<Index>(tag >> 1);
}

HWY_INLINE bool comesAfter(double value, std::uint32_t tag, double otherValue, std::uint32_t otherTag) {
  if (value > otherValue) return true;
  if (HWY_LIKELY(value < otherValue)) return false;
  return (tag & 1) != (otherTag & 1) ? (tag & 1) > (otherTag & 1) : tag > otherTag;
}

// A low that has passed a high, or a high that has passed a low.
struct Crossing {
  std::uint32_t moved;
  std::uint32_t passed;
};

// A low that passes a high begins an overlap, a high that passes a low ends one.
void testCrossings(EndpointSort& sort, std::span<const Crossing> crossings) {
  for (const Crossing& crossing : crossings) {
    const bool isHigh = (crossing.moved & 1) != 0;
    const PackedBox* const boxes = isHigh ? sort.before : sort.now;
    if (overlapOf(boxes[crossing.passed >> 1], boxes[crossing.moved >> 1]).closed)
      (isHigh ? sort.ended : sort.begun).push_back(makePair(bodyOf(crossing.moved), bodyOf(crossing.passed)));
  }
}

// Collects crossings, so that their boxes, which are scattered in memory, are fetched at the same time.
class CrossingBuffer {
 public:
  explicit CrossingBuffer(EndpointSort& sort) : sort_(sort) {}

  HWY_INLINE void add(std::uint32_t moved, std::uint32_t passed) {
    crossings_[count_] = {moved, passed};
    count_ += (moved ^ passed) & 1;
    if (HWY_UNLIKELY(count_ == size)) flush();
  }
  void flush() {
    testCrossings(sort_, {crossings_, count_});
    count_ = 0;
  }

 private:
  static constexpr std::size_t size = 512;
  EndpointSort& sort_;
  std::size_t count_ = 0;
  Crossing crossings_[size + 1];
};

void sortEndpointsHere(EndpointSort& sort) {
  const std::size_t count = sort.values.size();
  double* const values = sort.values.data();
  std::uint32_t* const tags = sort.tags.data();
  for (std::size_t i = 0; i < count; ++i) values[i] = sort.ends[tags[i]];

  sort.swaps = 0;
  CrossingBuffer crossings(sort);
  for (std::size_t i = 1; i < count; ++i) {
    const double value = values[i];
    const std::uint32_t tag = tags[i];
    std::size_t at = i;
    for (; at > 0 && comesAfter(values[at - 1], tags[at - 1], value, tag); --at) {
      values[at] = values[at - 1];
      tags[at] = tags[at - 1];
      crossings.add(tag, tags[at]);
    }
    if (at == i) continue;
    values[at] = value;
    tags[at] = tag;
    sort.swaps += static_cast<std::int64_t>(i - at);
    if (sort.swaps > sort.maximumSwaps) return;
  }
  crossings.flush();
  sort.finished = true;
}

// Without a branch on the result, which is unpredictable; scattered boxes are prefetched.
std::size_t filterPairsHere(std::span<const BodyPair> pairs, const std::vector<PackedBox>& packed,
                            const BoxArrays& exact, BodyPair* found) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    constexpr std::size_t pairsAhead = 24;
    const BodyPair pair = pairs[i];
    hwy::Prefetch(
        &packed[static_cast<std::size_t>(pairs[std::min(i + pairsAhead, pairs.size() - 1)].second)]);
    const auto first = static_cast<std::size_t>(pair.first);
    const auto second = static_cast<std::size_t>(pair.second);
    BoxOverlap overlap = overlapOf(packed[second], packed[first]);
    if (HWY_UNLIKELY(overlap.closed != overlap.open)) overlap.open = exact.overlap(first, second);
    found[count] = pair;
    count += static_cast<std::size_t>(overlap.open);
  }
  return count;
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {

HWY_EXPORT(sortEndpointsHere);
HWY_EXPORT(filterPairsHere);

void sortEndpoints(EndpointSort& sort) {
  HWY_DYNAMIC_DISPATCH(sortEndpointsHere)(sort);
}

std::size_t filterPairs(std::span<const BodyPair> pairs, const std::vector<PackedBox>& packed,
                        const BoxArrays& exact, BodyPair* found) {
  return HWY_DYNAMIC_DISPATCH(filterPairsHere)(pairs, packed, exact, found);
}

}  // namespace talus
#endif
