#include "enclosure/multipole/crossing_kernel.h"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "enclosure/multipole/crossing_kernel.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"
#include "base/lane_vector-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

using Tag = hn::ScalableTag<double>;
using Lanes = hn::Vec<Tag>;
using Vectors = Vector<Lanes>;

HWY_INLINE Lanes dot(const Vec3& a, const Vectors& b) {
  const Tag d;
  return hn::MulAdd(hn::Set(d, a.x()), b.x,
                    hn::MulAdd(hn::Set(d, a.y()), b.y, hn::Mul(hn::Set(d, a.z()), b.z)));
}

// Winding numbers, and whether a crossing is uncertain, along the segments of some lanes.
struct Gathered {
  Lanes winding, open;
};

HWY_INLINE void cross(const SegmentTarget& target, const Vectors& v, Lanes length, Gathered& sum) {
  const Tag d;
  const Lanes zero = hn::Zero(d);
  const Lanes height = hn::Sub(dot(target.normal, v), hn::Set(d, target.offset));
  const Lanes heightError =
      hn::MulAdd(hn::Set(d, target.normalError), length, hn::Set(d, target.offsetError));
  // Certainly on the side of the reference point: not crossed.
  const Lanes across = target.offset > 0 ? height : hn::Neg(height);
  const auto same = hn::Lt(across, hn::Neg(heightError));
  Lanes least = dot(target.edges[0], v);
  Lanes most = least;
  Lanes error = hn::Mul(hn::Set(d, target.edgeErrors[0]), length);
  for (std::size_t i = 1; i < 3; ++i) {
    const Lanes side = dot(target.edges[i], v);
    least = hn::Min(least, side);
    most = hn::Max(most, side);
    error = hn::Max(error, hn::Mul(hn::Set(d, target.edgeErrors[i]), length));
  }
  const auto past = hn::And(hn::Lt(least, hn::Neg(error)), hn::Gt(most, error));  // misses the triangle
  const auto missed = hn::Or(same, past);
  const auto through = hn::Or(hn::Gt(least, error), hn::Lt(most, hn::Neg(error)));
  const auto sure = hn::And(through, hn::Gt(across, heightError));
  // The winding number increases from the outer to the inner side.
  const Lanes step = hn::Set(d, target.offset > 0 ? -1.0 : 1.0);
  sum.winding = hn::Add(sum.winding, hn::IfThenElse(missed, zero, hn::IfThenElseZero(sure, step)));
  sum.open = hn::IfThenElse(hn::Or(missed, sure), sum.open, hn::Set(d, 1.0));
}

void addCrossings(std::span<const SegmentTarget> targets, const Vec3& reference, const VectorArrays& points,
                  IndexRange range, double* winding, unsigned char* open) {
  const Tag d;
  for (std::size_t begin = range.begin; begin < range.end; begin += hn::Lanes(d)) {
    const std::size_t count = HWY_MIN(hn::Lanes(d), range.end - begin);
    HWY_ALIGN double c[3][hn::MaxLanes(d)];
    for (std::size_t i = 0; i < hn::Lanes(d); ++i) {
      const std::size_t at = begin + HWY_MIN(i, count - 1);
      c[0][i] = points.x[at] - reference.x();
      c[1][i] = points.y[at] - reference.y();
      c[2][i] = points.z[at] - reference.z();
    }
    const Vectors v{hn::Load(d, c[0]), hn::Load(d, c[1]), hn::Load(d, c[2])};
    const Lanes length = hn::Add(hn::Abs(v.x), hn::Add(hn::Abs(v.y), hn::Abs(v.z)));
    Gathered sum{hn::Zero(d), hn::Zero(d)};
    for (const SegmentTarget& target : targets) cross(target, v, length, sum);
    hn::Store(sum.winding, d, c[0]);
    hn::Store(sum.open, d, c[1]);
    for (std::size_t i = 0; i < count; ++i) {
      winding[begin + i] += c[0][i];
      if (c[1][i] != 0) open[begin + i] = 1;
    }
  }
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {
HWY_EXPORT(addCrossings);

// Every difference, product and sum below has a relative error of at most 2^-53. So a component of
// (a−r)×(b−r) has an error below 5·2^-53 |a−r| |b−r| in 1-norms, and its product with x−r an error below
// 10·2^-53 times the product of the norms. `slack` is eight times as large.
SegmentTarget::SegmentTarget(const Vec3& reference, const std::array<Vec3, 3>& triangle) {
  constexpr double slack = 1e-14;
  std::array<Vec3, 3> v;
  std::array<double, 3> length;
  for (std::size_t i = 0; i < 3; ++i) {
    v[i] = triangle[i] - reference;
    length[i] = v[i].lpNorm<1>();
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    edges[i] = v[i].cross(v[j]);
    edgeErrors[i] = slack * length[i] * length[j];
  }
  const Vec3 ab = triangle[1] - triangle[0];
  const Vec3 ac = triangle[2] - triangle[0];
  normal = ab.cross(ac);
  offset = normal.dot(v[0]);
  normalError = slack * ab.lpNorm<1>() * ac.lpNorm<1>();
  offsetError = normalError * length[0];
}

bool SegmentTarget::isClear() const {
  constexpr double least = 1e-200;
  const double smallest = std::min({edgeErrors[0], edgeErrors[1], edgeErrors[2], normalError, offsetError});
  return smallest > least && std::abs(offset) > offsetError;
}

void addCrossings(std::span<const SegmentTarget> targets, const Vec3& reference, const VectorArrays& points,
                  IndexRange range, double* winding, unsigned char* open) {
  HWY_DYNAMIC_DISPATCH(addCrossings)(targets, reference, points, range, winding, open);
}

}  // namespace talus
#endif
