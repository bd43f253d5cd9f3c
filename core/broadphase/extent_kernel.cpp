#include "broadphase/extent_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broadphase/extent_kernel.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

using Tag = hn::CappedTag<double, PaddedPoints::lanes>;
using Lanes = hn::Vec<Tag>;

HWY_INLINE void extentAlong(const PaddedPoints& points, const Vec3& row, double& low, double& high) {
  const Tag d;
  const Lanes rx = hn::Set(d, row[0]), ry = hn::Set(d, row[1]), rz = hn::Set(d, row[2]);
  const auto at = [&](std::size_t i) {
    return hn::MulAdd(
        rx, hn::LoadU(d, points.axis(0) + i),
        hn::MulAdd(ry, hn::LoadU(d, points.axis(1) + i), hn::Mul(rz, hn::LoadU(d, points.axis(2) + i))));
  };
  Lanes least = at(0), most = least;
  for (std::size_t i = hn::Lanes(d); i < points.size(); i += hn::Lanes(d)) {
    const Lanes value = at(i);
    least = hn::Min(least, value);
    most = hn::Max(most, value);
  }
  low = hn::GetLane(hn::MinOfLanes(d, least));
  high = hn::GetLane(hn::MaxOfLanes(d, most));
}

Box extentOf(const PaddedPoints& points, const Eigen::Matrix3d& map) {
  Box box;
  for (Eigen::Index i = 0; i < 3; ++i) extentAlong(points, map.row(i), box.min()[i], box.max()[i]);
  return box;
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {

namespace {
HWY_EXPORT(extentOf);
}

Box extentOf(const PaddedPoints& points, const Eigen::Matrix3d& map) {
  return HWY_DYNAMIC_DISPATCH(extentOf)(points, map);
}

}  // namespace talus
#endif  // HWY_ONCE
