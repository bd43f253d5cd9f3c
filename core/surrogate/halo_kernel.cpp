#include "surrogate/halo_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "surrogate/halo_kernel.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

using Tag = hn::CappedTag<double, PaddedPoints::lanes>;
using Lanes = hn::Vec<Tag>;

// Products and sums are not fused, in the order of TriangleHalo: the bits are the same everywhere.
HWY_INLINE Lanes dotWith(const Vec3& direction, Lanes x, Lanes y, Lanes z) {
  const Tag d;
  return hn::Add(hn::Add(hn::Mul(hn::Set(d, direction[0]), x), hn::Mul(hn::Set(d, direction[1]), y)),
                 hn::Mul(hn::Set(d, direction[2]), z));
}

// Squared distances of points from a triangle.
class TriangleDistance {
 public:
  explicit TriangleDistance(const HaloTriangle& triangle)
      : t_(triangle),
        area_(triangle.abab * triangle.acac - triangle.abac * triangle.abac),
        bcbc_(triangle.abab - 2 * triangle.abac + triangle.acac) {}

  HWY_INLINE Lanes squared(Lanes x, Lanes y, Lanes z) const {
    const Tag d;
    const Vec3& a = t_.corners[0];
    const Lanes px = hn::Sub(x, hn::Set(d, a[0])), py = hn::Sub(y, hn::Set(d, a[1])),
                pz = hn::Sub(z, hn::Set(d, a[2]));
    const Lanes d1 = dotWith(t_.ab, px, py, pz), d2 = dotWith(t_.ac, px, py, pz);
    const Lanes abab = hn::Set(d, t_.abab), abac = hn::Set(d, t_.abac), acac = hn::Set(d, t_.acac);
    const Lanes area = hn::Set(d, area_), bcbc = hn::Set(d, bcbc_), zero = hn::Zero(d), one = hn::Set(d, 1);
    const Lanes v = hn::Sub(hn::Mul(d1, acac), hn::Mul(d2, abac));
    const Lanes w = hn::Sub(hn::Mul(d2, abab), hn::Mul(d1, abac));
    const Lanes u = hn::Sub(hn::Sub(area, v), w);
    const auto inside = hn::And(hn::And(hn::Gt(u, zero), hn::Gt(v, zero)), hn::Gt(w, zero));

    // Three divisions serve for the weights inside, and for the places on the edges otherwise.
    const Lanes onBcWay = hn::Sub(hn::Add(hn::Sub(d2, d1), abab), abac);
    const auto ratio = [&](Lanes within, Lanes projection, Lanes squaredLength) {
      return hn::Div(hn::IfThenElse(inside, within, projection), hn::IfThenElse(inside, area, squaredLength));
    };
    const Lanes first = ratio(v, d1, abab), second = ratio(w, d2, acac), third = ratio(u, onBcWay, bcbc);
    const auto along = [&](Lanes place, Lanes squaredLength) {
      return hn::IfThenElseZero(hn::Gt(squaredLength, zero), hn::Min(hn::Max(place, zero), one));
    };
    const Lanes onAb = along(first, abab), onAc = along(second, acac), onBc = along(third, bcbc);
    const auto twice = [](Lanes value) { return hn::Add(value, value); };
    const Lanes ab = hn::Mul(onAb, hn::Sub(hn::Mul(onAb, abab), twice(d1)));
    const Lanes ac = hn::Mul(onAc, hn::Sub(hn::Mul(onAc, acac), twice(d2)));
    const Lanes bc =
        hn::Add(hn::Sub(abab, twice(d1)), hn::Mul(onBc, hn::Sub(hn::Mul(onBc, bcbc), twice(onBcWay))));
    const auto isAb = hn::And(hn::Le(ab, ac), hn::Le(ab, bc));
    const auto isAc = hn::Le(ac, bc);
    const auto chosen = [&](Lanes within, Lanes ofAb, Lanes ofAc, Lanes ofBc) {
      return hn::IfThenElse(inside, within, hn::IfThenElse(isAb, ofAb, hn::IfThenElse(isAc, ofAc, ofBc)));
    };
    const Lanes weightA = chosen(third, hn::Sub(one, onAb), hn::Sub(one, onAc), zero);
    const Lanes weightB = chosen(first, onAb, zero, hn::Sub(one, onBc));
    const Lanes weightC = chosen(second, zero, onAc, onBc);
    const auto away = [&](Lanes coordinate, Eigen::Index axis) {
      const auto term = [&](Lanes weight, std::size_t corner) {
        return hn::Mul(weight, hn::Set(d, t_.corners[corner][axis]));
      };
      return hn::Sub(coordinate, hn::Add(hn::Add(term(weightA, 0), term(weightB, 1)), term(weightC, 2)));
    };
    const Lanes dx = away(x, 0), dy = away(y, 1), dz = away(z, 2);
    return hn::Add(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Mul(dz, dz));
  }

 private:
  const HaloTriangle& t_;
  double area_, bcbc_;
};

FarthestPoint farthestFrom(const HaloTriangle& triangle, const PaddedPoints& points) {
  const Tag d;
  const std::size_t step = hn::Lanes(d);
  const TriangleDistance distance(triangle);
  Lanes most = hn::Set(d, -1), place = hn::Zero(d);
  for (std::size_t i = 0; i < points.size(); i += step) {
    const Lanes squared = distance.squared(hn::LoadU(d, points.axis(0) + i), hn::LoadU(d, points.axis(1) + i),
                                           hn::LoadU(d, points.axis(2) + i));
    const auto more = hn::Gt(squared, most);
    most = hn::IfThenElse(more, squared, most);
    place = hn::IfThenElse(more, hn::Set(d, static_cast<double>(i / step)), place);
  }
  double mosts[PaddedPoints::lanes], places[PaddedPoints::lanes];
  hn::StoreU(most, d, mosts);
  hn::StoreU(place, d, places);
  FarthestPoint farthest;
  for (std::size_t lane = 0; lane < step; ++lane) {
    const std::size_t point = static_cast<std::size_t>(places[lane]) * step + lane;
    if (mosts[lane] > farthest.squaredDistance ||
        (mosts[lane] == farthest.squaredDistance && point < farthest.point))
      farthest = {point, mosts[lane]};
  }
  return farthest;
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {

namespace {
HWY_EXPORT(farthestFrom);
}

FarthestPoint farthestFrom(const HaloTriangle& triangle, const PaddedPoints& points) {
  return HWY_DYNAMIC_DISPATCH(farthestFrom)(triangle, points);
}

}  // namespace talus
#endif  // HWY_ONCE
