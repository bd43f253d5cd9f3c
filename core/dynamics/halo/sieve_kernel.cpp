#include "dynamics/halo/sieve_kernel.h"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dynamics/halo/sieve_kernel.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"
#include "base/lane_vector-inl.h"
#include "base/packed_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

using Tag = hn::CappedTag<float, SieveShape::lanes>;
using IndexTag = hn::RebindToSigned<Tag>;
using Lanes = hn::Vec<Tag>;
using Mask = hn::Mask<Tag>;

using Points = Vector<Lanes>;

HWY_INLINE Points load(const float* x, const float* y, const float* z, std::size_t i) {
  const Tag d;
  return {hn::LoadU(d, x + i), hn::LoadU(d, y + i), hn::LoadU(d, z + i)};
}

HWY_INLINE Lanes dot(const float (&v)[3], const Points& p) {
  const Tag d;
  return hn::MulAdd(hn::Set(d, v[2]), p.z, hn::MulAdd(hn::Set(d, v[1]), p.y, hn::Mul(hn::Set(d, v[0]), p.x)));
}

HWY_INLINE Points turned(const FloatMap& map, const Points& v) {
  return {dot(map.linear[0], v), dot(map.linear[1], v), dot(map.linear[2], v)};
}

HWY_INLINE Points placed(const FloatMap& map, const Points& p) {
  const Tag d;
  const Points v = turned(map, p);
  return {hn::Add(v.x, hn::Set(d, map.shift[0])), hn::Add(v.y, hn::Set(d, map.shift[1])),
          hn::Add(v.z, hn::Set(d, map.shift[2]))};
}

HWY_INLINE Points times(Lanes s, const Points& v) {
  return {hn::Mul(s, v.x), hn::Mul(s, v.y), hn::Mul(s, v.z)};
}

HWY_INLINE Mask within(Lanes value, float half) {
  return hn::Le(hn::Abs(value), hn::Set(Tag(), half));
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

float greatestHeight(const SieveShape& shape, const float (&p)[3]) {
  const Tag d;
  Lanes most = heights(shape, p, 0);
  for (std::size_t i = hn::Lanes(d); i < shape.faceCount; i += hn::Lanes(d))
    most = hn::Max(most, heights(shape, p, i));
  return hn::GetLane(hn::MaxOfLanes(d, most));
}

Index highestOf(const SieveShape& shape, const float (&p)[3], const HeightLimit& limit) {
  const Tag d;
  const float highest = greatestHeight(shape, p);
  if (highest > limit.near) return beyondReach;
  const Lanes least = hn::Set(d, highest - limit.slack);
  for (std::size_t i = 0; i < shape.faceCount; i += hn::Lanes(d)) {
    const auto lane = hn::FindFirstTrue(d, hn::Ge(heights(shape, p, i), least));
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
    if (query.askFaces && greatestHeight(*query.other, p) > query.near) continue;
    parts.vertices[count++] = v;
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

struct Edges {
  Points tail, direction;
  Lanes length;

  HWY_INLINE Points span() const { return times(length, direction); }
};

HWY_INLINE Edges loadEdges(const SieveShape& shape, std::size_t i) {
  const auto& [x, y, z] = shape.tail;
  const auto& [u, v, w] = shape.direction;
  return {load(x.data(), y.data(), z.data(), i), load(u.data(), v.data(), w.data(), i),
          hn::LoadU(Tag(), shape.length.data() + i)};
}

HWY_INLINE void append(const Edges& edges, Mask mask, const FoundEdges& to, std::size_t count) {
  const auto vector = [&](const Points& v, float* const(&end)[3]) {
    append(v.x, mask, end[0] + count);
    append(v.y, mask, end[1] + count);
    append(v.z, mask, end[2] + count);
  };
  vector(edges.tail, to.tail);
  vector(edges.direction, to.direction);
  append(edges.length, mask, to.length + count);
}

HWY_INLINE Edges placed(const PartsQuery& query, const Edges& edges) {
  const Lanes scale = hn::Set(Tag(), query.scale);
  return {placed(query.toOther, edges.tail),
          turned(query.toOther, times(hn::Set(Tag(), 1 / query.scale), edges.direction)),
          hn::Mul(scale, edges.length)};
}

/// The ends of the edges' parts above the limit, from the heights of the edges' ends over it.
struct Ends {
  Points from, to;

  HWY_INLINE Ends(const Points& tail, const Points& span, Lanes tailHeight, Lanes headHeight) {
    const Tag d;
    const Lanes zero = hn::Zero(d), one = hn::Set(d, 1.0F);
    const Lanes cut = hn::Div(tailHeight, hn::Sub(tailHeight, headHeight));
    from = plus(tail, hn::IfThenElse(hn::Ge(tailHeight, zero), zero, cut), span);
    to = plus(tail, hn::IfThenElse(hn::Ge(headHeight, zero), one, cut), span);
  }
};

void findEdges(const PartsQuery& query, FoundParts& parts) {
  const Tag d;
  const SieveShape& shape = *query.shape;
  const Lanes limit = hn::Set(d, query.limit);
  std::size_t count = 0;
  Bounds bounds;
  for (std::size_t i = 0; i < shape.edgeCount; i += hn::Lanes(d)) {
    Edges own = loadEdges(shape, i);
    const Lanes start = hn::Sub(dot(query.towards, own.tail), limit);
    const Lanes end = hn::Add(start, dot(query.towards, own.span()));
    const Mask high = hn::And(hn::Ge(hn::Max(start, end), hn::Zero(d)), hn::FirstN(d, shape.edgeCount - i));
    if (hn::AllFalse(d, high)) continue;
    if (query.placeEdges) own = placed(query, own);
    const Ends ends(own.tail, own.span(), start, end);
    const Boxes boxes = boxesOf(ends.from, ends.to, query.margin);
    const Mask mask = hn::And(high, overlap(boxes, query.wanted));
    if (hn::AllFalse(d, mask)) continue;
    appendNumbers(i, mask, parts.edges + count);
    append(own, mask, parts.edge, count);
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

HWY_INLINE Edges loadEdges(const FoundEdges& from, std::size_t i) {
  return {load(from.tail[0], from.tail[1], from.tail[2], i),
          load(from.direction[0], from.direction[1], from.direction[2], i),
          hn::LoadU(Tag(), from.length + i)};
}

/// One edge in all lanes.
HWY_INLINE Edges spread(const FoundEdges& from, std::size_t i) {
  const Tag d;
  const auto vector = [&](float* const(&v)[3]) {
    return Points{hn::Set(d, v[0][i]), hn::Set(d, v[1][i]), hn::Set(d, v[2][i])};
  };
  return {vector(from.tail), vector(from.direction), hn::Set(d, from.length[i])};
}

/// Whether edges may be within reach of each other where their lines are nearest: as findCrossing() of
/// edge_potential.cpp, with margins. For unit vectors u and v, (w × v) · (u × v) = w · u − (w · v) (u · v).
HWY_INLINE Mask mayCross(const Edges& a, const Edges& b, const EdgeReach& reach) {
  const Tag d;
  const Lanes both = hn::Mul(hn::Set(d, reach.turn), hn::Add(a.length, b.length));
  const Lanes slack = hn::MulAdd(hn::Set(d, 5.0F), both, hn::Set(d, reach.slackOfEnds));
  const Points normal = cross(a.direction, b.direction), between = b.tail - a.tail;
  const Lanes square = dot(normal, normal);
  const Lanes gap = hn::Abs(dot(between, normal));
  const Lanes far =
      hn::MulAdd(hn::Set(d, reach.far), hn::Sqrt(square), hn::Add(both, hn::Set(d, reach.slack)));
  const auto meets = [&](Lanes at, Lanes length) {
    return hn::And(hn::Ge(at, hn::Neg(slack)), hn::Le(at, hn::MulAdd(length, square, slack)));
  };
  const Lanes alongA = dot(between, a.direction), alongB = dot(between, b.direction);
  const Lanes cosine = dot(a.direction, b.direction);
  const Mask near = hn::And(hn::Le(gap, far), hn::Ge(square, hn::Set(d, reach.leastSquare)));
  return hn::And(near, hn::And(meets(hn::NegMulAdd(alongB, cosine, alongA), a.length),
                               meets(hn::MulSub(alongA, cosine, alongB), b.length)));
}

void pairEdges(const FoundParts& a, const FoundParts& b, const EdgeReach& reach, Index* edges,
               std::size_t* ends) {
  const Tag d;
  std::size_t count = 0;
  for (std::size_t j = 0; j < b.edgeCount; ++j) {
    const Edges one = spread(b.edge, j);
    for (std::size_t i = 0; i < a.edgeCount; i += hn::Lanes(d)) {
      const Mask mask = hn::And(mayCross(loadEdges(a.edge, i), one, reach), hn::FirstN(d, a.edgeCount - i));
      append(hn::LoadU(IndexTag(), a.edges + i), mask, edges + count);
      count += hn::CountTrue(d, mask);
    }
    ends[j] = count;
  }
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {

namespace {
HWY_EXPORT(reachOf);
HWY_EXPORT(highestOf);
HWY_EXPORT(findBoth);
HWY_EXPORT(pairEdges);
}  // namespace

float reachAlong(const SieveShape& shape, const float (&direction)[3]) {
  return HWY_DYNAMIC_DISPATCH(reachOf)(shape, direction);
}

Index highestFace(const SieveShape& shape, const float (&point)[3], const HeightLimit& limit) {
  return HWY_DYNAMIC_DISPATCH(highestOf)(shape, point, limit);
}

void findParts(const PartsQuery& query, FoundParts& parts) {
  HWY_DYNAMIC_DISPATCH(findBoth)(query, parts);
}

void findEdgePairs(const FoundParts& a, const FoundParts& b, const EdgeReach& reach, Index* edges,
                   std::size_t* ends) {
  HWY_DYNAMIC_DISPATCH(pairEdges)(a, b, reach, edges, ends);
}

}  // namespace talus
#endif  // HWY_ONCE
