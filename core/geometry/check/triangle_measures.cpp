#include "geometry/check/triangle_measures.h"

#include <algorithm>
#include <limits>

#include "geometry/exact/orientation_filter.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "geometry/check/triangle_measures.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

// A triangle a lane.
using MeasureTag = hn::CappedTag<double, 8>;
using MeasureLanes = hn::Vec<MeasureTag>;
using CornerTag = hn::Rebind<std::int64_t, MeasureTag>;
using CornerLanes = hn::Vec<CornerTag>;

struct MeasureVector {
  MeasureLanes x, y, z;
};

HWY_INLINE MeasureVector pointsAt(const TriangleMesh& mesh, CornerLanes corners) {
  const MeasureTag d;
  return {hn::GatherIndex(d, mesh.x.data(), corners), hn::GatherIndex(d, mesh.y.data(), corners),
          hn::GatherIndex(d, mesh.z.data(), corners)};
}

HWY_INLINE MeasureVector scaledDifference(const MeasureVector& a, const MeasureVector& b,
                                          MeasureLanes perUnit) {
  return {hn::Mul(perUnit, hn::Sub(a.x, b.x)), hn::Mul(perUnit, hn::Sub(a.y, b.y)),
          hn::Mul(perUnit, hn::Sub(a.z, b.z))};
}

// x x' + (y y' + z z'), without fused operations, which not all instruction sets have.
HWY_INLINE MeasureLanes dotProduct(const MeasureVector& a, const MeasureVector& b) {
  return hn::Add(hn::Mul(a.x, b.x), hn::Add(hn::Mul(a.y, b.y), hn::Mul(a.z, b.z)));
}

// A component of a normal, and whether its sign is certain (filteredTurn).
struct Component {
  MeasureLanes value;
  hn::Mask<MeasureTag> isClear;
};

HWY_INLINE Component minor(MeasureLanes u0, MeasureLanes u1, MeasureLanes v0, MeasureLanes v1) {
  const MeasureTag d;
  const MeasureLanes left = hn::Mul(u0, v1), right = hn::Mul(u1, v0);
  const MeasureLanes value = hn::Sub(left, right);
  const MeasureLanes permanent = hn::Add(hn::Abs(left), hn::Abs(right));
  const MeasureLanes bound = hn::Add(hn::Mul(hn::Set(d, turnBound), permanent), hn::Set(d, underflowBound));
  const auto inRange = hn::Lt(permanent, hn::Set(d, std::numeric_limits<double>::max()));
  return {value, hn::And(inRange, hn::Gt(hn::Abs(value), bound))};
}

HWY_INLINE void measureLanes(const TriangleMesh& mesh, const LocalFrame& frame,
                             const std::array<CornerLanes, 3>& corners, TriangleMeasures& measures,
                             std::size_t at) {
  const MeasureTag d;
  const MeasureLanes perUnit = hn::Set(d, 1 / frame.unit);
  const MeasureVector a = pointsAt(mesh, corners[0]);
  const MeasureVector u = scaledDifference(pointsAt(mesh, corners[1]), a, perUnit);
  const MeasureVector v = scaledDifference(pointsAt(mesh, corners[2]), a, perUnit);
  const Component x = minor(u.y, u.z, v.y, v.z), y = minor(u.z, u.x, v.z, v.x), z = minor(u.x, u.y, v.x, v.y);
  const MeasureVector normal{x.value, y.value, z.value};
  const MeasureVector origin{hn::Set(d, frame.origin.x()), hn::Set(d, frame.origin.y()),
                             hn::Set(d, frame.origin.z())};
  hn::StoreU(hn::Sqrt(dotProduct(normal, normal)), d, &measures.area[at]);
  hn::StoreU(dotProduct(normal, scaledDifference(a, origin, perUnit)), d, &measures.volume[at]);
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(d, hn::Or(x.isClear, hn::Or(y.isClear, z.isClear)), bits);
  for (std::size_t i = 0; i < hn::Lanes(d); ++i)
    measures.hasArea[at + i] = static_cast<std::uint8_t>(bits[0] >> i & 1);
}

void measureTriangles(const TriangleMesh& mesh, const LocalFrame& frame, std::size_t begin, std::size_t end,
                      TriangleMeasures& measures) {
  const CornerTag d;
  const hn::Rebind<Index, CornerTag> narrow;
  constexpr std::size_t lanes = hn::MaxLanes(d);
  static_assert(TriangleMeasures::most % lanes == 0);
  const auto load = [&](const Index* corners) { return hn::PromoteTo(d, hn::LoadU(narrow, corners)); };
  std::size_t t = begin;
  for (; t + lanes <= end; t += lanes)
    measureLanes(mesh, frame, {load(&mesh.a[t]), load(&mesh.b[t]), load(&mesh.c[t])}, measures, t - begin);
  if (t == end) return;
  std::array<std::array<Index, lanes>, 3> rest{};  // filled up with the first point, of which there is one
  for (std::size_t i = 0; t + i < end; ++i)
    for (std::size_t k = 0; k < 3; ++k) rest[k][i] = mesh.triangle(t + i)[k];
  measureLanes(mesh, frame, {load(rest[0].data()), load(rest[1].data()), load(rest[2].data())}, measures,
               t - begin);
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {
HWY_EXPORT(measureTriangles);

void measureTriangles(const TriangleMesh& mesh, const LocalFrame& frame, std::size_t begin, std::size_t end,
                      TriangleMeasures& measures) {
  HWY_DYNAMIC_DISPATCH(measureTriangles)(mesh, frame, begin, end, measures);
}

}  // namespace talus
#endif
