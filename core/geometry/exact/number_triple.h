#pragma once

#include <array>

#include "base/types.h"
#include "geometry/exact/scaled_integer.h"
#include "geometry/exact/wide_integer.h"

namespace talus {

/// A vector of numbers of any kind, for the formulas of exact decisions.
template <class Number>
using Triple = std::array<Number, 3>;

template <class Number>
Triple<Number> differenceOf(const Triple<Number>& a, const Triple<Number>& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

template <class Number>
Triple<Number> crossOf(const Triple<Number>& a, const Triple<Number>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

template <class Number>
Number dotOf(const Triple<Number>& a, const Triple<Number>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// A point in multiples of 2^exponent: see scaled().
inline Triple<WideInteger> scaledTriple(const Vec3& p, int exponent) {
  return {scaled<WideInteger>(p.x(), exponent), scaled<WideInteger>(p.y(), exponent),
          scaled<WideInteger>(p.z(), exponent)};
}

}  // namespace talus
