#include "enclosure/cells/plane_maker.h"

#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "enclosure/cells/plane_maker.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

// A triangle a lane, in double.
using PlaneTag = hn::CappedTag<double, PlaneGroup::size>;
using PlaneLanes = hn::Vec<PlaneTag>;
using FixedTag32 = hn::Rebind<std::int32_t, PlaneTag>;
using FixedLanes = hn::Vec<FixedTag32>;

// In double precision a plane's normal has an error of about 4 · 2^-52 m l, for coordinates of size m and
// edges of length l. A normal shorter than leastNormal · m l is discarded.
constexpr double leastNormal = 1e-6;
// 100 times the error of a depth that the normal's error causes, of the coordinates' size.
constexpr double surelyOff = 1e-8;

// A group in fixed point, a pair of values in each word.
struct FixedGroup {
  HWY_ALIGN std::int32_t xy[4][PlaneGroup::size];
  HWY_ALIGN std::int32_t zAnd[4][PlaneGroup::size];
};
static_assert(sizeof(FixedGroup) == sizeof(PlaneGroup));

struct Vector {
  PlaneLanes x, y, z;
};

HWY_INLINE Vector difference(const Vector& a, const Vector& b) {
  return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}

HWY_INLINE Vector crossProduct(const Vector& a, const Vector& b) {
  return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
          hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}

HWY_INLINE PlaneLanes largest(const Vector& a) {
  return hn::Max(hn::Abs(a.x), hn::Max(hn::Abs(a.y), hn::Abs(a.z)));
}

HWY_INLINE PlaneLanes sumOfMagnitudes(const Vector& a) {
  return hn::Add(hn::Abs(a.x), hn::Add(hn::Abs(a.y), hn::Abs(a.z)));
}

HWY_INLINE FixedLanes fixed(PlaneLanes v) {
  return hn::DemoteTo(FixedTag32(), hn::Round(v));
}

HWY_INLINE FixedLanes paired(FixedLanes low, FixedLanes high) {
  const FixedTag32 d;
  return hn::Or(hn::And(low, hn::Set(d, 0xffff)), hn::ShiftLeft<16>(high));
}

// Corners relative to the reference point, in units of the octant's edges.
HWY_INLINE Vector cornerOf(const PlaneSource& source, std::size_t k, std::size_t i, const Vec3& perUnit) {
  const PlaneTag d;
  const auto along = [&](int axis) {
    return hn::Mul(hn::Sub(hn::Load(d, &source.corner[k][axis][i]), hn::Set(d, source.reference[axis])),
                   hn::Set(d, perUnit[axis]));
  };
  return {along(0), along(1), along(2)};
}

// Stores a plane's normal, scaled so that the magnitudes of its components add up to 1, on the side away from
// the reference point; zeros if it is unreliable.
HWY_INLINE void storeNormal(FixedGroup& group, std::size_t plane, std::size_t i, const Vector& normal,
                            PlaneLanes least, PlaneLanes away, FixedLanes beside) {
  const PlaneTag d;
  const PlaneLanes size = sumOfMagnitudes(normal);
  const PlaneLanes unit = hn::Mul(away, hn::Set(d, PlaneGroup::fixedPoint));
  const PlaneLanes scale = hn::IfThenElseZero(hn::Gt(size, least), hn::Div(unit, size));
  const FixedTag32 di;
  hn::Store(paired(fixed(hn::Mul(normal.x, scale)), fixed(hn::Mul(normal.y, scale))), di,
            group.xy[plane] + i);
  hn::Store(paired(fixed(hn::Mul(normal.z, scale)), beside), di, group.zAnd[plane] + i);
}

// Makes the planes of as many triangles as there are lanes. @return one bit for each doubtful one.
HWY_INLINE unsigned makeLanes(const PlaneSource& source, std::size_t i, const Vec3& perUnit,
                              FixedGroup& group) {
  const PlaneTag d;
  const FixedTag32 di;
  const PlaneLanes zero = hn::Zero(d), one = hn::Set(d, 1.0);
  const Vector a = cornerOf(source, 0, i, perUnit), b = cornerOf(source, 1, i, perUnit),
               c = cornerOf(source, 2, i, perUnit);
  const Vector ab = difference(b, a), ac = difference(c, a);
  // At least the size of the octant, where the queries are.
  const PlaneLanes size = hn::Add(hn::Set(d, 2.0), hn::Max(largest(a), hn::Max(largest(b), largest(c))));
  const Vector own = crossProduct(ab, ac);
  const PlaneLanes leastOwn =
      hn::Mul(hn::Mul(hn::Set(d, leastNormal), size), hn::Add(largest(ab), largest(ac)));
  // Height of the reference point below the triangle's plane, in units of the normal; 0 if unreliable.
  const PlaneLanes length = sumOfMagnitudes(own);
  const PlaneLanes dot = hn::MulAdd(own.x, a.x, hn::MulAdd(own.y, a.y, hn::Mul(own.z, a.z)));
  const PlaneLanes depth = hn::IfThenElseZero(hn::Gt(length, leastOwn), hn::Div(dot, length));
  const auto isInner = hn::Gt(depth, zero);  // the triangle's normal points outwards
  const PlaneLanes away = hn::IfThenElse(isInner, one, hn::Neg(one));
  // A plane outside of the octant decides as one at the octant's boundary: clamping does not change its side.
  const PlaneLanes offset = hn::Max(hn::Neg(hn::Abs(depth)), hn::Neg(one));
  const FixedLanes number =
      hn::BitCast(di, hn::LoadU(hn::RebindToUnsigned<FixedTag32>(), &source.triangle[i]));
  storeNormal(group, 0, i, own, leastOwn, away, fixed(hn::Mul(offset, hn::Set(d, PlaneGroup::fixedPoint))));
  const PlaneLanes least = hn::Mul(hn::Set(d, 2 * leastNormal), hn::Mul(size, size));
  storeNormal(group, 1, i, crossProduct(a, b), least, away, number);
  storeNormal(group, 2, i, crossProduct(b, c), least, away, hn::ShiftRight<16>(number));
  storeNormal(group, 3, i, crossProduct(c, a), least, away, fixed(hn::Neg(away)));
  const auto sure = hn::Gt(hn::Abs(depth), hn::Mul(hn::Set(d, surelyOff), size));
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(d, hn::Not(sure), bits);
  return bits[0] & ((1U << hn::Lanes(d)) - 1);
}

void makePlanes(std::span<const PlaneSource> sources, const Vec3& perUnit, PlaneGroup* groups,
                std::vector<std::uint32_t>& doubtful) {
  constexpr std::size_t lanes = hn::MaxLanes(PlaneTag());
  for (std::size_t g = 0; g < sources.size(); ++g) {
    FixedGroup group;
    unsigned doubts = 0;
    for (std::size_t i = 0; i < PlaneGroup::size; i += lanes)
      doubts |= makeLanes(sources[g], i, perUnit, group) << i;
    std::memcpy(&groups[g], &group, sizeof group);
    for (std::size_t i = 0; i < sources[g].count; ++i)
      if ((doubts >> i & 1) != 0) doubtful.push_back(static_cast<std::uint32_t>(PlaneGroup::size * g + i));
    for (std::size_t i = sources[g].count; i < PlaneGroup::size; ++i) groups[g].leaveEmpty(i);
  }
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {
HWY_EXPORT(makePlanes);

void makePlanes(std::span<const PlaneSource> sources, const Vec3& perUnit, PlaneGroup* groups,
                std::vector<std::uint32_t>& doubtful) {
  HWY_DYNAMIC_DISPATCH(makePlanes)(sources, perUnit, groups, doubtful);
}

}  // namespace talus
#endif
