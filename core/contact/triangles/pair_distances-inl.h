// Nearest points of edges and faces in SIMD lanes, for comparison and refinement.
#if defined(TALUS_CONTACT_PAIR_DISTANCES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TALUS_CONTACT_PAIR_DISTANCES_INL_H_
#undef TALUS_CONTACT_PAIR_DISTANCES_INL_H_
#else
#define TALUS_CONTACT_PAIR_DISTANCES_INL_H_
#endif

#include <limits>

#include "base/lane_code-inl.h"
#include "contact/triangles/pair_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

// A triangle prepared for distances: its edges with the reciprocals of their squared lengths, and a second
// in-plane axis, `rise`, perpendicular to the first edge: corner 2 is corner 0 + skew · edge 0 + rise. All
// computations in the plane use this frame, so that rounding has the effect of moving corner 2: needles are
// accurate to rounding, too.
template <class V>
struct Frame {
  Vector<V> edge[3];
  V inverse[3];
  Vector<V> rise;
  V inverseRise, skew;
  Vector<V> normal;
};

template <class D, class V = hn::Vec<D>>
HWY_INLINE Frame<V> frameOf(D d, const Triangles<V>& t) {
  Frame<V> f;
  for (std::size_t i = 0; i < 3; ++i) {
    f.edge[i] = t.corner[(i + 1) % 3] - t.corner[i];
    f.inverse[i] = reciprocal(d, dot(f.edge[i], f.edge[i]));
  }
  const Vector<V> side = t.corner[2] - t.corner[0];
  f.skew = hn::Mul(dot(side, f.edge[0]), f.inverse[0]);
  f.rise = minus(side, f.skew, f.edge[0]);
  f.inverseRise = reciprocal(d, dot(f.rise, f.rise));
  f.normal = cross(f.edge[0], f.rise);
  return f;
}

// The nearest pair of points so far.
template <class V>
struct Nearest {
  V squared;
  V which;  // as PairEstimates::nearest
};

// The same with the points and features of PairDistances.
template <class V>
struct NearestPoints {
  V squared;
  Vector<V> pointA, difference;  // difference: from A to B
  V featureA, featureB;
};

template <class D, class V>
HWY_INLINE void startAt(D d, Nearest<V>& nearest) {
  nearest.squared = hn::Set(d, std::numeric_limits<hn::TFromD<D>>::max());
  nearest.which = hn::Zero(d);
}

template <class D, class V>
HWY_INLINE void startAt(D d, NearestPoints<V>& nearest) {
  nearest.squared = hn::Set(d, std::numeric_limits<hn::TFromD<D>>::max());
  nearest.pointA = nearest.difference = {hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  nearest.featureA = nearest.featureB = hn::Zero(d);
}

template <class D, class V, class M>
HWY_INLINE void takeWhere(D, M nearer, V squared, const Vector<V>& difference, const Vector<V>& pointA,
                          V featureA, V featureB, NearestPoints<V>& nearest) {
  nearest.squared = hn::IfThenElse(nearer, squared, nearest.squared);
  nearest.difference = {hn::IfThenElse(nearer, difference.x, nearest.difference.x),
                        hn::IfThenElse(nearer, difference.y, nearest.difference.y),
                        hn::IfThenElse(nearer, difference.z, nearest.difference.z)};
  nearest.pointA = {hn::IfThenElse(nearer, pointA.x, nearest.pointA.x),
                    hn::IfThenElse(nearer, pointA.y, nearest.pointA.y),
                    hn::IfThenElse(nearer, pointA.z, nearest.pointA.z)};
  nearest.featureA = hn::IfThenElse(nearer, featureA, nearest.featureA);
  nearest.featureB = hn::IfThenElse(nearer, featureB, nearest.featureB);
}

// Number of the feature that contains the point at parameter s of edge i.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V featureOnEdge(D d, std::size_t i, V s) {
  using T = hn::TFromD<D>;
  const V inner = hn::IfThenElse(hn::Ge(s, hn::Set(d, T(1))), hn::Set(d, static_cast<T>((i + 1) % 3)),
                                 hn::Set(d, static_cast<T>(i + 3)));
  return hn::IfThenElse(hn::Le(s, hn::Zero(d)), hn::Set(d, static_cast<T>(i)), inner);
}

template <class V>
struct EdgePair {
  std::size_t i, j;
  V s, t;
  Vector<V> difference;
};

template <class D, class V>
HWY_INLINE void offer(D d, V squared, std::size_t which, Nearest<V>& nearest) {
  const auto nearer = hn::Lt(squared, nearest.squared);
  nearest.squared = hn::Min(squared, nearest.squared);
  nearest.which = hn::IfThenElse(nearer, hn::Set(d, static_cast<hn::TFromD<D>>(which)), nearest.which);
}

template <class D, class V>
HWY_INLINE void offerEdges(D d, const Triangles<V>&, const Frame<V>&, const EdgePair<V>& pair,
                           Nearest<V>& nearest) {
  offer(d, dot(pair.difference, pair.difference), 3 * pair.i + pair.j, nearest);
}

template <class D, class V>
HWY_INLINE void offerEdges(D d, const Triangles<V>& a, const Frame<V>& fa, const EdgePair<V>& pair,
                           NearestPoints<V>& nearest) {
  const V squared = dot(pair.difference, pair.difference);
  const auto nearer = hn::Lt(squared, nearest.squared);
  if (hn::AllFalse(d, nearer)) return;
  takeWhere(d, nearer, squared, pair.difference, plus(a.corner[pair.i], pair.s, fa.edge[pair.i]),
            featureOnEdge(d, pair.i, pair.s), featureOnEdge(d, pair.j, pair.t), nearest);
}

// The nearest points of two edges. Their parameters come from orthogonalisation, which remains accurate for
// nearly parallel edges; then each point in turn is moved as near as possible to the other. Edge i of A
// begins at `from`, edge j of B at `to`.
template <class D, class V = hn::Vec<D>>
HWY_INLINE EdgePair<V> nearestOnEdges(D d, const Vector<V>& from, const Vector<V>& to, const Frame<V>& fa,
                                      const Frame<V>& fb, std::size_t i, std::size_t j) {
  const V least = hn::Set(d, std::numeric_limits<hn::TFromD<D>>::min() * 16);
  const Vector<V>& e = fa.edge[i];
  const Vector<V>& f = fb.edge[j];
  const Vector<V> r = to - from;
  const V er = dot(e, r);
  const V fr = dot(f, r);
  const V ef = dot(e, f);
  const Vector<V> fBeside = minus(f, hn::Mul(ef, fa.inverse[i]), e);
  const Vector<V> rBeside = minus(r, hn::Mul(er, fa.inverse[i]), e);
  const V crossing = hn::Div(hn::Neg(dot(fBeside, rBeside)), hn::Max(dot(fBeside, fBeside), least));
  V t = clampUnit(d, crossing);
  const V s = clampUnit(d, hn::Mul(hn::MulAdd(t, ef, er), fa.inverse[i]));
  t = clampUnit(d, hn::Mul(hn::MulSub(s, ef, fr), fb.inverse[j]));
  return {i, j, s, t, minus(plus(r, t, f), s, e)};
}

template <class D, class V>
HWY_INLINE void store(D d, std::size_t i, const NearestPoints<V>& nearest, V pierced, PairDistances& result) {
  hn::Store(pierced, d, &result.pierced[i]);
  hn::Store(nearest.squared, d, &result.squared[i]);
  hn::Store(nearest.featureA, d, &result.featureA[i]);
  hn::Store(nearest.featureB, d, &result.featureB[i]);
  storeVector(d, i, nearest.pointA, result.pointA);
  storeVector(d, i, nearest.pointA + nearest.difference, result.pointB);
}

// The corners of one triangle relative to the other triangle.
template <class V>
struct Above {
  V x[3], y[3];  // in the plane's frame: along edge 0 and along the rise
  V height[3];   // times the normal's length
};

// Places corner k, which is at `offset` from the plane's corner 0; `along` is the dot product of the offset
// with edge 0. Returns the vector from the plane to the corner.
template <class V>
HWY_INLINE Vector<V> project(const Frame<V>& f, const Vector<V>& offset, V along, std::size_t k,
                             Above<V>& above) {
  above.x[k] = hn::Mul(along, f.inverse[0]);
  const Vector<V> beside = minus(offset, above.x[k], f.edge[0]);
  above.y[k] = hn::Mul(dot(beside, f.rise), f.inverseRise);
  const Vector<V> upright = minus(beside, above.y[k], f.rise);
  above.height[k] = dot(upright, f.normal);
  return upright;
}

// Lanes in which the point (x, y) / `weight` lies in the triangle.
template <class D, class V = hn::Vec<D>>
HWY_INLINE auto within(D d, const Frame<V>& f, V x, V y, V weight) {
  const V beyond = hn::NegMulAdd(f.skew, y, x);  // x − skew y: 0 on edge 2, and weight − y on edge 1
  return hn::And(hn::And(hn::Ge(y, hn::Zero(d)), hn::Ge(beyond, hn::Zero(d))),
                 hn::Lt(hn::Add(beyond, y), weight));
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#endif
