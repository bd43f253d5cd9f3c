#include "contact/triangles/triangle_pair_batch.h"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contact/triangles/triangle_pair_compare.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"
#include "contact/triangles/pair_distances-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

// Lanes in which an edge between two corners on different sides of the plane pierces the triangle. If
// rounding makes the result wrong, the distance of two edges, or of a corner and the face, is of the size of
// rounding.
template <class D, class V = hn::Vec<D>>
HWY_INLINE auto pierces(D d, const Frame<V>& f, const Above<V>& above) {
  auto any = hn::Lt(hn::Zero(d), hn::Zero(d));
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t l = (k + 1) % 3;
    const auto opposite = hn::Xor(hn::Lt(above.height[k], hn::Zero(d)), hn::Lt(above.height[l], hn::Zero(d)));
    const V hk = hn::Abs(above.height[k]);
    const V hl = hn::Abs(above.height[l]);
    const V x = hn::MulAdd(above.x[k], hl, hn::Mul(above.x[l], hk));
    const V y = hn::MulAdd(above.y[k], hl, hn::Mul(above.y[l], hk));
    any = hn::Or(any, hn::And(opposite, within(d, f, x, y, hn::Add(hk, hl))));
  }
  return any;
}

template <class D, class V, class M>
HWY_INLINE void offerFace(D d, M inside, const Vector<V>& difference, std::size_t which,
                          Nearest<V>& nearest) {
  const V far = hn::Set(d, std::numeric_limits<hn::TFromD<D>>::max());
  offer(d, hn::IfThenElse(inside, dot(difference, difference), far), which, nearest);
}

// Corner k of B over the face of A; `up` is its perpendicular.
template <class D, class V, class M>
HWY_INLINE void offerCornerOfB(D d, M inside, std::size_t k, const Vector<V>&, const Vector<V>& up,
                               Nearest<V>& nearest) {
  offerFace(d, inside, up, 9 + k, nearest);
}

// Corner k of A over the face of B; `down` is its perpendicular.
template <class D, class V, class M>
HWY_INLINE void offerCornerOfA(D d, M inside, std::size_t k, const Vector<V>&, const Vector<V>& down,
                               Nearest<V>& nearest) {
  offerFace(d, inside, down, 12 + k, nearest);
}

template <class D, class V, class M>
HWY_INLINE void offerCornerOfB(D d, M inside, std::size_t k, const Vector<V>& corner, const Vector<V>& up,
                               NearestPoints<V>& nearest) {
  using T = hn::TFromD<D>;
  const V face = hn::Set(d, static_cast<T>(TriangleFeature::Face));
  const V squared = dot(up, up);
  takeWhere(d, hn::And(inside, hn::Lt(squared, nearest.squared)), squared, up, corner - up, face,
            hn::Set(d, static_cast<T>(k)), nearest);
}

template <class D, class V, class M>
HWY_INLINE void offerCornerOfA(D d, M inside, std::size_t k, const Vector<V>& corner, const Vector<V>& down,
                               NearestPoints<V>& nearest) {
  using T = hn::TFromD<D>;
  const V face = hn::Set(d, static_cast<T>(TriangleFeature::Face));
  const V squared = dot(down, down);
  const Vector<V> back{hn::Neg(down.x), hn::Neg(down.y), hn::Neg(down.z)};
  takeWhere(d, hn::And(inside, hn::Lt(squared, nearest.squared)), squared, back, corner,
            hn::Set(d, static_cast<T>(k)), face, nearest);
}

// The nine pairs of edges.
template <class D, class V, class Best>
HWY_INLINE void compareEdges(D d, const Triangles<V>& a, const Triangles<V>& b, const Frame<V>& fa,
                             const Frame<V>& fb, Best& nearest) {
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      offerEdges(d, a, fa, nearestOnEdges(d, a.corner[i], b.corner[j], fa, fb, i, j), nearest);
    }
}

// The six pairs of a face and a corner of the other triangle. Returns the lanes in which an edge pierces a
// face.
template <class D, class V, class Best>
HWY_INLINE auto compareFaces(D d, const Triangles<V>& a, const Triangles<V>& b, const Frame<V>& fa,
                             const Frame<V>& fb, Best& nearest) {
  const V one = hn::Set(d, hn::TFromD<D>(1));
  Above<V> bOverA, aOverB;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vector<V> toB = b.corner[k] - a.corner[0];
    const Vector<V> up = project(fa, toB, dot(fa.edge[0], toB), k, bOverA);
    offerCornerOfB(d, within(d, fa, bOverA.x[k], bOverA.y[k], one), k, b.corner[k], up, nearest);
    const Vector<V> toA = a.corner[k] - b.corner[0];
    const Vector<V> down = project(fb, toA, dot(fb.edge[0], toA), k, aOverB);
    offerCornerOfA(d, within(d, fb, aOverB.x[k], aOverB.y[k], one), k, a.corner[k], down, nearest);
  }
  return hn::Or(pierces(d, fa, bOverA), pierces(d, fb, aOverB));
}

void compareFloat(const PairBatch<float>& batch, PairEstimates& result) {
  forLanes(batch, [&](auto d, std::size_t i, const auto& a, const auto& b) {
    const auto fa = frameOf(d, a);
    const auto fb = frameOf(d, b);
    Nearest<hn::Vec<decltype(d)>> nearest;
    startAt(d, nearest);
    compareEdges(d, a, b, fa, fb, nearest);
    const auto pierced = compareFaces(d, a, b, fa, fb, nearest);
    hn::Store(hn::IfThenZeroElse(pierced, nearest.squared), d, &result.squared[i]);
    hn::Store(hn::IfThenElse(pierced, hn::Set(d, edgePiercesFace), nearest.which), d, &result.nearest[i]);
  });
}

void compareDouble(const PairBatch<double>& batch, PairDistances& result) {
  forLanes(batch, [&](auto d, std::size_t i, const auto& a, const auto& b) {
    const auto fa = frameOf(d, a);
    const auto fb = frameOf(d, b);
    NearestPoints<hn::Vec<decltype(d)>> nearest;
    startAt(d, nearest);
    compareEdges(d, a, b, fa, fb, nearest);
    const auto pierced = compareFaces(d, a, b, fa, fb, nearest);
    store(d, i, nearest, hn::IfThenElseZero(pierced, hn::Set(d, 1.0)), result);
  });
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {
HWY_EXPORT(compareFloat);
HWY_EXPORT(compareDouble);

void comparePairs(const PairBatch<float>& batch, PairEstimates& result) {
  HWY_DYNAMIC_DISPATCH(compareFloat)(batch, result);
}

void comparePairs(const PairBatch<double>& batch, PairDistances& result) {
  HWY_DYNAMIC_DISPATCH(compareDouble)(batch, result);
}

}  // namespace talus
#endif  // HWY_ONCE
