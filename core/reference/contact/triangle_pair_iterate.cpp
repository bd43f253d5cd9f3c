#include "reference/contact/triangle_pair_iterate.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "reference/contact/triangle_pair_iterate.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"
#include "contact/triangles/pair_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

// Barycentric coordinates of a point a + u (b − a) + v (c − a) of each triangle.
template <class V>
struct Place {
  V u, v;
};

// A step of the penalty terms: negative coordinates become 0, and half of the excess of the sum above 1 is
// subtracted from each.
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

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {
HWY_EXPORT(iterate);

void iteratePairs(const PairBatch<float>& batch, PairIterates& result) {
  HWY_DYNAMIC_DISPATCH(iterate)(batch, result);
}

}  // namespace talus
#endif  // HWY_ONCE
