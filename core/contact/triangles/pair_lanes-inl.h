// Batches of pairs in the lanes of a SIMD unit.
#if defined(TALUS_CONTACT_PAIR_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TALUS_CONTACT_PAIR_LANES_INL_H_
#undef TALUS_CONTACT_PAIR_LANES_INL_H_
#else
#define TALUS_CONTACT_PAIR_LANES_INL_H_
#endif

#include <limits>

#include "base/lane_code-inl.h"
#include "contact/triangles/triangle_lanes-inl.h"
#include "contact/triangles/triangle_pair_batch.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

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

template <class D>
HWY_INLINE hn::Vec<D> reciprocal(D d, hn::Vec<D> squaredLength) {
  using T = hn::TFromD<D>;
  const auto least = hn::Set(d, std::numeric_limits<T>::min() * 16);
  return hn::Div(hn::Set(d, T(1)), hn::Max(squaredLength, least));
}

template <class D>
HWY_INLINE hn::Vec<D> clampUnit(D d, hn::Vec<D> v) {
  using T = hn::TFromD<D>;
  return hn::Min(hn::Max(v, hn::Zero(d)), hn::Set(d, T(1)));
}

template <class D, class V>
HWY_INLINE void storeVector(D d, std::size_t i, const Vector<V>& p, double (*to)[128]) {
  hn::Store(p.x, d, &to[0][i]);
  hn::Store(p.y, d, &to[1][i]);
  hn::Store(p.z, d, &to[2][i]);
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#endif
