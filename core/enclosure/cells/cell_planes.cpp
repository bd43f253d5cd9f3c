#include "enclosure/cells/cell_planes.h"

#include <cmath>
#include <cstring>

#include "enclosure/cells/cell_block.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "enclosure/cells/cell_planes.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"
#include "base/packed_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

// ---- Evaluation ----

#if HWY_TARGET == HWY_SCALAR  // one lane only, on the oldest machines

HWY_INLINE bool isUndecided(std::int32_t least) {
  return least >= -PlaneGroup::heightBound && least <= PlaneGroup::heightBound;
}

HWY_INLINE PlaneVerdict evaluateOne(const PlaneQuery& query) {
  PlaneVerdict verdict{0, false};
  for (std::uint32_t g = 0; g < query.count; ++g)
    for (std::size_t i = 0; i < PlaneGroup::size; ++i) {
      const std::int32_t least = query.groups[g].leastHeight(i, query.q);
      if (least > PlaneGroup::heightBound) verdict.change += query.groups[g].change(i);
      verdict.undecided = verdict.undecided || isUndecided(least);
    }
  return verdict;
}

void appendDoubts(const PlaneQuery& query, std::uint32_t number, PlaneDoubts& doubts) {
  for (const PlaneGroup& group : std::span(query.groups, query.count))
    for (std::size_t i = 0; i < PlaneGroup::size; ++i) {
      if (!isUndecided(group.leastHeight(i, query.q))) continue;
      doubts.makeRoom(1);
      *doubts.nextTriangle() = group.triangle(i);
      *doubts.nextChange() = group.change(i);
      doubts.append(number, 1);
    }
}

#else

// As many of a group's planes as fit a vector, four triangles each. The minimum of a triangle's four heights
// decides: above the positive bound the triangle is crossed, below the negative bound it is missed.
using Tag16 = hn::CappedTag<std::int16_t, 32>;
using Tag32 = hn::Repartition<std::int32_t, Tag16>;
using Quad = hn::FixedTag<std::int32_t, 4>;

// Each query coordinate with its partner, repeated for all lanes.
struct Factors {
  hn::Vec<Tag16> xy;
  hn::Vec<Tag32> z;

  explicit Factors(const std::array<std::int16_t, 3>& q) {
    const Tag32 d;
    xy = hn::BitCast(Tag16(), hn::Set(d, pair(q[0], q[1])));
    z = hn::Set(d, pair(q[2], 0));
  }
  static std::int32_t pair(std::int16_t first, std::int16_t second) {
    return static_cast<std::int32_t>(static_cast<std::uint16_t>(first)) | static_cast<std::int32_t>(second)
                                                                              << 16;
  }
};

// The factor of the offset; only the first plane has one.
HWY_ALIGN constexpr std::int32_t offsetFactor[16] = {32767 << 16, 32767 << 16, 32767 << 16, 32767 << 16};

HWY_INLINE hn::Vec<Quad> leastHeights(const PlaneGroup& group, const Factors& q) {
  const Tag16 d16;
  const Tag32 d32;
  constexpr std::size_t lanes = hn::MaxLanes(Tag16());
  auto least = hn::Set(d32, std::numeric_limits<std::int32_t>::max());
  for (std::size_t i = 0; i < 32; i += lanes) {
    auto other = hn::Zero(d32);
    auto sum =
        hn::ReorderWidenMulAccumulate(d32, hn::Load(d16, group.xy[0].data() + i), q.xy, hn::Zero(d32), other);
    const auto zAnd = hn::BitCast(d16, hn::Or(q.z, hn::Load(d32, offsetFactor + i / 2)));
    sum = hn::ReorderWidenMulAccumulate(d32, hn::Load(d16, group.zAnd[0].data() + i), zAnd, sum, other);
    least = hn::Min(least, hn::RearrangeToOddPlusEven(sum, other));
  }
#if HWY_TARGET <= HWY_AVX3
  const auto half = hn::Min(hn::LowerHalf(least), hn::UpperHalf(hn::Half<Tag32>(), least));
  return hn::Min(hn::LowerHalf(half), hn::UpperHalf(Quad(), half));
#elif HWY_TARGET == HWY_AVX2
  return hn::Min(hn::LowerHalf(least), hn::UpperHalf(Quad(), least));
#else
  return least;
#endif
}

// For the four triangles of a group: the change of the winding number by those that are crossed, and those
// that the planes leave undecided.
struct GroupVerdict {
  hn::Vec<Quad> change;
  hn::Mask<Quad> undecided;
};

HWY_INLINE GroupVerdict judge(const PlaneGroup& group, const Factors& q) {
  const Quad d;
  const hn::Repartition<std::int16_t, Quad> d16;
  const auto least = leastHeights(group, q);
  const auto crossed = hn::Gt(least, hn::Set(d, PlaneGroup::heightBound));
  const auto missed = hn::Lt(least, hn::Set(d, -PlaneGroup::heightBound));
  const auto changes = hn::ShiftRight<16>(hn::BitCast(d, hn::Load(d16, group.zAnd[3].data())));
  return {hn::IfThenElseZero(crossed, changes), hn::Not(hn::Or(crossed, missed))};
}

// The loop has no branches, since they would be unpredictable.
HWY_INLINE PlaneVerdict evaluateOne(const PlaneQuery& query) {
  const Quad d;
  const Factors q(query.q);
  auto change = hn::Zero(d);
  auto undecided = hn::MaskFromVec(hn::Zero(d));
  for (std::uint32_t i = 0; i < query.count; ++i) {
    const GroupVerdict verdict = judge(query.groups[i], q);
    change = hn::Add(change, verdict.change);
    undecided = hn::Or(undecided, verdict.undecided);
  }
  return {hn::GetLane(hn::SumOfLanes(d, change)), !hn::AllFalse(d, undecided)};
}

// Right after the query's evaluation, while its planes are in the first-level cache. Without branches on what
// is undecided, since they would be unpredictable.
void appendDoubts(const PlaneQuery& query, std::uint32_t number, PlaneDoubts& doubts) {
  const Quad d;
  const hn::RebindToUnsigned<Quad> du;
  const hn::Repartition<std::int16_t, Quad> d16;
  const auto beside = [&](const PlaneGroup& group, std::size_t plane) {  // in the upper half of each lane
    return hn::BitCast(du, hn::Load(d16, group.zAnd[plane].data()));
  };
  const Factors q(query.q);
  doubts.makeRoom(query.count * PlaneGroup::size);
  std::size_t count = 0;
  for (const PlaneGroup& group : std::span(query.groups, query.count)) {
    const auto undecided = judge(group, q).undecided;
    const auto triangles =
        hn::Or(hn::ShiftRight<16>(beside(group, 1)), hn::And(beside(group, 2), hn::Set(du, 0xffff0000)));
    const auto changes = hn::ShiftRight<16>(hn::BitCast(d, beside(group, 3)));
    hn::StoreU(packed(triangles, hn::RebindMask(du, undecided)), du, doubts.nextTriangle() + count);
    hn::StoreU(packed(changes, undecided), d, doubts.nextChange() + count);
    count += hn::CountTrue(d, undecided);
  }
  doubts.append(number, count);
}

#endif

HWY_INLINE void fetchPlanes(const PlaneQuery& query) {
  for (std::uint32_t i = 0; i < query.count; ++i) {
    __builtin_prefetch(&query.groups[i].xy);
    __builtin_prefetch(&query.groups[i].zAnd);
  }
}

std::size_t evaluatePlanes(std::span<const PlaneQuery> queries, std::span<PlaneVerdict> verdicts,
                           PlaneDoubts& doubts) {
  // Planes are fetched while those before them are evaluated. More at once would wait for each other.
  constexpr std::size_t queriesAhead = 12;
  constexpr std::size_t maximumDoubts = 1024;  // doubts: bounds the memory where very many triangles meet
  for (std::size_t i = 0; i < std::min(queriesAhead, queries.size()); ++i) fetchPlanes(queries[i]);
  std::size_t i = 0;
  for (; i < queries.size() && doubts.size() < maximumDoubts; ++i) {
    if (i + queriesAhead < queries.size()) fetchPlanes(queries[i + queriesAhead]);
    verdicts[i] = evaluateOne(queries[i]);
    if (verdicts[i].undecided) appendDoubts(queries[i], static_cast<std::uint32_t>(i), doubts);
  }
  return i;
}

// ---- Making ----

// In double precision a plane's normal has an error of about 4 · 2^-52 m l, for coordinates of size m and
// edges of length l. A normal shorter than leastNormal · m l is discarded.
constexpr double leastNormal = 1e-6;

// Normals u × v of the four planes as functions of the reference point o: constant − o × edge. Lane by lane.
struct Normals {
  HWY_ALIGN double x[4], y[4], z[4];              // constant
  HWY_ALIGN double edgeX[4], edgeY[4], edgeZ[4];  // 0 for the triangle's own plane
  HWY_ALIGN double least[4];                      // the shortest normals that are kept
  double size;                                    // magnitude of the corners, at least the size of the block

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

// Normals of four planes in fixed point: each component is in the lowest bits of a double.
struct FixedNormals {
  HWY_ALIGN double x[4], y[4], z[4];
};

HWY_INLINE std::int16_t lowBits(double shifted) {
  std::int16_t bits = 0;
  std::memcpy(&bits, &shifted, sizeof bits);  // assumes little-endian, like all Highway targets used here
  return bits;
}

HWY_INLINE FixedNormals normalsAt(const Normals& n, const Vec3& o, double away) {
  const hn::CappedTag<double, 4> d;
  FixedNormals fixed;
  const auto shift = hn::Set(d, roundingShift);
  const auto ox = hn::Set(d, o.x()), oy = hn::Set(d, o.y()), oz = hn::Set(d, o.z());
  for (std::size_t i = 0; i < 4; i += hn::Lanes(d)) {
    const auto ex = hn::Load(d, n.edgeX + i), ey = hn::Load(d, n.edgeY + i), ez = hn::Load(d, n.edgeZ + i);
    const auto x = hn::Sub(hn::Load(d, n.x + i), hn::Sub(hn::Mul(oy, ez), hn::Mul(oz, ey)));
    const auto y = hn::Sub(hn::Load(d, n.y + i), hn::Sub(hn::Mul(oz, ex), hn::Mul(ox, ez)));
    const auto z = hn::Sub(hn::Load(d, n.z + i), hn::Sub(hn::Mul(ox, ey), hn::Mul(oy, ex)));
    const auto size = hn::Add(hn::Abs(x), hn::Add(hn::Abs(y), hn::Abs(z)));
    const auto reliable = hn::Gt(size, hn::Load(d, n.least + i));
    const auto unit = hn::Set(d, away * PlaneGroup::fixedPoint);
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
                        const PlanePlace& place) {
  const Vec3 o(octant & 1 ? source.step.x() : 0, octant & 2 ? source.step.y() : 0,
               octant & 4 ? source.step.z() : 0);
  const double depth = depthBelow(normals, source.corners[0], o);
  const double away = depth > 0 ? 1 : -1;  // the triangle's normal points outwards
  const FixedNormals fixed = normalsAt(normals, o, away);
  // A plane outside of the octant decides as one at the octant's boundary: clamping does not change its side.
  const double offset = std::max(-std::abs(depth), -1.0);
  const std::array<std::int16_t, 4> beside{
      toFixedPoint(offset), static_cast<std::int16_t>(source.triangle & 0xffff),
      static_cast<std::int16_t>(source.triangle >> 16), static_cast<std::int16_t>(depth > 0 ? -1 : 1)};
  for (std::size_t p = 0; p < 4; ++p) {
    std::int16_t* const xy = &place.group->xy[p][2 * place.at];
    std::int16_t* const zAnd = &place.group->zAnd[p][2 * place.at];
    xy[0] = lowBits(fixed.x[p]);
    xy[1] = lowBits(fixed.y[p]);
    zAnd[0] = lowBits(fixed.z[p]);
    zAnd[1] = beside[p];
  }
  return std::abs(depth) > 1e-8 * normals.size;  // 100 times the error that the normal's error causes
}

void makePlanes(std::span<const PlaneSource> sources, std::span<const PlanePlace> planes,
                std::vector<std::uint32_t>& doubtful) {
  // First the data common to the octants, then the planes: loading vectors right after their components were
  // stored would stall, which took a third of the time.
  constexpr std::size_t some = 16;
  std::array<Normals, some> normals;
  std::uint32_t at = 0;
  for (std::size_t begin = 0; begin < sources.size(); begin += some) {
    const auto part = sources.subspan(begin, std::min(some, sources.size() - begin));
    for (std::size_t i = 0; i < part.size(); ++i) normals[i].set(part[i]);
    for (std::size_t i = 0; i < part.size(); ++i)
      forEachBit(part[i].octants, [&](unsigned octant) {
        if (!makeOne(part[i], normals[i], octant, planes[at])) doubtful.push_back(at);
        ++at;
      });
  }
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {
HWY_EXPORT(evaluatePlanes);
HWY_EXPORT(makePlanes);

std::size_t evaluatePlanes(std::span<const PlaneQuery> queries, std::span<PlaneVerdict> verdicts,
                           PlaneDoubts& doubts) {
  return HWY_DYNAMIC_DISPATCH(evaluatePlanes)(queries, verdicts, doubts);
}

void makePlanes(std::span<const PlaneSource> sources, std::span<const PlanePlace> planes,
                std::vector<std::uint32_t>& doubtful) {
  HWY_DYNAMIC_DISPATCH(makePlanes)(sources, planes, doubtful);
}

void PlaneGroup::flip(std::size_t i) {
  const auto negate = [](std::int16_t& v) { v = static_cast<std::int16_t>(-v); };
  for (std::size_t p = 0; p < 4; ++p) {
    negate(xy[p][2 * i]);
    negate(xy[p][2 * i + 1]);
    negate(zAnd[p][2 * i]);
  }
  negate(zAnd[0][2 * i + 1]);
  negate(zAnd[3][2 * i + 1]);
}

void PlaneGroup::leaveEmpty(std::size_t i) {
  for (std::size_t p = 0; p < 4; ++p) xy[p][2 * i] = xy[p][2 * i + 1] = zAnd[p][2 * i] = 0;
  zAnd[0][2 * i + 1] = -32767;  // every point is far below the first plane
  zAnd[1][2 * i + 1] = zAnd[2][2 * i + 1] = -1;
  zAnd[3][2 * i + 1] = 0;
}

}  // namespace talus
#endif
