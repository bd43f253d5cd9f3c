#include "enclosure/cell_planes.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "enclosure/cell_block.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "enclosure/cell_planes.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace talus {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// ---- Evaluation ----

constexpr auto heightBound = static_cast<std::int32_t>(TrianglePlanes::bound * TrianglePlanes::fixedPoint *
                                                       TrianglePlanes::fixedPoint);

// Bits of the four planes of which the query is surely on the negative or positive side.
struct Position {
  unsigned below;
  unsigned above;
};

#if HWY_TARGET == HWY_SCALAR  // one lane only: the oldest machines

struct Query {
  std::int32_t x, y, z;
  explicit Query(const std::array<std::int16_t, 3>& q) : x(q[0]), y(q[1]), z(q[2]) {}
};

HWY_INLINE Position position(const TrianglePlanes& planes, const Query& q) {
  Position result{0, 0};
  for (std::size_t i = 0; i < 4; ++i) {
    const std::int32_t offset = i == 0 ? planes.zOffset[1] * 32767 : 0;
    const std::int32_t height =
        planes.xy[2 * i] * q.x + planes.xy[2 * i + 1] * q.y + planes.zOffset[2 * i] * q.z + offset;
    result.below |= static_cast<unsigned>(height < -heightBound) << i;
    result.above |= static_cast<unsigned>(height > heightBound) << i;
  }
  return result;
}

#else

using Tag16 = hn::FixedTag<std::int16_t, 8>;
using Tag32 = hn::FixedTag<std::int32_t, 4>;

struct Query {
  hn::Vec<Tag16> xy, zOffset;
  explicit Query(const std::array<std::int16_t, 3>& q) {
    const Tag16 d;
    HWY_ALIGN const std::int16_t first[8] = {q[0], q[1], q[0], q[1], q[0], q[1], q[0], q[1]};
    HWY_ALIGN const std::int16_t second[8] = {q[2], 32767, q[2], 0, q[2], 0, q[2], 0};
    xy = hn::Load(d, first);
    zOffset = hn::Load(d, second);
  }
};

HWY_INLINE unsigned bitsOf(hn::Mask<Tag32> mask) {
  std::uint8_t byte = 0;
  hn::StoreMaskBits(Tag32(), mask, &byte);
  return byte;
}

HWY_INLINE Position position(const TrianglePlanes& planes, const Query& q) {
  const Tag16 d16;
  const Tag32 d32;
  auto other = hn::Zero(d32);
  auto sum = hn::ReorderWidenMulAccumulate(d32, hn::Load(d16, planes.xy.data()), q.xy, hn::Zero(d32), other);
  sum = hn::ReorderWidenMulAccumulate(d32, hn::Load(d16, planes.zOffset.data()), q.zOffset, sum, other);
  const auto height = hn::RearrangeToOddPlusEven(sum, other);
  return {bitsOf(hn::Lt(height, hn::Set(d32, -heightBound))),
          bitsOf(hn::Gt(height, hn::Set(d32, heightBound)))};
}

#endif

// Without branches in the loop: their outcome is hardly predictable.
HWY_INLINE PlaneVerdict evaluateOne(const PlaneQuery& query) {
  const Query q(query.q);
  std::int32_t change = 0;
  unsigned undecided = 0;
  for (std::uint32_t i = 0; i < query.count; ++i) {
    const Position at = position(query.planes[i], q);
    const bool crossed = at.above == 15;
    change += crossed ? query.planes[i].zOffset[7] : 0;
    undecided |= static_cast<unsigned>(at.below == 0) & static_cast<unsigned>(!crossed);
  }
  return {change, undecided != 0};
}

void evaluatePlanes(std::span<const PlaneQuery> queries, std::span<PlaneVerdict> verdicts) {
  for (std::size_t i = 0; i < queries.size(); ++i) verdicts[i] = evaluateOne(queries[i]);
}

// ---- Making ----

// A plane's normal is wrong by some 4 · 2^-52 m l in double, for corners of size m and edges of length l. One
// that is not 1e6 times as large is not kept.
constexpr double leastNormal = 1e-6;

// Normals u × v of the four planes as functions of the reference point o: constant − o × edge. Lane by lane.
struct Normals {
  HWY_ALIGN double x[4], y[4], z[4];              // constant
  HWY_ALIGN double edgeX[4], edgeY[4], edgeZ[4];  // 0 for the triangle's own plane
  HWY_ALIGN double least[4];                      // the smallest normals to be kept
  double size;                                    // of the corners, at least that of the block

  HWY_INLINE void set(const PlaneSource& source) {
    const auto& [a, b, c] = source.corners;
    const Vec3 ab = b - a;
    const Vec3 ac = c - a;
    size = 2 + std::max({a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff(), c.cwiseAbs().maxCoeff()});
    set(0, ab.cross(ac), Vec3::Zero(), size * (ab.cwiseAbs().maxCoeff() + ac.cwiseAbs().maxCoeff()));
    set(1, a.cross(b), ab, 2 * size * size);
    set(2, b.cross(c), c - b, 2 * size * size);
    set(3, c.cross(a), -ac, 2 * size * size);
  }

 private:
  HWY_INLINE void set(std::size_t i, const Vec3& normal, const Vec3& edge, double scale) {
    x[i] = normal.x();
    y[i] = normal.y();
    z[i] = normal.z();
    edgeX[i] = edge.x();
    edgeY[i] = edge.y();
    edgeZ[i] = edge.z();
    least[i] = leastNormal * scale;
  }
};

// Four planes in fixed point, each component in the lowest bits of a double's.
struct FixedNormals {
  HWY_ALIGN double x[4], y[4], z[4];
};

constexpr double fixedPointShift = 6755399441055744.0;  // 1.5 · 2^52: adding it rounds to a whole number

HWY_INLINE std::int16_t lowBits(double shifted) {
  std::int16_t bits = 0;
  std::memcpy(&bits, &shifted, sizeof bits);  // little-endian, as all of Highway's targets here
  return bits;
}

HWY_INLINE FixedNormals normalsAt(const Normals& n, const Vec3& o, double away) {
  const hn::CappedTag<double, 4> d;
  FixedNormals fixed;
  const auto shift = hn::Set(d, fixedPointShift);
  const auto ox = hn::Set(d, o.x()), oy = hn::Set(d, o.y()), oz = hn::Set(d, o.z());
  for (std::size_t i = 0; i < 4; i += hn::Lanes(d)) {
    const auto ex = hn::Load(d, n.edgeX + i), ey = hn::Load(d, n.edgeY + i), ez = hn::Load(d, n.edgeZ + i);
    const auto x = hn::Sub(hn::Load(d, n.x + i), hn::Sub(hn::Mul(oy, ez), hn::Mul(oz, ey)));
    const auto y = hn::Sub(hn::Load(d, n.y + i), hn::Sub(hn::Mul(oz, ex), hn::Mul(ox, ez)));
    const auto z = hn::Sub(hn::Load(d, n.z + i), hn::Sub(hn::Mul(ox, ey), hn::Mul(oy, ex)));
    const auto size = hn::Add(hn::Abs(x), hn::Add(hn::Abs(y), hn::Abs(z)));
    const auto reliable = hn::Gt(size, hn::Load(d, n.least + i));
    const auto unit = hn::Set(d, away * TrianglePlanes::fixedPoint);
    const auto scale = hn::IfThenElseZero(reliable, hn::Div(unit, size));
    hn::Store(hn::MulAdd(x, scale, shift), d, fixed.x + i);
    hn::Store(hn::MulAdd(y, scale, shift), d, fixed.y + i);
    hn::Store(hn::MulAdd(z, scale, shift), d, fixed.z + i);
  }
  return fixed;
}

// Height of the reference point below the triangle's plane, in units of the L1 norm; 0 if the plane is
// unreliable.
HWY_INLINE double depthBelow(const Normals& n, const Vec3& a, const Vec3& o) {
  const double size = std::abs(n.x[0]) + std::abs(n.y[0]) + std::abs(n.z[0]);
  if (!(size > n.least[0])) return 0;
  return (n.x[0] * (a.x() - o.x()) + n.y[0] * (a.y() - o.y()) + n.z[0] * (a.z() - o.z())) / size;
}

HWY_INLINE bool makeOne(const PlaneSource& source, const Normals& normals, unsigned octant,
                        TrianglePlanes& out) {
  const Vec3 o(octant & 1 ? source.step.x() : 0, octant & 2 ? source.step.y() : 0,
               octant & 4 ? source.step.z() : 0);
  const double depth = depthBelow(normals, source.corners[0], o);
  const double away = depth > 0 ? 1 : -1;  // the triangle's normal points outwards
  const FixedNormals fixed = normalsAt(normals, o, away);
  for (std::size_t i = 0; i < 4; ++i) {
    out.xy[2 * i] = lowBits(fixed.x[i]);
    out.xy[2 * i + 1] = lowBits(fixed.y[i]);
    out.zOffset[2 * i] = lowBits(fixed.z[i]);
  }
  // A plane that passes the octant by is as good as one at its rim: clamped, it stays on its side.
  const double offset = std::max(-std::abs(depth), -1.0);
  out.zOffset[1] = lowBits(offset * TrianglePlanes::fixedPoint + fixedPointShift);
  out.zOffset[3] = static_cast<std::int16_t>(source.triangle & 0xffff);
  out.zOffset[5] = static_cast<std::int16_t>(source.triangle >> 16);
  out.zOffset[7] = depth > 0 ? -1 : 1;
  return std::abs(depth) > 1e-8 * normals.size;  // 100 times what the normal's error makes of the corner
}

void makePlanes(std::span<const PlaneSource> sources, std::span<TrianglePlanes* const> planes,
                std::vector<std::uint32_t>& doubtful) {
  // First what the octants have in common, then the planes: vectors loaded right after their components were
  // stored would stall, which took a third of the time.
  constexpr std::size_t some = 16;
  std::array<Normals, some> normals;
  std::uint32_t at = 0;
  for (std::size_t begin = 0; begin < sources.size(); begin += some) {
    const auto part = sources.subspan(begin, std::min(some, sources.size() - begin));
    for (std::size_t i = 0; i < part.size(); ++i) normals[i].set(part[i]);
    for (std::size_t i = 0; i < part.size(); ++i)
      forEachBit(part[i].octants, [&](unsigned octant) {
        if (!makeOne(part[i], normals[i], octant, *planes[at])) doubtful.push_back(at);
        ++at;
      });
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace talus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {
HWY_EXPORT(evaluatePlanes);
HWY_EXPORT(makePlanes);

void evaluatePlanes(std::span<const PlaneQuery> queries, std::span<PlaneVerdict> verdicts) {
  HWY_DYNAMIC_DISPATCH(evaluatePlanes)(queries, verdicts);
}

void makePlanes(std::span<const PlaneSource> sources, std::span<TrianglePlanes* const> planes,
                std::vector<std::uint32_t>& doubtful) {
  HWY_DYNAMIC_DISPATCH(makePlanes)(sources, planes, doubtful);
}

void TrianglePlanes::flip() {
  const auto negate = [](std::int16_t& v) { v = static_cast<std::int16_t>(-v); };
  for (std::int16_t& v : xy) negate(v);
  for (const std::size_t i : {0, 1, 2, 4, 6, 7}) negate(zOffset[i]);
}

}  // namespace talus
#endif
