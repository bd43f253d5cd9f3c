#include "enclosure/cells/cell_planes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "enclosure/cells/cell_planes.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"
#include "base/packed_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

#if HWY_TARGET == HWY_SCALAR  // one lane only, on the oldest machines

HWY_INLINE bool isUndecided(std::int32_t least) {
  return least >= -PlaneGroup::heightBound && least <= PlaneGroup::heightBound;
}

HWY_INLINE PlaneVerdict evaluateOne(const PlaneQuery& query) {
  PlaneVerdict verdict{0, false};
  for (std::uint32_t g = 0; g < query.count; ++g)
    for (std::size_t i = 0; i < PlaneGroup::size; ++i) {
      const std::int32_t least = query.groups[g].leastHeight(i, query.q);
      if (least > PlaneGroup::heightBound) verdict.change += query.groups[g].change(i);
      verdict.undecided = verdict.undecided || isUndecided(least);
    }
  return verdict;
}

void appendDoubts(const PlaneQuery& query, std::uint32_t number, PlaneDoubts& doubts) {
  for (const PlaneGroup& group : std::span(query.groups, query.count))
    for (std::size_t i = 0; i < PlaneGroup::size; ++i) {
      if (!isUndecided(group.leastHeight(i, query.q))) continue;
      doubts.makeRoom(1);
      *doubts.nextTriangle() = group.triangle(i);
      *doubts.nextChange() = group.change(i);
      doubts.append(number, 1);
    }
}

#else

// As many of a group's planes as fit a vector, four triangles each. The minimum of a triangle's four heights
// decides: above the positive bound the triangle is crossed, below the negative bound it is missed.
using Tag16 = hn::CappedTag<std::int16_t, 32>;
using Tag32 = hn::Repartition<std::int32_t, Tag16>;
using Quad = hn::FixedTag<std::int32_t, 4>;

// Each query coordinate with its partner, repeated for all lanes.
struct Factors {
  hn::Vec<Tag16> xy;
  hn::Vec<Tag32> z;

  explicit Factors(const std::array<std::int16_t, 3>& q) {
    const Tag32 d;
    xy = hn::BitCast(Tag16(), hn::Set(d, pair(q[0], q[1])));
    z = hn::Set(d, pair(q[2], 0));
  }
  static std::int32_t pair(std::int16_t first, std::int16_t second) {
    return static_cast<std::int32_t>(static_cast<std::uint16_t>(first)) | static_cast<std::int32_t>(second)
                                                                              << 16;
  }
};

// The factor of the offset; only the first plane has one.
HWY_ALIGN constexpr std::int32_t offsetFactor[16] = {32767 << 16, 32767 << 16, 32767 << 16, 32767 << 16};

HWY_INLINE hn::Vec<Quad> leastHeights(const PlaneGroup& group, const Factors& q) {
  const Tag16 d16;
  const Tag32 d32;
  constexpr std::size_t lanes = hn::MaxLanes(Tag16());
  auto least = hn::Set(d32, std::numeric_limits<std::int32_t>::max());
  for (std::size_t i = 0; i < 32; i += lanes) {
    auto other = hn::Zero(d32);
    auto sum =
        hn::ReorderWidenMulAccumulate(d32, hn::Load(d16, group.xy[0].data() + i), q.xy, hn::Zero(d32), other);
    const auto zAnd = hn::BitCast(d16, hn::Or(q.z, hn::Load(d32, offsetFactor + i / 2)));
    sum = hn::ReorderWidenMulAccumulate(d32, hn::Load(d16, group.zAnd[0].data() + i), zAnd, sum, other);
    least = hn::Min(least, hn::RearrangeToOddPlusEven(sum, other));
  }
#if HWY_TARGET <= HWY_AVX3
  const auto half = hn::Min(hn::LowerHalf(least), hn::UpperHalf(hn::Half<Tag32>(), least));
  return hn::Min(hn::LowerHalf(half), hn::UpperHalf(Quad(), half));
#elif HWY_TARGET == HWY_AVX2
  return hn::Min(hn::LowerHalf(least), hn::UpperHalf(Quad(), least));
#else
  return least;
#endif
}

// For the four triangles of a group: the change of the winding number by those that are crossed, and those
// that the planes leave undecided.
struct GroupVerdict {
  hn::Vec<Quad> change;
  hn::Mask<Quad> undecided;
};

HWY_INLINE GroupVerdict judge(const PlaneGroup& group, const Factors& q) {
  const Quad d;
  const hn::Repartition<std::int16_t, Quad> d16;
  const auto least = leastHeights(group, q);
  const auto crossed = hn::Gt(least, hn::Set(d, PlaneGroup::heightBound));
  const auto missed = hn::Lt(least, hn::Set(d, -PlaneGroup::heightBound));
  const auto changes = hn::ShiftRight<16>(hn::BitCast(d, hn::Load(d16, group.zAnd[3].data())));
  return {hn::IfThenElseZero(crossed, changes), hn::Not(hn::Or(crossed, missed))};
}

// The loop has no branches, since they would be unpredictable.
HWY_INLINE PlaneVerdict evaluateOne(const PlaneQuery& query) {
  const Quad d;
  const Factors q(query.q);
  auto change = hn::Zero(d);
  auto undecided = hn::MaskFromVec(hn::Zero(d));
  for (std::uint32_t i = 0; i < query.count; ++i) {
    const GroupVerdict verdict = judge(query.groups[i], q);
    change = hn::Add(change, verdict.change);
    undecided = hn::Or(undecided, verdict.undecided);
  }
  return {hn::GetLane(hn::SumOfLanes(d, change)), !hn::AllFalse(d, undecided)};
}

// Right after the query's evaluation, while its planes are in the first-level cache. Without branches on what
// is undecided, since they would be unpredictable.
void appendDoubts(const PlaneQuery& query, std::uint32_t number, PlaneDoubts& doubts) {
  const Quad d;
  const hn::RebindToUnsigned<Quad> du;
  const hn::Repartition<std::int16_t, Quad> d16;
  const auto beside = [&](const PlaneGroup& group, std::size_t plane) {  // in the upper half of each lane
    return hn::BitCast(du, hn::Load(d16, group.zAnd[plane].data()));
  };
  const Factors q(query.q);
  doubts.makeRoom(query.count * PlaneGroup::size);
  std::size_t count = 0;
  for (const PlaneGroup& group : std::span(query.groups, query.count)) {
    const auto undecided = judge(group, q).undecided;
    const auto triangles =
        hn::Or(hn::ShiftRight<16>(beside(group, 1)), hn::And(beside(group, 2), hn::Set(du, 0xffff0000)));
    const auto changes = hn::ShiftRight<16>(hn::BitCast(d, beside(group, 3)));
    hn::StoreU(packed(triangles, hn::RebindMask(du, undecided)), du, doubts.nextTriangle() + count);
    hn::StoreU(packed(changes, undecided), d, doubts.nextChange() + count);
    count += hn::CountTrue(d, undecided);
  }
  doubts.append(number, count);
}

#endif

HWY_INLINE void fetchPlanes(const PlaneQuery& query) {
  for (std::uint32_t i = 0; i < query.count; ++i) {
    __builtin_prefetch(&query.groups[i].xy);
    __builtin_prefetch(&query.groups[i].zAnd);
  }
}

std::size_t evaluatePlanes(std::span<const PlaneQuery> queries, std::span<PlaneVerdict> verdicts,
                           PlaneDoubts& doubts) {
  // Planes are fetched while those before them are evaluated. More at once would wait for each other.
  constexpr std::size_t queriesAhead = 12;
  constexpr std::size_t maximumDoubts = 1024;  // doubts: bounds the memory where very many triangles meet
  for (std::size_t i = 0; i < std::min(queriesAhead, queries.size()); ++i) fetchPlanes(queries[i]);
  std::size_t i = 0;
  for (; i < queries.size() && doubts.size() < maximumDoubts; ++i) {
    if (i + queriesAhead < queries.size()) fetchPlanes(queries[i + queriesAhead]);
    verdicts[i] = evaluateOne(queries[i]);
    if (verdicts[i].undecided) appendDoubts(queries[i], static_cast<std::uint32_t>(i), doubts);
  }
  return i;
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {
HWY_EXPORT(evaluatePlanes);

std::size_t evaluatePlanes(std::span<const PlaneQuery> queries, std::span<PlaneVerdict> verdicts,
                           PlaneDoubts& doubts) {
  return HWY_DYNAMIC_DISPATCH(evaluatePlanes)(queries, verdicts, doubts);
}

void PlaneGroup::flip(std::size_t i) {
  const auto negate = [](std::int16_t& v) { v = static_cast<std::int16_t>(-v); };
  for (std::size_t p = 0; p < 4; ++p) {
    negate(xy[p][2 * i]);
    negate(xy[p][2 * i + 1]);
    negate(zAnd[p][2 * i]);
  }
  negate(zAnd[0][2 * i + 1]);
  negate(zAnd[3][2 * i + 1]);
}

void PlaneGroup::leaveEmpty(std::size_t i) {
  for (std::size_t p = 0; p < 4; ++p) xy[p][2 * i] = xy[p][2 * i + 1] = zAnd[p][2 * i] = 0;
  zAnd[0][2 * i + 1] = -32767;  // every point is far below the first plane
  zAnd[1][2 * i + 1] = zAnd[2][2 * i + 1] = -1;
  zAnd[3][2 * i + 1] = 0;
}

}  // namespace talus
#endif
