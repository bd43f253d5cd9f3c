#include "contact/triangles/triangle_pair_batch.h"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contact/triangles/triangle_pair_batch.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include <hwy/highway.h>

#include "contact/triangles/triangle_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace talus {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// A batch is padded to 16 lanes; wider units use 16 of theirs.
template <class T>
using BatchTag = hn::CappedTag<T, 16>;

template <class D, class T>
HWY_INLINE Triangles<hn::Vec<D>> load(D d, const T (*corner)[PairBatch<T>::stride], std::size_t i) {
  const auto vertex = [&](std::size_t k) {
    return Vector<hn::Vec<D>>{hn::Load(d, &corner[3 * k][i]), hn::Load(d, &corner[3 * k + 1][i]),
                              hn::Load(d, &corner[3 * k + 2][i])};
  };
  return {{vertex(0), vertex(1), vertex(2)}};
}

template <class T, class Body>
HWY_INLINE void forLanes(const PairBatch<T>& batch, const Body& body) {
  const BatchTag<T> d;
  for (std::size_t i = 0; i < batch.size; i += hn::Lanes(d))
    body(d, i, load(d, batch.corner, i), load(d, batch.corner + 9, i));
}

// ---- Placement ----

template <class T>
void place(const AffineMap<T>& map, PairBatch<T>& batch) {
  const BatchTag<T> d;
  for (std::size_t i = 0; i < batch.size; i += hn::Lanes(d))
    for (std::size_t k = 0; k < 9; k += 3) {
      const Vector<hn::Vec<decltype(d)>> p{hn::Load(d, &batch.corner[k][i]),
                                           hn::Load(d, &batch.corner[k + 1][i]),
                                           hn::Load(d, &batch.corner[k + 2][i])};
      const auto placed = mapped(d, map, p);
      hn::Store(placed.x, d, &batch.corner[k][i]);
      hn::Store(placed.y, d, &batch.corner[k + 1][i]);
      hn::Store(placed.z, d, &batch.corner[k + 2][i]);
    }
}

void placeFloat(const AffineMap<float>& map, PairBatch<float>& batch) {
  place(map, batch);
}

void placeDouble(const AffineMap<double>& map, PairBatch<double>& batch) {
  place(map, batch);
}

// ---- Lower bounds ----

template <class D, class M>
HWY_INLINE void storeOpen(D d, M mask, std::size_t i, PairBits& open) {
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(d, mask, bits);
  if constexpr (hn::MaxLanes(D()) >= 8) {
    for (std::size_t k = 0; k < hn::MaxLanes(D()) / 8; ++k) open[i / 8 + k] = bits[k];
  } else {
    const auto here = static_cast<std::uint8_t>(bits[0] << (i % 8));
    open[i / 8] = i % 8 == 0 ? here : static_cast<std::uint8_t>(open[i / 8] | here);
  }
}

void boundPairs(const PairBatch<float>& batch, PairBounds bounds, PairBits& open) {
  forLanes(batch, [&](auto d, std::size_t i, const auto& a, const auto& b) {
    const auto reach = hn::Load(d, &batch.reach[i]);
    auto apart = apartAlong(cornerSum(b) - cornerSum(a), a, b, reach);
    if (bounds == PairBounds::CentroidsAndNormals && !hn::AllTrue(d, apart)) {
      apart = hn::Or(apart, apartEitherWay(normal(a), a, b, reach));
      apart = hn::Or(apart, apartEitherWay(normal(b), a, b, reach));
    }
    storeOpen(d, hn::Not(apart), i, open);
  });
}

// ---- Comparison ----

// A triangle seen for distances: its edges with the reciprocals of their squared lengths, and a second
// in-plane axis at right angles to the first edge: corner 2 is corner 0 + skew · edge 0 + rise. Everything
// that is asked about the plane refers to this frame, so that rounding acts like one that moves corner 2:
// also needles are right to rounding.
template <class V>
struct Frame {
  Vector<V> edge[3];
  V inverse[3];
  Vector<V> rise;
  V inverseRise, skew;
  Vector<V> normal;
};

template <class D>
HWY_INLINE hn::Vec<D> reciprocal(D d, hn::Vec<D> squaredLength) {
  using T = hn::TFromD<D>;
  const auto least = hn::Set(d, std::numeric_limits<T>::min() * 16);
  return hn::Div(hn::Set(d, T(1)), hn::Max(squaredLength, least));
}

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

template <class D>
HWY_INLINE hn::Vec<D> clampUnit(D d, hn::Vec<D> v) {
  using T = hn::TFromD<D>;
  return hn::Min(hn::Max(v, hn::Zero(d)), hn::Set(d, T(1)));
}

// The nearest pair of points so far.
template <class V>
struct Nearest {
  V squared;
  V which;  // as PairEstimates::nearest
};

// The same with what PairDistances tells.
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

// Number of the feature that holds the point at parameter s of edge i.
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

// What is known of the corners of one triangle relative to the other.
template <class V>
struct Above {
  V x[3], y[3];  // in the plane's frame: along edge 0 and along the rise
  V height[3];   // times the normal's length
};

// Corner k is at `offset` from the plane's corner 0; along: its dot product with edge 0.
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

// Where x, y times `weight` lies within the triangle.
template <class D, class V = hn::Vec<D>>
HWY_INLINE auto within(D d, const Frame<V>& f, V x, V y, V weight) {
  const V beyond = hn::NegMulAdd(f.skew, y, x);  // x − skew y: 0 on edge 2, and weight − y on edge 1
  return hn::And(hn::And(hn::Ge(y, hn::Zero(d)), hn::Ge(beyond, hn::Zero(d))),
                 hn::Lt(hn::Add(beyond, y), weight));
}

// Where an edge between two corners on different sides of the plane pierces the triangle. Where rounding
// errs, the distance of two edges or of a corner and the face is of the size of rounding.
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

// Parameters by orthogonalisation, which stays right where edges are nearly parallel; then each point is put
// nearest to the other. Edge i of A begins at `from`, edge j of B at `to`.
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

// The nine pairs of edges.
template <class D, class V, class Best>
HWY_INLINE void compareEdges(D d, const Triangles<V>& a, const Triangles<V>& b, const Frame<V>& fa,
                             const Frame<V>& fb, Best& nearest) {
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      offerEdges(d, a, fa, nearestOnEdges(d, a.corner[i], b.corner[j], fa, fb, i, j), nearest);
    }
}

template <class D, class V>
HWY_INLINE void compareFaces(D d, const Triangles<V>& a, const Triangles<V>& b, const Frame<V>& fa,
                             const Frame<V>& fb, Nearest<V>& nearest) {
  const V one = hn::Set(d, hn::TFromD<D>(1));
  Above<V> bOverA, aOverB;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vector<V> toB = b.corner[k] - a.corner[0];
    const Vector<V> up = project(fa, toB, dot(fa.edge[0], toB), k, bOverA);
    offerFace(d, within(d, fa, bOverA.x[k], bOverA.y[k], one), up, 9 + k, nearest);
    const Vector<V> toA = a.corner[k] - b.corner[0];
    const Vector<V> down = project(fb, toA, dot(fb.edge[0], toA), k, aOverB);
    offerFace(d, within(d, fb, aOverB.x[k], aOverB.y[k], one), down, 12 + k, nearest);
  }
  const auto pierced = hn::Or(pierces(d, fa, bOverA), pierces(d, fb, aOverB));
  nearest.squared = hn::IfThenZeroElse(pierced, nearest.squared);
  nearest.which = hn::IfThenElse(pierced, hn::Set(d, edgePiercesFace), nearest.which);
}

// Returns 1 where an edge pierces a face.
template <class D, class V>
HWY_INLINE V compareFaces(D d, const Triangles<V>& a, const Triangles<V>& b, const Frame<V>& fa,
                          const Frame<V>& fb, NearestPoints<V>& nearest) {
  using T = hn::TFromD<D>;
  const V one = hn::Set(d, T(1));
  const V face = hn::Set(d, static_cast<T>(TriangleFeature::Face));
  Above<V> bOverA, aOverB;
  for (std::size_t k = 0; k < 3; ++k) {
    const V corner = hn::Set(d, static_cast<T>(k));
    const Vector<V> toB = b.corner[k] - a.corner[0];
    const Vector<V> up = project(fa, toB, dot(fa.edge[0], toB), k, bOverA);
    const V squaredUp = dot(up, up);
    const auto over =
        hn::And(within(d, fa, bOverA.x[k], bOverA.y[k], one), hn::Lt(squaredUp, nearest.squared));
    takeWhere(d, over, squaredUp, up, b.corner[k] - up, face, corner, nearest);
    const Vector<V> toA = a.corner[k] - b.corner[0];
    const Vector<V> down = project(fb, toA, dot(fb.edge[0], toA), k, aOverB);
    const V squaredDown = dot(down, down);
    const auto under =
        hn::And(within(d, fb, aOverB.x[k], aOverB.y[k], one), hn::Lt(squaredDown, nearest.squared));
    const Vector<V> back{hn::Neg(down.x), hn::Neg(down.y), hn::Neg(down.z)};
    takeWhere(d, under, squaredDown, back, a.corner[k], corner, face, nearest);
  }
  return hn::IfThenElseZero(hn::Or(pierces(d, fa, bOverA), pierces(d, fb, aOverB)), one);
}

void compareFloat(const PairBatch<float>& batch, PairEstimates& result) {
  forLanes(batch, [&](auto d, std::size_t i, const auto& a, const auto& b) {
    const auto fa = frameOf(d, a);
    const auto fb = frameOf(d, b);
    Nearest<hn::Vec<decltype(d)>> nearest;
    startAt(d, nearest);
    compareEdges(d, a, b, fa, fb, nearest);
    compareFaces(d, a, b, fa, fb, nearest);
    hn::Store(nearest.squared, d, &result.squared[i]);
    hn::Store(nearest.which, d, &result.nearest[i]);
  });
}

template <class D, class V>
HWY_INLINE void storeVector(D d, std::size_t i, const Vector<V>& p, double (*to)[128]) {
  hn::Store(p.x, d, &to[0][i]);
  hn::Store(p.y, d, &to[1][i]);
  hn::Store(p.z, d, &to[2][i]);
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

void compareDouble(const PairBatch<double>& batch, PairDistances& result) {
  forLanes(batch, [&](auto d, std::size_t i, const auto& a, const auto& b) {
    const auto fa = frameOf(d, a);
    const auto fb = frameOf(d, b);
    NearestPoints<hn::Vec<decltype(d)>> nearest;
    startAt(d, nearest);
    compareEdges(d, a, b, fa, fb, nearest);
    const auto pierced = compareFaces(d, a, b, fa, fb, nearest);
    store(d, i, nearest, pierced, result);
  });
}

// ---- One distance of the comparison ----

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

// From a point of the face to the corner; where that point is not within the face, NaN.
template <class D, class V = hn::Vec<D>>
HWY_INLINE Vector<V> riseToCorner(D d, const Triangles<V>& face, const Vector<V>& corner) {
  Frame<V> f;
  f.edge[0] = face.corner[1] - face.corner[0];
  f.inverse[0] = reciprocal(d, dot(f.edge[0], f.edge[0]));
  const Vector<V> side = face.corner[2] - face.corner[0];
  f.skew = hn::Mul(dot(side, f.edge[0]), f.inverse[0]);
  f.rise = minus(side, f.skew, f.edge[0]);
  f.inverseRise = reciprocal(d, dot(f.rise, f.rise));
  f.normal = f.rise;  // heights are not asked for
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

// Where the two triangles' extents along the line between the points prove that nothing is nearer.
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

// ---- Into the world ----

void intoWorld(const WorldMap& to, const PairDistances& distances, std::size_t size, WorldPoints& points) {
  const BatchTag<double> d;
  const auto load3 = [&](const double(*from)[128], std::size_t i) {
    return Vector<hn::Vec<decltype(d)>>{hn::Load(d, &from[0][i]), hn::Load(d, &from[1][i]),
                                        hn::Load(d, &from[2][i])};
  };
  for (std::size_t i = 0; i < size; i += hn::Lanes(d)) {
    const auto a = load3(distances.pointA, i);
    const auto b = load3(distances.pointB, i);
    auto normal = mapped(d, to.rotation, b - a);
    const auto squared = hn::Max(dot(normal, normal), hn::Set(d, std::numeric_limits<double>::min()));
    const auto inverse = hn::Div(hn::Set(d, 1.0), hn::Sqrt(squared));
    normal = {hn::Mul(normal.x, inverse), hn::Mul(normal.y, inverse), hn::Mul(normal.z, inverse)};
    storeVector(d, i, mapped(d, to.map, a), points.pointA);
    storeVector(d, i, mapped(d, to.map, b), points.pointB);
    storeVector(d, i, normal, points.normal);
    hn::Store(hn::Mul(hn::Sqrt(hn::Load(d, &distances.squared[i])), hn::Set(d, to.unit)), d, &points.gap[i]);
  }
}

// ---- Iteration ----

// Barycentric coordinates of a point a + u (b − a) + v (c − a) of each triangle.
template <class V>
struct Place {
  V u, v;
};

// A step of the penalty terms: negative coordinates become 0, a sum above 1 is shared back.
template <class D, class V = hn::Vec<D>>
HWY_INLINE Place<V> confined(D d, Place<V> p) {
  const V one = hn::Set(d, 1.0f);
  const V excess = hn::Mul(hn::Set(d, 0.5f), hn::Max(hn::Zero(d), hn::Sub(hn::Add(p.u, p.v), one)));
  p.u = clampUnit(d, hn::Sub(p.u, excess));
  p.v = clampUnit(d, hn::Sub(p.v, excess));
  return {hn::Min(p.u, hn::Sub(one, p.v)), p.v};
}

template <class V>
HWY_INLINE Vector<V> at(const Triangles<V>& t, const Vector<V> (&side)[2], const Place<V>& p) {
  return plus(plus(t.corner[0], p.u, side[0]), p.v, side[1]);
}

void iterate(const PairBatch<float>& batch, PairIterates& result) {
  constexpr int sweeps = 4;
  constexpr float regulariser = 0.5f;
  forLanes(batch, [&](auto d, std::size_t i, const auto& a, const auto& b) {
    using V = hn::Vec<decltype(d)>;
    const Vector<V> e[2] = {a.corner[1] - a.corner[0], a.corner[2] - a.corner[0]};
    const Vector<V> f[2] = {b.corner[1] - b.corner[0], b.corner[2] - b.corner[0]};
    const V diagonal[4] = {dot(e[0], e[0]), dot(e[1], e[1]), dot(f[0], f[0]), dot(f[1], f[1])};
    const V trace = hn::Add(hn::Add(diagonal[0], diagonal[1]), hn::Add(diagonal[2], diagonal[3]));
    const V shift = hn::Mul(hn::Set(d, regulariser / 4), trace);
    V step[4];
    for (std::size_t k = 0; k < 4; ++k) step[k] = reciprocal(d, hn::Add(diagonal[k], shift));
    const V third = hn::Set(d, 1.0f / 3);
    Place<V> p{third, third};
    Place<V> q = p;
    Vector<V> apart = at(a, e, p) - at(b, f, q);
    V functional = hn::Zero(d);
    V before = functional;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      p = confined(d, Place<V>{hn::NegMulAdd(dot(e[0], apart), step[0], p.u),
                               hn::NegMulAdd(dot(e[1], apart), step[1], p.v)});
      q = confined(d, Place<V>{hn::MulAdd(dot(f[0], apart), step[2], q.u),
                               hn::MulAdd(dot(f[1], apart), step[3], q.v)});
      apart = at(a, e, p) - at(b, f, q);
      before = functional;
      functional = hn::Mul(hn::Set(d, 0.5f), dot(apart, apart));
    }
    hn::Store(functional, d, &result.functional[i]);
    hn::Store(hn::Abs(hn::Sub(functional, before)), d, &result.change[i]);
  });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace talus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {
HWY_EXPORT(placeFloat);
HWY_EXPORT(placeDouble);
HWY_EXPORT(boundPairs);
HWY_EXPORT(compareFloat);
HWY_EXPORT(compareDouble);
HWY_EXPORT(iterate);
HWY_EXPORT(refine);
HWY_EXPORT(intoWorld);

void placeFirst(const AffineMap<float>& map, PairBatch<float>& batch) {
  HWY_DYNAMIC_DISPATCH(placeFloat)(map, batch);
}

void placeFirst(const AffineMap<double>& map, PairBatch<double>& batch) {
  HWY_DYNAMIC_DISPATCH(placeDouble)(map, batch);
}

void boundPairs(const PairBatch<float>& batch, PairBounds bounds, PairBits& open) {
  HWY_DYNAMIC_DISPATCH(boundPairs)(batch, bounds, open);
}

void comparePairs(const PairBatch<float>& batch, PairEstimates& result) {
  HWY_DYNAMIC_DISPATCH(compareFloat)(batch, result);
}

void comparePairs(const PairBatch<double>& batch, PairDistances& result) {
  HWY_DYNAMIC_DISPATCH(compareDouble)(batch, result);
}

void refinePairs(const PairBatch<double>& batch, NearestKind kind, PairDistances& result) {
  HWY_DYNAMIC_DISPATCH(refine)(batch, kind, result);
}

void toWorld(const WorldMap& to, const PairDistances& distances, std::size_t size, WorldPoints& points) {
  HWY_DYNAMIC_DISPATCH(intoWorld)(to, distances, size, points);
}

void iteratePairs(const PairBatch<float>& batch, PairIterates& result) {
  HWY_DYNAMIC_DISPATCH(iterate)(batch, result);
}

}  // namespace talus
#endif
