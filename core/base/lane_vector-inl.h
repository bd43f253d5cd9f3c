// Vectors in the lanes of a SIMD unit. Included once per instruction set, by files that Highway compiles for
// each of them.
#if defined(TALUS_BASE_LANE_VECTOR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TALUS_BASE_LANE_VECTOR_INL_H_
#undef TALUS_BASE_LANE_VECTOR_INL_H_
#else
#define TALUS_BASE_LANE_VECTOR_INL_H_
#endif

#include "base/lane_code-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

template <class V>
struct Vector {
  V x, y, z;
};

template <class V>
HWY_INLINE V dot(const Vector<V>& a, const Vector<V>& b) {
  return hn::MulAdd(a.x, b.x, hn::MulAdd(a.y, b.y, hn::Mul(a.z, b.z)));
}

template <class V>
HWY_INLINE Vector<V> operator+(const Vector<V>& a, const Vector<V>& b) {
  return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}

template <class V>
HWY_INLINE Vector<V> operator-(const Vector<V>& a, const Vector<V>& b) {
  return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}

/// a + s b
template <class V>
HWY_INLINE Vector<V> plus(const Vector<V>& a, V s, const Vector<V>& b) {
  return {hn::MulAdd(s, b.x, a.x), hn::MulAdd(s, b.y, a.y), hn::MulAdd(s, b.z, a.z)};
}

template <class V>
HWY_INLINE Vector<V> cross(const Vector<V>& a, const Vector<V>& b) {
  return {hn::MulSub(a.y, b.z, hn::Mul(a.z, b.y)), hn::MulSub(a.z, b.x, hn::Mul(a.x, b.z)),
          hn::MulSub(a.x, b.y, hn::Mul(a.y, b.x))};
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#endif
