// Vectors and triangles in the lanes of a SIMD unit, and the lower bounds on their distances. Included once
// per instruction set, by files that Highway compiles for each of them.
#if defined(TALUS_CONTACT_TRIANGLE_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TALUS_CONTACT_TRIANGLE_LANES_INL_H_
#undef TALUS_CONTACT_TRIANGLE_LANES_INL_H_
#else
#define TALUS_CONTACT_TRIANGLE_LANES_INL_H_
#endif

#include "base/lane_code-inl.h"
#include "base/lane_vector-inl.h"
#include "contact/triangles/affine_map.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

/// a − s b
template <class V>
HWY_INLINE Vector<V> minus(const Vector<V>& a, V s, const Vector<V>& b) {
  return {hn::NegMulAdd(s, b.x, a.x), hn::NegMulAdd(s, b.y, a.y), hn::NegMulAdd(s, b.z, a.z)};
}

/// The image of each point.
template <class D, class V = hn::Vec<D>>
HWY_INLINE Vector<V> mapped(D d, const AffineMap<hn::TFromD<D>>& map, const Vector<V>& p) {
  const auto row = [&](std::size_t r) {
    const auto& m = map.linear[r];
    const V xy = hn::MulAdd(hn::Set(d, m[0]), p.x, hn::Mul(hn::Set(d, m[1]), p.y));
    return hn::Add(hn::MulAdd(hn::Set(d, m[2]), p.z, xy), hn::Set(d, map.shift[r]));
  };
  return {row(0), row(1), row(2)};
}

/// The corners of as many triangles as there are lanes.
template <class V>
struct Triangles {
  Vector<V> corner[3];
};

template <class V>
struct Range {
  V least, most;
};

/// Extent of the triangles along some directions.
template <class V>
HWY_INLINE Range<V> extent(const Triangles<V>& t, const Vector<V>& direction) {
  const V a = dot(direction, t.corner[0]);
  const V b = dot(direction, t.corner[1]);
  const V c = dot(direction, t.corner[2]);
  return {hn::Min(hn::Min(a, b), c), hn::Max(hn::Max(a, b), c)};
}

/// Lanes in which a gap along a direction of the given squared length exceeds reach times that length.
/// Without root and division; false for a direction of zero length.
template <class V>
HWY_INLINE auto exceeds(V gap, V squaredLength, V reach) {
  const V signedSquare = hn::Mul(gap, hn::Abs(gap));
  return hn::Gt(signedSquare, hn::Mul(hn::Mul(reach, reach), squaredLength));
}

/// Lanes in which the gap along the given direction, roughly from A to B, proves that they are farther apart
/// than `reach`.
template <class V>
HWY_INLINE auto apartAlong(const Vector<V>& direction, const Triangles<V>& a, const Triangles<V>& b,
                           V reach) {
  return exceeds(hn::Sub(extent(b, direction).least, extent(a, direction).most), dot(direction, direction),
                 reach);
}

template <class V>
HWY_INLINE Vector<V> cornerSum(const Triangles<V>& t) {
  return t.corner[0] + t.corner[1] + t.corner[2];
}

template <class V>
HWY_INLINE Vector<V> normal(const Triangles<V>& t) {
  return cross(t.corner[1] - t.corner[0], t.corner[2] - t.corner[0]);
}

/// The same for a gap on either side. The extents include all corners, so that a direction rotated by
/// rounding, as a needle's normal may be, still gives a lower bound.
template <class V>
HWY_INLINE auto apartEitherWay(const Vector<V>& direction, const Triangles<V>& a, const Triangles<V>& b,
                               V reach) {
  const Range<V> ofA = extent(a, direction);
  const Range<V> ofB = extent(b, direction);
  return exceeds(hn::Max(hn::Sub(ofB.least, ofA.most), hn::Sub(ofA.least, ofB.most)),
                 dot(direction, direction), reach);
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#endif
