#include "contact/group_visit.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contact/group_visit.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include <hwy/highway.h>

#include "contact/triangle_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace talus {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<float, SurrogateGroup::size>;
using Lanes = hn::Vec<Tag>;
constexpr std::size_t groupSize = SurrogateGroup::size;

HWY_INLINE Vector<Lanes> load(const SurrogateGroup::Lanes& x, const SurrogateGroup::Lanes& y,
                              const SurrogateGroup::Lanes& z, std::size_t i) {
  const Tag d;
  return {hn::Load(d, &x[i]), hn::Load(d, &y[i]), hn::Load(d, &z[i])};
}

// A group in the frame of tree B, ready to be compared: its spheres, and its triangles once they are needed.
struct PlacedGroup {
  HWY_ALIGN float centre[3][groupSize];
  HWY_ALIGN float radius[groupSize];
  HWY_ALIGN float corner[9][groupSize];
  HWY_ALIGN float epsilon[groupSize];
  HWY_ALIGN float normal[3][groupSize];
  HWY_ALIGN float squaredNormal[groupSize];
  HWY_ALIGN float least[groupSize], most[groupSize];  // of the triangle along its normal
};

HWY_INLINE void store(const Vector<Lanes>& v, float (*to)[groupSize], std::size_t i) {
  const Tag d;
  hn::Store(v.x, d, &to[0][i]);
  hn::Store(v.y, d, &to[1][i]);
  hn::Store(v.z, d, &to[2][i]);
}

HWY_INLINE Vector<Lanes> load(const float (*from)[groupSize], std::size_t i) {
  const Tag d;
  return {hn::Load(d, &from[0][i]), hn::Load(d, &from[1][i]), hn::Load(d, &from[2][i])};
}

// One lane's vector in all lanes.
HWY_INLINE Vector<Lanes> spread(const float (*from)[groupSize], std::size_t lane) {
  const Tag d;
  return {hn::Set(d, from[0][lane]), hn::Set(d, from[1][lane]), hn::Set(d, from[2][lane])};
}

// Group A is moved, and takes the reach upon itself.
struct Mover {
  const PlacedTrees& trees;

  HWY_INLINE Vector<Lanes> operator()(const Vector<Lanes>& p) const {
    const Tag d;
    const auto row = [&](std::size_t i) {
      const auto& m = trees.aToB.linear[i];
      const Lanes z = hn::MulAdd(hn::Set(d, m[2]), p.z, hn::Set(d, trees.aToB.shift[i]));
      return hn::MulAdd(hn::Set(d, m[0]), p.x, hn::MulAdd(hn::Set(d, m[1]), p.y, z));
    };
    return {row(0), row(1), row(2)};
  }
  HWY_INLINE Lanes length(Lanes l) const {
    const Tag d;
    return hn::MulAdd(l, hn::Set(d, trees.ratio), hn::Set(d, trees.reach));
  }
};

// Group B stays.
struct Stayer {
  HWY_INLINE Vector<Lanes> operator()(const Vector<Lanes>& p) const { return p; }
  HWY_INLINE Lanes length(Lanes l) const { return l; }
};

template <class Place>
HWY_INLINE void placeSpheres(const Place& place, const SurrogateGroup& g, PlacedGroup& to) {
  const Tag d;
  for (std::size_t i = 0; i < groupSize; i += hn::Lanes(d)) {
    store(place(load(g.sphereX, g.sphereY, g.sphereZ, i)), to.centre, i);
    hn::Store(place.length(hn::Load(d, &g.radius[i])), d, &to.radius[i]);
  }
}

template <class Place>
HWY_INLINE void placeTriangles(const Place& place, const SurrogateGroup& g, PlacedGroup& to) {
  const Tag d;
  for (std::size_t i = 0; i < groupSize; i += hn::Lanes(d)) {
    const Triangles<Lanes> t{{place(load(g.ax, g.ay, g.az, i)), place(load(g.bx, g.by, g.bz, i)),
                              place(load(g.cx, g.cy, g.cz, i))}};
    for (std::size_t k = 0; k < 3; ++k) store(t.corner[k], to.corner + 3 * k, i);
    hn::Store(place.length(hn::Load(d, &g.epsilon[i])), d, &to.epsilon[i]);
    const Vector<Lanes> n = normal(t);
    const Range<Lanes> range = extent(t, n);
    store(n, to.normal, i);
    hn::Store(dot(n, n), d, &to.squaredNormal[i]);
    hn::Store(range.least, d, &to.least[i]);
    hn::Store(range.most, d, &to.most[i]);
  }
}

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

// Which lanes of t, beginning with lane i, may have triangles near that of lane `one` of s.
HWY_INLINE unsigned nearTriangles(const PlacedGroup& s, std::size_t one, const PlacedGroup& t,
                                  std::size_t i) {
  const Tag d;
  const Triangles<Lanes> a{{spread(s.corner, one), spread(s.corner + 3, one), spread(s.corner + 6, one)}};
  const Triangles<Lanes> b{{load(t.corner, i), load(t.corner + 3, i), load(t.corner + 6, i)}};
  const Lanes reach = hn::Add(hn::Load(d, &t.epsilon[i]), hn::Set(d, s.epsilon[one]));
  const auto apart = apartAlong(load(t.centre, i) - spread(s.centre, one), a, b, reach);
  const Range<Lanes> aAlongOwn{hn::Set(d, s.least[one]), hn::Set(d, s.most[one])};
  const Lanes besideA = gapBetween(aAlongOwn, extent(b, spread(s.normal, one)));
  const Range<Lanes> bAlongOwn{hn::Load(d, &t.least[i]), hn::Load(d, &t.most[i])};
  const Lanes besideB = gapBetween(bAlongOwn, extent(a, load(t.normal, i)));
  const auto far = hn::Or(exceeds(besideA, hn::Set(d, s.squaredNormal[one]), reach),
                          exceeds(besideB, hn::Load(d, &t.squaredNormal[i]), reach));
  return ~bitsOf(hn::Or(apart, far));
}

HWY_INLINE unsigned nearSpheres(const PlacedGroup& s, std::size_t one, const PlacedGroup& t, std::size_t i) {
  const Tag d;
  const Vector<Lanes> between = load(t.centre, i) - spread(s.centre, one);
  const Lanes reach = hn::Add(hn::Load(d, &t.radius[i]), hn::Set(d, s.radius[one]));
  return bitsOf(hn::Le(dot(between, between), hn::Mul(reach, reach)));
}

constexpr unsigned blockMask = (1u << hn::MaxLanes(Tag())) - 1;

// Which lanes of t have spheres near that of lane `one` of s.
HWY_INLINE unsigned lanesNearSphere(const PlacedGroup& s, std::size_t one, const PlacedGroup& t) {
  unsigned found = 0;
  for (std::size_t i = 0; i < groupSize; i += hn::Lanes(Tag())) found |= nearSpheres(s, one, t, i) << i;
  return found;
}

// Which of the lanes `asked` of t may have triangles near that of lane `one` of s.
HWY_INLINE unsigned lanesNearTriangle(const PlacedGroup& s, std::size_t one, const PlacedGroup& t,
                                      unsigned asked) {
  unsigned found = 0;
  for (std::size_t i = 0; i < groupSize; i += hn::Lanes(Tag()))
    if (((asked >> i) & blockMask) != 0) found |= (nearTriangles(s, one, t, i) & blockMask) << i;
  return asked & found;
}

HWY_INLINE unsigned count(unsigned bits) {
  return static_cast<unsigned>(__builtin_popcount(bits));
}

// Two groups in one frame. The triangles are placed when the first spheres are near; a group A that was met
// in the visit before stays as it is.
struct Meeting {
  const PlacedTrees& trees;
  GroupPair pair;
  PlacedGroup a, b;  // not initialised: filled before they are read
  bool haveTrianglesA = false, haveTrianglesB = false;

  HWY_INLINE explicit Meeting(const PlacedTrees& placedTrees) : trees(placedTrees) { pair.a = -1; }

  HWY_INLINE void begin(const GroupPair& groups) {
    if (groups.a != pair.a) {
      placeSpheres(Mover{trees}, trees.groupsA[groups.a], a);
      haveTrianglesA = false;
    }
    placeSpheres(Stayer{}, trees.groupsB[groups.b], b);
    haveTrianglesB = false;
    pair = groups;
  }

  HWY_INLINE void needTriangles() {
    if (haveTrianglesB) return;
    if (!haveTrianglesA) placeTriangles(Mover{trees}, trees.groupsA[pair.a], a);
    placeTriangles(Stayer{}, trees.groupsB[pair.b], b);
    haveTrianglesA = haveTrianglesB = true;
  }

  // For each lane of s in `ones`, in bits of a byte: the lanes of t that are near, of those in `others`. All
  // spheres first, without a branch; then the rows that are left.
  HWY_INLINE void compare(const PlacedGroup& s, unsigned ones, const PlacedGroup& t, unsigned others,
                          VisitCounts& counts, std::uint8_t (&near)[groupSize]) {
    unsigned rows = 0;
    for (unsigned rest = ones; rest != 0; rest &= rest - 1) {
      const auto one = static_cast<std::size_t>(__builtin_ctz(rest));
      const unsigned close = others & lanesNearSphere(s, one, t);
      near[one] = static_cast<std::uint8_t>(close);
      rows |= unsigned{close != 0} << one;
      counts.triangles += count(close);
    }
    if (rows == 0) return;
    needTriangles();
    for (; rows != 0; rows &= rows - 1) {
      const auto one = static_cast<std::size_t>(__builtin_ctz(rows));
      near[one] = static_cast<std::uint8_t>(lanesNearTriangle(s, one, t, near[one]));
    }
  }
};

HWY_INLINE std::uint64_t joined(const std::uint8_t (&rows)[groupSize]) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < groupSize; ++i) bits |= static_cast<std::uint64_t>(rows[i]) << (groupSize * i);
  return bits;
}

// Rows become columns, in three rounds of exchanges between ever larger squares.
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

// The side with fewer siblings is taken one by one.
HWY_INLINE std::uint64_t visit(Meeting& meeting, const GroupPair& pair, VisitCounts& counts) {
  meeting.begin(pair);
  const unsigned countA = count(pair.lanesA);
  const unsigned countB = count(pair.lanesB);
  counts.spheres += static_cast<std::int64_t>(countA * countB);
  std::uint8_t near[groupSize] = {};
  if (countA <= countB) {
    meeting.compare(meeting.a, pair.lanesA, meeting.b, pair.lanesB, counts, near);
    return joined(near);
  }
  meeting.compare(meeting.b, pair.lanesB, meeting.a, pair.lanesA, counts, near);
  return transposed(joined(near));
}

VisitCounts visitGroups(const PlacedTrees& trees, std::span<const GroupPair> visits,
                        std::span<std::uint64_t> open) {
  VisitCounts counts;
  Meeting meeting(trees);
  for (std::size_t n = 0; n < visits.size(); ++n) open[n] = visit(meeting, visits[n], counts);
  return counts;
}

}  // namespace HWY_NAMESPACE
}  // namespace talus
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
