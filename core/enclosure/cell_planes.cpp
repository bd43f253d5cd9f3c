#include "enclosure/cell_planes.h"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "enclosure/cell_planes.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace talus {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Where the query lies relative to four planes.
struct Position {
  bool missed;   // surely on the negative side of one
  bool crossed;  // surely on the positive side of all
};

#if HWY_TARGET == HWY_SCALAR  // one lane only: the oldest machines

HWY_INLINE Position position(const TrianglePlanes& planes, const std::array<float, 3>& q) {
  Position result{false, true};
  for (std::size_t i = 0; i < 4; ++i) {
    const float offset = i == 0 ? planes.offset : 0;
    const float height = planes.x[i] * q[0] + planes.y[i] * q[1] + planes.z[i] * q[2] + offset;
    result.missed = result.missed || height < -TrianglePlanes::bound;
    result.crossed = result.crossed && height > TrianglePlanes::bound;
  }
  return result;
}

#else

HWY_INLINE Position position(const TrianglePlanes& planes, const std::array<float, 3>& q) {
  const hn::FixedTag<float, 4> d;
  const auto offset = hn::IfThenElseZero(hn::FirstN(d, 1), hn::Set(d, planes.offset));
  const auto z = hn::MulAdd(hn::LoadU(d, planes.z), hn::Set(d, q[2]), offset);
  const auto yz = hn::MulAdd(hn::LoadU(d, planes.y), hn::Set(d, q[1]), z);
  const auto height = hn::MulAdd(hn::LoadU(d, planes.x), hn::Set(d, q[0]), yz);
  return {!hn::AllFalse(d, hn::Lt(height, hn::Set(d, -TrianglePlanes::bound))),
          hn::AllTrue(d, hn::Gt(height, hn::Set(d, TrianglePlanes::bound)))};
}

#endif

HWY_INLINE PlaneVerdict evaluateOne(const PlaneQuery& query) {
  PlaneVerdict verdict;
  for (std::size_t i = 0; i < query.planes.size(); ++i) {
    const Position at = position(query.planes[i], query.q);
    if (at.missed) continue;
    if (!at.crossed) return {.change = 0, .undecided = true};
    verdict.change += (query.entries[i] & 1) != 0 ? -1 : 1;
  }
  return verdict;
}

void evaluatePlanes(std::span<const PlaneQuery> queries, std::span<PlaneVerdict> verdicts) {
  for (std::size_t i = 0; i < queries.size(); ++i) verdicts[i] = evaluateOne(queries[i]);
}

}  // namespace HWY_NAMESPACE
}  // namespace talus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {
HWY_EXPORT(evaluatePlanes);

void evaluatePlanes(std::span<const PlaneQuery> queries, std::span<PlaneVerdict> verdicts) {
  HWY_DYNAMIC_DISPATCH(evaluatePlanes)(queries, verdicts);
}

namespace {

// u × v scaled to a largest component of 1; zero if cancellation leaves it inaccurate.
Vec3 reliableNormal(const Vec3& u, const Vec3& v) {
  constexpr double leastSine = 1e-6;
  const Vec3 normal = u.cross(v);
  const double largest = normal.cwiseAbs().maxCoeff();
  if (!(largest > leastSine * u.norm() * v.norm())) return Vec3::Zero();
  return normal / largest;
}

}  // namespace

TrianglePlanes::TrianglePlanes(const std::array<Vec3, 3>& corners, bool inner) {
  const auto& [a, b, c] = corners;
  const double away = inner ? 1 : -1;  // the triangle's normal points outwards
  const Vec3 normals[4] = {away * reliableNormal(b - a, c - a), away * reliableNormal(a, b),
                           away * reliableNormal(b, c), away * reliableNormal(c, a)};
  offset = static_cast<float>(-normals[0].dot(a));
  for (std::size_t i = 0; i < 4; ++i) {
    x[i] = static_cast<float>(normals[i].x());
    y[i] = static_cast<float>(normals[i].y());
    z[i] = static_cast<float>(normals[i].z());
  }
}

}  // namespace talus
#endif
