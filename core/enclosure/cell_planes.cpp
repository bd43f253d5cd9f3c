#include "enclosure/cell_planes.h"

#include <bit>
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

using FloatTag = hn::CappedTag<float, PlaneGroup::lanes>;
using Floats = hn::Vec<FloatTag>;

struct Query {
  Floats x, y, z;
};

HWY_INLINE Floats height(const float (&normal)[3][PlaneGroup::lanes], std::size_t lane, const Query& q,
                         Floats offset) {
  const FloatTag d;
  const Floats x = hn::Load(d, &normal[0][lane]);
  const Floats y = hn::Load(d, &normal[1][lane]);
  const Floats z = hn::Load(d, &normal[2][lane]);
  return hn::MulAdd(x, q.x, hn::MulAdd(y, q.y, hn::MulAdd(z, q.z, offset)));
}

HWY_INLINE unsigned bitsOf(hn::Mask<FloatTag> mask) {
  const FloatTag d;
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, mask, bytes);
  return bytes[0];
}

HWY_INLINE PlaneVerdict evaluateOne(const PlaneQuery& query) {
  const FloatTag d;
  const Query q{hn::Set(d, query.q[0]), hn::Set(d, query.q[1]), hn::Set(d, query.q[2])};
  const Floats bound = hn::Set(d, PlaneGroup::bound);
  const Floats zero = hn::Zero(d);
  PlaneVerdict verdict;
  for (const PlaneGroup& group : query.groups)
    for (std::size_t lane = 0; lane < PlaneGroup::lanes; lane += hn::Lanes(d)) {
      const Floats side = height(group.normal, lane, q, hn::Load(d, &group.offset[lane]));
      const Floats within =
          hn::Min(hn::Min(height(group.edge[0], lane, q, zero), height(group.edge[1], lane, q, zero)),
                  height(group.edge[2], lane, q, zero));
      const auto missed = hn::Or(hn::Gt(side, bound), hn::Lt(within, hn::Neg(bound)));
      const auto crossed = hn::And(hn::Lt(side, hn::Neg(bound)), hn::Gt(within, bound));
      if (!hn::AllTrue(d, hn::Or(missed, crossed))) return {.change = 0, .undecided = true};
      const unsigned crossings = bitsOf(crossed);
      const unsigned leaving = crossings & static_cast<unsigned>(group.inner >> lane);
      verdict.change += std::popcount(crossings) - 2 * std::popcount(leaving);
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

void PlaneGroup::set(std::size_t lane, const std::array<Vec3, 3>& corners, bool isInner) {
  const auto& [a, b, c] = corners;
  const double towardsReference = isInner ? -1 : 1;  // the normal points outwards
  const Vec3 plane = towardsReference * reliableNormal(b - a, c - a);
  offset[lane] = static_cast<float>(-plane.dot(a));
  const double inwards = isInner ? 1 : -1;
  const Vec3 edges[3] = {inwards * reliableNormal(a, b), inwards * reliableNormal(b, c),
                         inwards * reliableNormal(c, a)};
  for (std::size_t k = 0; k < 3; ++k) {
    const auto axis = static_cast<Eigen::Index>(k);
    normal[k][lane] = static_cast<float>(plane[axis]);
    for (std::size_t e = 0; e < 3; ++e) edge[e][k][lane] = static_cast<float>(edges[e][axis]);
  }
  if (isInner) inner = static_cast<std::uint8_t>(inner | 1U << lane);
}

}  // namespace talus
#endif
