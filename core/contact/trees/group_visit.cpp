#include "contact/trees/group_visit.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contact/trees/group_visit.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"
#include "contact/triangles/triangle_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

using Tag = hn::CappedTag<float, SurrogateGroup::size>;
using Lanes = hn::Vec<Tag>;
constexpr std::size_t groupSize = SurrogateGroup::size;

HWY_INLINE Vector<Lanes> load(const SurrogateGroup::Lanes& x, const SurrogateGroup::Lanes& y,
                              const SurrogateGroup::Lanes& z, std::size_t i) {
  const Tag d;
  return {hn::Load(d, &x[i]), hn::Load(d, &y[i]), hn::Load(d, &z[i])};
}

// One lane's vector in all lanes.
HWY_INLINE Vector<Lanes> spread(const SurrogateGroup::Lanes& x, const SurrogateGroup::Lanes& y,
                                const SurrogateGroup::Lanes& z, std::size_t lane) {
  const Tag d;
  return {hn::Set(d, x[lane]), hn::Set(d, y[lane]), hn::Set(d, z[lane])};
}

HWY_INLINE void store(const Vector<Lanes>& v, std::size_t i, SurrogateGroup::Lanes& x,
                      SurrogateGroup::Lanes& y, SurrogateGroup::Lanes& z) {
  const Tag d;
  hn::Store(v.x, d, &x[i]);
  hn::Store(v.y, d, &y[i]);
  hn::Store(v.z, d, &z[i]);
}

HWY_INLINE Triangles<Lanes> loadTriangles(const SurrogateGroup& g, std::size_t i) {
  return {{load(g.ax, g.ay, g.az, i), load(g.bx, g.by, g.bz, i), load(g.cx, g.cy, g.cz, i)}};
}

// The normals of a group's triangles.
struct Normals {
  alignas(64) SurrogateGroup::Lanes x, y, z;
  SurrogateGroup::Lanes squared;
  SurrogateGroup::Lanes least, most;  // extent of each triangle along its normal

  HWY_INLINE void fill(const Triangles<Lanes>& t, std::size_t i) {
    const Tag d;
    const Vector<Lanes> n = normal(t);
    const Range<Lanes> range = extent(t, n);
    store(n, i, x, y, z);
    hn::Store(dot(n, n), d, &squared[i]);
    hn::Store(range.least, d, &least[i]);
    hn::Store(range.most, d, &most[i]);
  }
};

// Moves a group A into the frame of tree B, and adds the reach to its radii.
struct Mover {
  const PlacedTrees& trees;

  HWY_INLINE Lanes length(Lanes l) const {
    const Tag d;
    return hn::MulAdd(l, hn::Set(d, trees.ratio), hn::Set(d, trees.reach));
  }

  HWY_INLINE void spheres(const SurrogateGroup& from, SurrogateGroup& to) const {
    const Tag d;
    for (std::size_t i = 0; i < groupSize; i += hn::Lanes(d)) {
      store(mapped(d, trees.aToB, load(from.sphereX, from.sphereY, from.sphereZ, i)), i, to.sphereX,
            to.sphereY, to.sphereZ);
      hn::Store(length(hn::Load(d, &from.radius[i])), d, &to.radius[i]);
    }
  }

  HWY_INLINE void triangles(const SurrogateGroup& from, SurrogateGroup& to, Normals& normals) const {
    const Tag d;
    for (std::size_t i = 0; i < groupSize; i += hn::Lanes(d)) {
      Triangles<Lanes> t = loadTriangles(from, i);
      for (auto& corner : t.corner) corner = mapped(d, trees.aToB, corner);
      store(t.corner[0], i, to.ax, to.ay, to.az);
      store(t.corner[1], i, to.bx, to.by, to.bz);
      store(t.corner[2], i, to.cx, to.cy, to.cz);
      hn::Store(length(hn::Load(d, &from.epsilon[i])), d, &to.epsilon[i]);
      normals.fill(t, i);
    }
  }
};

template <class M>
HWY_INLINE unsigned bitsOf(M mask) {
  const Tag d;
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(d, mask, bits);
  return bits[0];
}

HWY_INLINE Lanes gapBetween(const Range<Lanes>& s, const Range<Lanes>& t) {
  return hn::Max(hn::Sub(t.least, s.most), hn::Sub(s.least, t.most));
}

// Siblings in one frame.
struct Side {
  const SurrogateGroup& group;
  const Normals& normals;
};

// The lanes of t, from lane i on, whose triangles may be near that of lane `one` of s.
HWY_INLINE unsigned nearTriangles(const Side& s, std::size_t one, const Side& t, std::size_t i,
                                  unsigned asked) {
  const Tag d;
  const SurrogateGroup& g = s.group;
  const Triangles<Lanes> a{
      {spread(g.ax, g.ay, g.az, one), spread(g.bx, g.by, g.bz, one), spread(g.cx, g.cy, g.cz, one)}};
  const Triangles<Lanes> b = loadTriangles(t.group, i);
  const Lanes reach = hn::Add(hn::Load(d, &t.group.epsilon[i]), hn::Set(d, g.epsilon[one]));
  const Vector<Lanes> between = load(t.group.sphereX, t.group.sphereY, t.group.sphereZ, i) -
                                spread(g.sphereX, g.sphereY, g.sphereZ, one);
  const auto apart = apartAlong(between, a, b, reach);
  if ((asked & ~bitsOf(apart)) == 0) return 0;
  const Normals& ofA = s.normals;
  const Normals& ofB = t.normals;
  const Range<Lanes> aAlongOwn{hn::Set(d, ofA.least[one]), hn::Set(d, ofA.most[one])};
  const Lanes besideA = gapBetween(aAlongOwn, extent(b, spread(ofA.x, ofA.y, ofA.z, one)));
  const auto farA = hn::Or(apart, exceeds(besideA, hn::Set(d, ofA.squared[one]), reach));
  if ((asked & ~bitsOf(farA)) == 0) return 0;
  const Range<Lanes> bAlongOwn{hn::Load(d, &ofB.least[i]), hn::Load(d, &ofB.most[i])};
  const Lanes besideB = gapBetween(bAlongOwn, extent(a, load(ofB.x, ofB.y, ofB.z, i)));
  return ~bitsOf(hn::Or(farA, exceeds(besideB, hn::Load(d, &ofB.squared[i]), reach)));
}

constexpr unsigned blockMask = (1u << hn::MaxLanes(Tag())) - 1;
constexpr std::uint64_t byteMask = 0xff;

// One byte for each lane of s, with a bit for each lane of t whose sphere is near.
HWY_INLINE std::uint64_t nearSpheres(const SurrogateGroup& s, unsigned lanes, const SurrogateGroup& t) {
  const Tag d;
  std::uint64_t near = 0;
  const auto row = [&](std::size_t one) {
    for (std::size_t i = 0; i < groupSize; i += hn::Lanes(d)) {
      const Vector<Lanes> between =
          load(t.sphereX, t.sphereY, t.sphereZ, i) - spread(s.sphereX, s.sphereY, s.sphereZ, one);
      const Lanes reach = hn::Add(hn::Load(d, &t.radius[i]), hn::Set(d, s.radius[one]));
      const auto close = hn::Le(dot(between, between), hn::Mul(reach, reach));
      near |= std::uint64_t{bitsOf(close)} << (groupSize * one + i);
    }
  };
  if (lanes == byteMask) {
    for (std::size_t one = 0; one < groupSize; ++one) row(one);
  } else {
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1)
      row(static_cast<std::size_t>(__builtin_ctz(rest)));
  }
  return near;
}

// The given pairs whose triangles may be near.
HWY_INLINE std::uint64_t nearTriangles(const Side& s, const Side& t, std::uint64_t pairs) {
  std::uint64_t near = 0;
  for (std::uint64_t rest = pairs; rest != 0;) {
    const auto one = static_cast<std::size_t>(__builtin_ctzll(rest)) / groupSize;
    const auto asked = static_cast<unsigned>(rest >> (groupSize * one)) & static_cast<unsigned>(byteMask);
    std::uint64_t found = 0;
    for (std::size_t i = 0; i < groupSize; i += hn::Lanes(Tag()))
      if (((asked >> i) & blockMask) != 0)
        found |= (nearTriangles(s, one, t, i, (asked >> i) & blockMask) & blockMask) << i;
    near |= found << (groupSize * one);
    rest &= ~(byteMask << (groupSize * one));
  }
  return near & pairs;
}

// Transposes a matrix of 8 × 8 bits in three rounds that exchange blocks of 1, 2 and 4 rows.
HWY_INLINE std::uint64_t transposed(std::uint64_t x) {
  const auto exchange = [&x](std::uint64_t mask, int shift) {
    const std::uint64_t moved = (x ^ (x >> shift)) & mask;
    x ^= moved ^ (moved << shift);
  };
  exchange(0x00aa00aa00aa00aaULL, 7);
  exchange(0x0000cccc0000ccccULL, 14);
  exchange(0x00000000f0f0f0f0ULL, 28);
  return x;
}

HWY_INLINE unsigned count(unsigned bits) {
  return static_cast<unsigned>(__builtin_popcount(bits));
}

// Two groups in one frame. Triangles and normals are computed only if spheres are near; group A is not moved
// again if the previous visit had the same one.
struct GroupVisitor {
  const PlacedTrees& trees;
  SurrogateGroup moved;  // these three are not initialised: filled before they are read
  Normals normalsA, normalsB;
  Index group = -1;
  bool haveTriangles = false;

  HWY_INLINE explicit GroupVisitor(const PlacedTrees& placedTrees) : trees(placedTrees) {}

  HWY_INLINE void begin(const GroupPair& pair) {
    if (pair.a == group) return;
    group = pair.a;
    Mover{trees}.spheres(trees.groupsA[group], moved);
    haveTriangles = false;
  }

  HWY_INLINE void needTriangles(const SurrogateGroup& b) {
    if (!haveTriangles) Mover{trees}.triangles(trees.groupsA[group], moved, normalsA);
    haveTriangles = true;
    for (std::size_t i = 0; i < groupSize; i += hn::Lanes(Tag())) normalsB.fill(loadTriangles(b, i), i);
  }

  // Loops over the lanes of the group with fewer siblings.
  HWY_INLINE std::uint64_t visit(const GroupPair& pair, VisitCounts& counts) {
    begin(pair);
    const SurrogateGroup& b = trees.groupsB[pair.b];
    const unsigned countA = count(pair.lanesA);
    const unsigned countB = count(pair.lanesB);
    counts.spheres += static_cast<std::int64_t>(countA * countB);
    const bool rowsOfA = countA <= countB;
    const std::uint64_t columns = (rowsOfA ? pair.lanesB : pair.lanesA) * 0x0101010101010101ULL;
    const std::uint64_t near =
        columns & (rowsOfA ? nearSpheres(moved, pair.lanesA, b) : nearSpheres(b, pair.lanesB, moved));
    counts.triangles += __builtin_popcountll(near);
    if (near == 0) return 0;
    needTriangles(b);
    const Side sideA{moved, normalsA};
    const Side sideB{b, normalsB};
    return rowsOfA ? nearTriangles(sideA, sideB, near) : transposed(nearTriangles(sideB, sideA, near));
  }
};

VisitCounts visitGroups(const PlacedTrees& trees, std::span<const GroupPair> visits,
                        std::span<std::uint64_t> open) {
  VisitCounts counts;
  GroupVisitor visitor(trees);
  for (std::size_t n = 0; n < visits.size(); ++n) open[n] = visitor.visit(visits[n], counts);
  return counts;
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {
HWY_EXPORT(visitGroups);

VisitCounts visitGroups(const PlacedTrees& trees, std::span<const GroupPair> visits,
                        std::span<std::uint64_t> open) {
  return HWY_DYNAMIC_DISPATCH(visitGroups)(trees, visits, open);
}

}  // namespace talus
#endif
