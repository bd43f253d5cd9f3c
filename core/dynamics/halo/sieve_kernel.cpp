#include "dynamics/halo/sieve_kernel.h"

#include <cstdint>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dynamics/halo/sieve_kernel.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include <hwy/highway.h>

#ifndef TALUS_LANES_IN_FRONT
#define TALUS_LANES_IN_FRONT
namespace talus {
namespace {

/// For each mask of 8 lanes the numbers of its lanes, and then zeros. Highway has the same table in a function,
/// from where GCC copies it to the stack at each call.
struct LanesInFront {
  static constexpr std::size_t most = 8;
  alignas(32) std::int32_t of[256][most]{};

  constexpr LanesInFront() {
    for (int mask = 0; mask < 256; ++mask) {
      std::size_t count = 0;
      for (int lane = 0; lane < static_cast<int>(most); ++lane)
        if ((mask >> lane & 1) != 0) of[mask][count++] = lane;
    }
  }
};
constexpr LanesInFront lanesInFront;

}  // namespace
}  // namespace talus
#endif

HWY_BEFORE_NAMESPACE();
namespace talus {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<float, SieveShape::lanes>;
using IndexTag = hn::RebindToSigned<Tag>;
using Lanes = hn::Vec<Tag>;
using Mask = hn::Mask<Tag>;

struct Points {
  Lanes x, y, z;
};

HWY_INLINE Points load(const float* x, const float* y, const float* z, std::size_t i) {
  const Tag d;
  return {hn::LoadU(d, x + i), hn::LoadU(d, y + i), hn::LoadU(d, z + i)};
}

HWY_INLINE Lanes dot(const float (&v)[3], const Points& p) {
  const Tag d;
  return hn::MulAdd(hn::Set(d, v[2]), p.z, hn::MulAdd(hn::Set(d, v[1]), p.y, hn::Mul(hn::Set(d, v[0]), p.x)));
}

HWY_INLINE Points placed(const FloatMap& map, const Points& p) {
  const Tag d;
  return {hn::Add(dot(map.linear[0], p), hn::Set(d, map.shift[0])),
          hn::Add(dot(map.linear[1], p), hn::Set(d, map.shift[1])),
          hn::Add(dot(map.linear[2], p), hn::Set(d, map.shift[2]))};
}

HWY_INLINE Points along(const Points& p, Lanes s, const Points& v) {
  return {hn::MulAdd(s, v.x, p.x), hn::MulAdd(s, v.y, p.y), hn::MulAdd(s, v.z, p.z)};
}

HWY_INLINE Mask within(Lanes value, float half) {
  return hn::Le(hn::Abs(value), hn::Set(Tag(), half));
}

/// The lanes of a mask, in front.
HWY_INLINE Lanes packed(Lanes value, Mask mask) {
  const Tag d;
  if constexpr (hn::MaxLanes(Tag()) > LanesInFront::most) {
    return hn::Compress(value, mask);
  } else {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, mask, bits);
    return hn::TableLookupLanes(value, hn::SetTableIndices(d, lanesInFront.of[bits[0]]));
  }
}

/// Appends the lanes of a mask.
HWY_INLINE void append(Lanes value, Mask mask, float* end) {
  hn::StoreU(packed(value, mask), Tag(), end);
}

HWY_INLINE void append(hn::Vec<IndexTag> numbers, Mask mask, Index* end) {
  const IndexTag d;
  hn::StoreU(hn::BitCast(d, packed(hn::BitCast(Tag(), numbers), mask)), d, end);
}

HWY_INLINE void appendNumbers(std::size_t first, Mask mask, Index* end) {
  append(hn::Iota(IndexTag(), static_cast<Index>(first)), mask, end);
}

float reachOf(const SieveShape& shape, const float (&direction)[3]) {
  const Tag d;
  Lanes most = hn::Set(d, -std::numeric_limits<float>::infinity());
  const auto& [x, y, z] = shape.vertex;
  for (std::size_t i = 0; i < shape.vertexCount; i += hn::Lanes(d))
    most = hn::Max(most, dot(direction, load(x.data(), y.data(), z.data(), i)));
  return hn::GetLane(hn::MaxOfLanes(d, most));
}

/// Vertices above the limit and in the other body's box, by index.
std::size_t findHigh(const PartsQuery& query, Index* found) {
  const Tag d;
  const SieveShape& shape = *query.shape;
  const Lanes limit = hn::Set(d, query.limit);
  std::size_t count = 0;
  for (std::size_t i = 0; i < shape.vertexCount; i += hn::Lanes(d)) {
    const Points p = load(shape.vertex[0].data(), shape.vertex[1].data(), shape.vertex[2].data(), i);
    const Mask high = hn::And(hn::Ge(dot(query.towards, p), limit), hn::FirstN(d, shape.vertexCount - i));
    if (hn::AllFalse(d, high)) continue;
    const Points other = placed(query.toOther, p);
    const Mask mask = hn::And(hn::And(high, within(other.x, query.half[0])),
                              hn::And(within(other.y, query.half[1]), within(other.z, query.half[2])));
    appendNumbers(i, mask, found + count);
    count += hn::CountTrue(d, mask);
  }
  return count;
}

/// Heights of a point above planes.
HWY_INLINE Lanes heights(const SieveShape& shape, const float (&p)[3], std::size_t i) {
  const Points normal = load(shape.normal[0].data(), shape.normal[1].data(), shape.normal[2].data(), i);
  return hn::Sub(dot(p, normal), hn::LoadU(Tag(), shape.offset.data() + i));
}

constexpr Index outOfReach = -2;

/// The first face over whose plane the height of a point is greatest, within the slack.
Index highestFace(const PartsQuery& query, const float (&p)[3]) {
  const Tag d;
  const SieveShape& other = *query.other;
  Lanes most = heights(other, p, 0);
  for (std::size_t i = hn::Lanes(d); i < other.faceCount; i += hn::Lanes(d))
    most = hn::Max(most, heights(other, p, i));
  const float highest = hn::GetLane(hn::MaxOfLanes(d, most));
  if (highest > query.near) return outOfReach;
  const Lanes least = hn::Set(d, highest - query.slack);
  for (std::size_t i = 0; i < other.faceCount; i += hn::Lanes(d)) {
    const auto lane = hn::FindFirstTrue(d, hn::Ge(heights(other, p, i), least));
    if (lane >= 0) return static_cast<Index>(i) + static_cast<Index>(lane);
  }
  return -1;
}

void findVertices(const PartsQuery& query, FoundParts& parts) {
  const std::size_t high = findHigh(query, parts.vertices);
  const auto& vertex = query.shape->vertex;
  std::size_t count = 0;
  for (std::size_t k = 0; k < high; ++k) {
    const Index v = parts.vertices[k];
    float p[3];
    for (int row = 0; row < 3; ++row) {
      const float(&m)[3] = query.toOther.linear[row];
      p[row] = m[0] * vertex[0].data()[v] + m[1] * vertex[1].data()[v] + m[2] * vertex[2].data()[v] +
               query.toOther.shift[row];
    }
    const Index face = query.askFaces ? highestFace(query, p) : -1;
    if (face == outOfReach) continue;
    parts.vertices[count] = v;
    parts.faces[count++] = face;
  }
  parts.vertexCount = count;
}

struct Boxes {
  Points low, high;
};

HWY_INLINE Boxes boxesOf(const Points& p, const Points& q, float margin) {
  const Lanes m = hn::Set(Tag(), margin);
  return {{hn::Sub(hn::Min(p.x, q.x), m), hn::Sub(hn::Min(p.y, q.y), m), hn::Sub(hn::Min(p.z, q.z), m)},
          {hn::Add(hn::Max(p.x, q.x), m), hn::Add(hn::Max(p.y, q.y), m), hn::Add(hn::Max(p.z, q.z), m)}};
}

HWY_INLINE Mask overlap(const Boxes& boxes, const FloatBox& box) {
  const Tag d;
  const auto along = [&](Lanes low, Lanes high, int k) {
    return hn::And(hn::Le(low, hn::Set(d, box.high[k])), hn::Ge(high, hn::Set(d, box.low[k])));
  };
  return hn::And(along(boxes.low.x, boxes.high.x, 0),
                 hn::And(along(boxes.low.y, boxes.high.y, 1), along(boxes.low.z, boxes.high.z, 2)));
}

/// The bounding box of boxes, lane by lane.
struct Bounds {
  Boxes all;

  Bounds() {
    const Lanes far = hn::Set(Tag(), std::numeric_limits<float>::infinity()), near = hn::Neg(far);
    all = {{far, far, far}, {near, near, near}};
  }
  HWY_INLINE void add(const Boxes& boxes, Mask mask) {
    const auto lower = [&](Lanes& value, Lanes other) {
      value = hn::IfThenElse(mask, hn::Min(value, other), value);
    };
    const auto raise = [&](Lanes& value, Lanes other) {
      value = hn::IfThenElse(mask, hn::Max(value, other), value);
    };
    lower(all.low.x, boxes.low.x);
    lower(all.low.y, boxes.low.y);
    lower(all.low.z, boxes.low.z);
    raise(all.high.x, boxes.high.x);
    raise(all.high.y, boxes.high.y);
    raise(all.high.z, boxes.high.z);
  }
  HWY_INLINE FloatBox box() const {
    const auto least = [](Lanes value) { return hn::GetLane(hn::MinOfLanes(Tag(), value)); };
    const auto most = [](Lanes value) { return hn::GetLane(hn::MaxOfLanes(Tag(), value)); };
    return {{least(all.low.x), least(all.low.y), least(all.low.z)},
            {most(all.high.x), most(all.high.y), most(all.high.z)}};
  }
};

/// The ends of the edges' parts above the limit, from the heights of the edges' ends over it.
struct Ends {
  Points from, to;

  HWY_INLINE Ends(const Points& tail, const Points& span, Lanes tailHeight, Lanes headHeight) {
    const Tag d;
    const Lanes zero = hn::Zero(d), one = hn::Set(d, 1.0F);
    const Lanes cut = hn::Div(tailHeight, hn::Sub(tailHeight, headHeight));
    from = along(tail, hn::IfThenElse(hn::Ge(tailHeight, zero), zero, cut), span);
    to = along(tail, hn::IfThenElse(hn::Ge(headHeight, zero), one, cut), span);
  }
};

void findEdges(const PartsQuery& query, FoundParts& parts) {
  const Tag d;
  const SieveShape& shape = *query.shape;
  const Lanes limit = hn::Set(d, query.limit);
  std::size_t count = 0;
  Bounds bounds;
  for (std::size_t i = 0; i < shape.edgeCount; i += hn::Lanes(d)) {
    const Points tail = load(shape.tail[0].data(), shape.tail[1].data(), shape.tail[2].data(), i);
    const Points span = load(shape.span[0].data(), shape.span[1].data(), shape.span[2].data(), i);
    const Lanes start = hn::Sub(dot(query.towards, tail), limit);
    const Lanes end = hn::Add(start, dot(query.towards, span));
    const Mask high = hn::And(hn::Ge(hn::Max(start, end), hn::Zero(d)), hn::FirstN(d, shape.edgeCount - i));
    if (hn::AllFalse(d, high)) continue;
    Ends ends(tail, span, start, end);
    if (query.placeEdges) {
      ends.from = placed(query.toOther, ends.from);
      ends.to = placed(query.toOther, ends.to);
    }
    const Boxes boxes = boxesOf(ends.from, ends.to, query.margin);
    const Mask mask = hn::And(high, overlap(boxes, query.wanted));
    if (hn::AllFalse(d, mask)) continue;
    appendNumbers(i, mask, parts.edges + count);
    append(boxes.low.x, mask, parts.box[0] + count);
    append(boxes.low.y, mask, parts.box[1] + count);
    append(boxes.low.z, mask, parts.box[2] + count);
    append(boxes.high.x, mask, parts.box[3] + count);
    append(boxes.high.y, mask, parts.box[4] + count);
    append(boxes.high.z, mask, parts.box[5] + count);
    if (!query.placeEdges) bounds.add(boxes, mask);
    count += hn::CountTrue(d, mask);
  }
  parts.edgeCount = count;
  if (!query.placeEdges) parts.bounds = bounds.box();
}

void findBoth(const PartsQuery& query, FoundParts& parts) {
  findVertices(query, parts);
  findEdges(query, parts);
}

void pairEdges(const FoundParts& a, const FoundParts& b, Index* edges, std::size_t* ends) {
  const Tag d;
  const IndexTag dIndex;
  std::size_t count = 0;
  for (std::size_t j = 0; j < b.edgeCount; ++j) {
    const FloatBox box{{b.box[0][j], b.box[1][j], b.box[2][j]}, {b.box[3][j], b.box[4][j], b.box[5][j]}};
    for (std::size_t i = 0; i < a.edgeCount; i += hn::Lanes(d)) {
      const Boxes boxes{load(a.box[0], a.box[1], a.box[2], i), load(a.box[3], a.box[4], a.box[5], i)};
      const Mask mask = hn::And(overlap(boxes, box), hn::FirstN(d, a.edgeCount - i));
      const auto numbers = hn::LoadU(dIndex, a.edges + i);
      hn::StoreU(hn::Compress(numbers, hn::RebindMask(dIndex, mask)), dIndex, edges + count);
      count += hn::CountTrue(d, mask);
    }
    ends[j] = count;
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace talus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {

namespace {
HWY_EXPORT(reachOf);
HWY_EXPORT(findBoth);
HWY_EXPORT(pairEdges);
}  // namespace

float reachAlong(const SieveShape& shape, const float (&direction)[3]) {
  return HWY_DYNAMIC_DISPATCH(reachOf)(shape, direction);
}

void findParts(const PartsQuery& query, FoundParts& parts) {
  HWY_DYNAMIC_DISPATCH(findBoth)(query, parts);
}

void findEdgePairs(const FoundParts& a, const FoundParts& b, Index* edges, std::size_t* ends) {
  HWY_DYNAMIC_DISPATCH(pairEdges)(a, b, edges, ends);
}

}  // namespace talus
#endif  // HWY_ONCE
