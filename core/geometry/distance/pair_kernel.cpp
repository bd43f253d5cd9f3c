#include "geometry/distance/pair_kernel.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "geometry/distance/pair_kernel.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"
#include "geometry/distance/origin_distance-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

using Tag = hn::CappedTag<double, 8>;

// Lanes with the operators of a number. No product is fused with a sum: that would change bits.
struct Lanes {
  hn::Vec<Tag> value;

  friend HWY_INLINE Lanes operator+(const Lanes& a, const Lanes& b) { return {hn::Add(a.value, b.value)}; }
  friend HWY_INLINE Lanes operator-(const Lanes& a, const Lanes& b) { return {hn::Sub(a.value, b.value)}; }
  friend HWY_INLINE Lanes operator*(const Lanes& a, const Lanes& b) { return {hn::Mul(a.value, b.value)}; }
  friend HWY_INLINE Lanes operator/(const Lanes& a, const Lanes& b) { return {hn::Div(a.value, b.value)}; }
};

using Corner = Triple<Lanes>;

HWY_INLINE Lanes squaredToEdge(const Corner& a, const Corner& b) {
  const Tag d;
  const auto zero = hn::Zero(d);
  const Corner edge = b - a;
  const Lanes squaredLength = dot(edge, edge);
  const auto along = hn::Neg((dot(a, edge) / squaredLength).value);
  const auto part = hn::Min(hn::Max(along, zero), hn::Set(d, 1.0));
  return squaredOnEdge(a, edge, {hn::IfThenZeroElse(hn::Eq(squaredLength.value, zero), part)});
}

HWY_INLINE hn::Vec<Tag> squaredFrom(const Corner& a, const Corner& b, const Corner& c) {
  const Tag d;
  const Corner normal = cross(b - a, c - a);
  const auto outer = hn::Max(hn::Max(outerSide(normal, a, b).value, outerSide(normal, b, c).value),
                             outerSide(normal, c, a).value);
  const auto edges =
      hn::Min(hn::Min(squaredToEdge(a, b).value, squaredToEdge(b, c).value), squaredToEdge(c, a).value);
  return hn::IfThenElse(hn::Lt(outer, hn::Zero(d)), squaredToPlane(normal, a).value, edges);
}

void squaredDistancesHere(const std::array<std::vector<double>, 9>& rows, std::size_t count,
                          std::vector<double>& squared) {
  const Tag d;
  for (std::size_t at = 0; at < count; at += hn::Lanes(d)) {
    const auto corner = [&](std::size_t n) {
      const auto load = [&](std::size_t row) { return Lanes{hn::LoadU(d, rows[row].data() + at)}; };
      return Corner{load(3 * n), load(3 * n + 1), load(3 * n + 2)};
    };
    hn::StoreU(squaredFrom(corner(0), corner(1), corner(2)), d, squared.data() + at);
  }
}

using Point = Triple<double>;

double squaredToEdge(const Point& a, const Point& b) {
  const Point edge = b - a;
  const double squaredLength = dot(edge, edge);
  const double part = squaredLength == 0 ? 0 : std::clamp(-(dot(a, edge) / squaredLength), 0.0, 1.0);
  return squaredOnEdge(a, edge, part);
}

double squaredFromOriginHere(const std::array<Vec3, 3>& triangle) {
  const auto point = [&](std::size_t n) { return Point{triangle[n][0], triangle[n][1], triangle[n][2]}; };
  const Point a = point(0), b = point(1), c = point(2);
  const Point normal = cross(b - a, c - a);
  if (outerSide(normal, a, b) < 0 && outerSide(normal, b, c) < 0 && outerSide(normal, c, a) < 0)
    return squaredToPlane(normal, a);
  return std::min({squaredToEdge(a, b), squaredToEdge(b, c), squaredToEdge(c, a)});
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {

HWY_EXPORT(squaredDistancesHere);
HWY_EXPORT(squaredFromOriginHere);

double squaredFromOrigin(const std::array<Vec3, 3>& triangle) {
  return HWY_DYNAMIC_DISPATCH(squaredFromOriginHere)(triangle);
}

void OriginTriangles::reserve(std::size_t count) {
  constexpr std::size_t lanes = 8;
  if (squared_.size() >= count + lanes) return;
  for (std::vector<double>& row : rows_) row.resize(count + lanes);
  squared_.resize(count + lanes);
}

std::span<const double> OriginTriangles::squaredDistances() {
  HWY_DYNAMIC_DISPATCH(squaredDistancesHere)(rows_, count_, squared_);
  return std::span(squared_).first(count_);
}

}  // namespace talus
#endif
