// The squared distance of a triangle from the origin, in pieces. Number is double, or lanes of doubles with
// the same operators; the order of operations is given here, so that both have the same bits. Included once
// per instruction set, by files that Highway compiles for each of them.
#if defined(TALUS_DISTANCE_ORIGIN_DISTANCE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TALUS_DISTANCE_ORIGIN_DISTANCE_INL_H_
#undef TALUS_DISTANCE_ORIGIN_DISTANCE_INL_H_
#else
#define TALUS_DISTANCE_ORIGIN_DISTANCE_INL_H_
#endif

#include "base/lane_code-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

template <class Number>
struct Triple {
  Number x, y, z;

  friend HWY_INLINE Triple operator-(const Triple& a, const Triple& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
};

template <class Number>
HWY_INLINE Number dot(const Triple<Number>& a, const Triple<Number>& b) {
  return (a.x * b.x + a.y * b.y) + a.z * b.z;
}

template <class Number>
HWY_INLINE Triple<Number> cross(const Triple<Number>& a, const Triple<Number>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Negative where the origin lies on the inner side of the plane through the edge u–v along the normal.
template <class Number>
HWY_INLINE Number outerSide(const Triple<Number>& normal, const Triple<Number>& u, const Triple<Number>& v) {
  return dot(normal, cross(v - u, u));
}

/// The square of what remains of a, if `part` of an edge from there is added.
template <class Number>
HWY_INLINE Number squaredOnEdge(const Triple<Number>& a, const Triple<Number>& edge, const Number& part) {
  const Triple<Number> nearest{a.x + part * edge.x, a.y + part * edge.y, a.z + part * edge.z};
  return dot(nearest, nearest);
}

/// Squared distance from the plane through a.
template <class Number>
HWY_INLINE Number squaredToPlane(const Triple<Number>& normal, const Triple<Number>& a) {
  const Number part = dot(normal, a) / dot(normal, normal);
  const Triple<Number> nearest{normal.x * part, normal.y * part, normal.z * part};
  return dot(nearest, nearest);
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#endif
