#include "contact/triangles/triangle_pair_batch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contact/triangles/triangle_pair_refine.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"
#include "contact/triangles/pair_distances-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

template <class D, class V = hn::Vec<D>>
HWY_INLINE void refineEdges(D d, const Triangles<V>& a, const Triangles<V>& b, NearestPoints<V>& nearest) {
  Frame<V> fa, fb;
  fa.edge[0] = a.corner[1] - a.corner[0];
  fb.edge[0] = b.corner[1] - b.corner[0];
  fa.inverse[0] = reciprocal(d, dot(fa.edge[0], fa.edge[0]));
  fb.inverse[0] = reciprocal(d, dot(fb.edge[0], fb.edge[0]));
  const EdgePair<V> pair = nearestOnEdges(d, a.corner[0], b.corner[0], fa, fb, 0, 0);
  nearest.difference = pair.difference;
  nearest.pointA = plus(a.corner[0], pair.s, fa.edge[0]);
  nearest.featureA = featureOnEdge(d, 0, pair.s);
  nearest.featureB = featureOnEdge(d, 0, pair.t);
}

// The perpendicular from the face to the corner; NaN if its foot is outside the face.
template <class D, class V = hn::Vec<D>>
HWY_INLINE Vector<V> riseToCorner(D d, const Triangles<V>& face, const Vector<V>& corner) {
  Frame<V> f;
  f.edge[0] = face.corner[1] - face.corner[0];
  f.inverse[0] = reciprocal(d, dot(f.edge[0], f.edge[0]));
  const Vector<V> side = face.corner[2] - face.corner[0];
  f.skew = hn::Mul(dot(side, f.edge[0]), f.inverse[0]);
  f.rise = minus(side, f.skew, f.edge[0]);
  f.inverseRise = reciprocal(d, dot(f.rise, f.rise));
  f.normal = f.rise;  // heights are not needed
  Above<V> above;
  const Vector<V> offset = corner - face.corner[0];
  const Vector<V> up = project(f, offset, dot(f.edge[0], offset), 0, above);
  const auto inside = within(d, f, above.x[0], above.y[0], hn::Set(d, hn::TFromD<D>(1)));
  const V nan = hn::NaN(d);
  return {hn::IfThenElse(inside, up.x, nan), up.y, up.z};
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE void refineFace(D d, const Triangles<V>& a, const Triangles<V>& b, bool cornerOfB,
                           NearestPoints<V>& nearest) {
  using T = hn::TFromD<D>;
  const V face = hn::Set(d, static_cast<T>(TriangleFeature::Face));
  if (cornerOfB) {
    nearest.difference = riseToCorner(d, a, b.corner[0]);
    nearest.pointA = b.corner[0] - nearest.difference;
    nearest.featureA = face;
    nearest.featureB = hn::Zero(d);
  } else {
    const Vector<V> down = riseToCorner(d, b, a.corner[0]);
    nearest.difference = {hn::Neg(down.x), hn::Neg(down.y), hn::Neg(down.z)};
    nearest.pointA = a.corner[0];
    nearest.featureA = hn::Zero(d);
    nearest.featureB = face;
  }
}

// Lanes in which the triangles' extents along the line between the points prove that no points are nearer.
template <class D, class V = hn::Vec<D>>
HWY_INLINE auto proven(D d, const Triangles<V>& a, const Triangles<V>& b, const NearestPoints<V>& nearest) {
  constexpr double tolerance = 1e-13;
  const Vector<V>& u = nearest.difference;
  const Vector<V> pointB = nearest.pointA + u;
  const auto beyond = [&u](const Vector<V>& corner, const Vector<V>& point) {
    return dot(u, corner - point);
  };
  V past = hn::Zero(d);
  for (std::size_t k = 0; k < 3; ++k)
    past = hn::Max(past, hn::Max(beyond(a.corner[k], nearest.pointA), hn::Neg(beyond(b.corner[k], pointB))));
  const V least = hn::Mul(hn::Set(d, tolerance / 2), hn::Sqrt(nearest.squared));
  return hn::Lt(past, least);  // not for NaN
}

void refine(const PairBatch<double>& batch, NearestKind kind, PairDistances& result) {
  forLanes(batch, [&](auto d, std::size_t i, const auto& a, const auto& b) {
    NearestPoints<hn::Vec<decltype(d)>> nearest;
    if (kind == NearestKind::Edges)
      refineEdges(d, a, b, nearest);
    else
      refineFace(d, a, b, kind == NearestKind::CornerOfB, nearest);
    nearest.squared = dot(nearest.difference, nearest.difference);
    store(d, i, nearest, hn::IfThenZeroElse(proven(d, a, b, nearest), hn::Set(d, 1.0)), result);
  });
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {
HWY_EXPORT(refine);

void refinePairs(const PairBatch<double>& batch, NearestKind kind, PairDistances& result) {
  HWY_DYNAMIC_DISPATCH(refine)(batch, kind, result);
}

}  // namespace talus
#endif  // HWY_ONCE
