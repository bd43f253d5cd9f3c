// Vectors in the lanes of a SIMD unit. Included once per instruction set, by files that Highway compiles for
// each of them.
#if defined(TALUS_BASE_LANE_VECTOR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TALUS_BASE_LANE_VECTOR_INL_H_
#undef TALUS_BASE_LANE_VECTOR_INL_H_
#else
#define TALUS_BASE_LANE_VECTOR_INL_H_
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace talus {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

template <class V>
struct Vector {
  V x, y, z;
};

template <class V>
HWY_INLINE V dot(const Vector<V>& a, const Vector<V>& b) {
  return hn::MulAdd(a.x, b.x, hn::MulAdd(a.y, b.y, hn::Mul(a.z, b.z)));
}

template <class V>
HWY_INLINE Vector<V> operator-(const Vector<V>& a, const Vector<V>& b) {
  return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace talus
HWY_AFTER_NAMESPACE();

#endif
