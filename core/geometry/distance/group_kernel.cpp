#include "geometry/distance/group_kernel.h"

#include <algorithm>
#include <bit>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "geometry/distance/group_kernel.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"
#include "base/packed_lanes-inl.h"
#include "geometry/distance/frame_lanes-inl.h"
#include "geometry/distance/tree_walk-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

using Tag = hn::CappedTag<float, 16>;
using IndexTag = hn::RebindToSigned<Tag>;
using Lanes = hn::Vec<Tag>;

constexpr std::size_t leafWidth = DistanceTree::width;
constexpr std::size_t sparePlaces = 32;  // places after the last, which stores of whole vectors may touch

// Stores the chosen lanes side by side, and whatever after them.
template <class D, class V, class M>
HWY_INLINE void store(const V& lanes, const M& chosen, D d, hn::TFromD<D>* to) {
  hn::StoreU(packed(lanes, chosen), d, to);
}

// First the triangles that may be nearest to any point of the group, each with a linear lower bound of its
// distance. Then, for as many points as there are lanes, the few whose bounds do not exclude them.
class GroupSearch {
 public:
  GroupSearch(const DistanceTree& tree, const PointGroup& group, GroupRoom& room,
              std::vector<NearTriangle>& pairs)
      : tree_(tree), group_(group), room_(room), pairs_(pairs) {
    const std::array<float, 3>& half = group.halfSize;
    radius_ = std::sqrt(half[0] * half[0] + half[1] * half[1] + half[2] * half[2]) * (1 + 1e-6F);
  }

  bool run(std::size_t maximum) {
    pairs_.clear();
    if (!findTriangles(maximum)) return false;
    if (count_ == 0) return true;
    sieveTriangles();
    for (std::size_t first = 0; first < group_.count; first += hn::Lanes(Tag())) searchPack(first);
    return true;
  }

 private:
  // ---- Triangles for the whole group ----

  bool findTriangles(std::size_t maximum) {
    bound_ = std::min(group_.bound, group_.band);
    float reach = bound_ + 2 * group_.margin;
    TreeWalk walk(tree_, group_.middle, group_.halfSize);
    return walk(reach, [&](Index leaf) {
      makeRoom();
      askLeaf(leaf, walk.box(), reach);
      reach = bound_ + 2 * group_.margin;
      return count_ <= maximum;
    });
  }

  void makeRoom() {
    const std::size_t wanted = count_ + leafWidth + sparePlaces;
    if (room_.place.size() >= wanted) return;
    for (std::vector<float>* floats : {&room_.distance, &room_.low, &room_.ux, &room_.uy, &room_.uz})
      floats->resize(2 * wanted);
    room_.place.resize(2 * wanted);
  }

  // Lowers the bound: no point of the box is farther away than its farthest one from a triangle's point that
  // is nearest to the middle.
  HWY_INLINE void askLeaf(Index number, const SameBox<hn::Vec<LeafTag>>& box, float reach) {
    const LeafTag d;
    const hn::RebindToSigned<LeafTag> di;
    const DistanceTree::Leaf& leaf = tree_.leaves[static_cast<std::size_t>(number)];
    for (std::size_t at = 0; at < leafWidth; at += hn::Lanes(d)) {
      const auto row = rowsOf(d, leaf, at);
      const auto bound = linearBound(d, row, inFrame(d, row, box.middle));
      const auto u = absolute(bound.u);
      const Vector<hn::Vec<LeafTag>> farthest{hn::MulAdd(u.x, bound.distance, box.half.x),
                                              hn::MulAdd(u.y, bound.distance, box.half.y),
                                              hn::MulAdd(u.z, bound.distance, box.half.z)};
      const auto squared = hn::GetLane(hn::MinOfLanes(d, dot(farthest, farthest)));
      if (squared < bound_ * bound_) bound_ = std::sqrt(squared);
      const auto near = hn::Le(hn::Sub(bound.low, dot(u, box.half)), hn::Set(d, reach));
      store(bound.distance, near, d, room_.distance.data() + count_);
      store(bound.low, near, d, room_.low.data() + count_);
      store(bound.u.x, near, d, room_.ux.data() + count_);
      store(bound.u.y, near, d, room_.uy.data() + count_);
      store(bound.u.z, near, d, room_.uz.data() + count_);
      const auto first = static_cast<Index>(static_cast<std::size_t>(number) * leafWidth + at);
      store(hn::Iota(di, first), hn::RebindMask(di, near), di, room_.place.data() + count_);
      count_ += hn::CountTrue(d, near);
    }
  }

  // The nearest triangle of the middle, at distance D in direction u₀, has at most the distance
  // D + u₀ · w + |w|² / 2D from a point at w, and at most D + |w|. Triangles whose lower bounds exceed that
  // in the whole box leave.
  HWY_INLINE void sieveTriangles() {
    const Tag d;
    const IndexTag di;
    const std::size_t nearest = nearestOfMiddle();
    const float distance = room_.distance[nearest];
    const Lanes slack = hn::Set(d, 2 * group_.margin);
    const Lanes bent =
        hn::Add(slack, hn::Set(d, distance + radius_ * radius_ / (2 * std::max(distance, 1e-18F))));
    const Lanes straight = hn::Add(slack, hn::Set(d, bound_));
    const Vector<Lanes> n = direction(nearest);
    const Vector<Lanes> half = setAll(d, group_.halfSize);
    std::size_t kept = 0;
    for (std::size_t at = 0; at < count_; at += hn::Lanes(d)) {
      const Vector<Lanes> u = directions(at);
      const Lanes low = hn::LoadU(d, room_.low.data() + at);
      const Vector<Lanes> turn = absolute(u - n);
      const auto keep = hn::And(hn::And(hn::Le(hn::Sub(low, dot(turn, half)), bent),
                                        hn::Le(hn::Sub(low, dot(absolute(u), half)), straight)),
                                hn::FirstN(d, count_ - at));
      const auto place = hn::LoadU(di, room_.place.data() + at);
      store(low, keep, d, room_.low.data() + kept);
      store(u.x, keep, d, room_.ux.data() + kept);
      store(u.y, keep, d, room_.uy.data() + kept);
      store(u.z, keep, d, room_.uz.data() + kept);
      store(place, hn::RebindMask(di, keep), di, room_.place.data() + kept);
      kept += hn::CountTrue(d, keep);
    }
    count_ = kept;
  }

  std::size_t nearestOfMiddle() const {
    const auto begin = room_.distance.begin();
    return static_cast<std::size_t>(std::min_element(begin, begin + static_cast<std::ptrdiff_t>(count_)) -
                                    begin);
  }

  HWY_INLINE Vector<Lanes> directions(std::size_t at) const {
    const Tag d;
    return {hn::LoadU(d, room_.ux.data() + at), hn::LoadU(d, room_.uy.data() + at),
            hn::LoadU(d, room_.uz.data() + at)};
  }

  // One of them, in all lanes.
  HWY_INLINE Vector<Lanes> direction(std::size_t at) const {
    return setAll(Tag(), std::array{room_.ux[at], room_.uy[at], room_.uz[at]});
  }

  // ---- Triangles for some points ----

  // Points in the lanes, also from the group's middle.
  struct Pack {
    Vector<Lanes> point, offset;
    Lanes nearest;  // upper bounds of the distances
    std::size_t measured = 0;
  };

  HWY_INLINE void searchPack(std::size_t first) {
    const Tag d;
    const auto load = [&](std::size_t axis) { return hn::Load(d, group_.at[axis].data() + first); };
    Pack pack;
    pack.point = {load(0), load(1), load(2)};
    pack.offset = pack.point - setAll(d, group_.middle);
    pack.nearest = hn::Set(d, group_.band);
    if (room_.measured.size() < (count_ + 1) * hn::Lanes(d)) {
      room_.measured.resize(2 * (count_ + 1) * hn::Lanes(d));
      room_.measuredPlace.resize(2 * (count_ + 1));
    }
    const std::size_t chosen = withoutFarOnes(pack, choose(pack));
    for (std::size_t i = 0; i < chosen; ++i)
      measure(room_.place[static_cast<std::size_t>(room_.chosen[i])], pack);
    emit(pack, first);
  }

  // Keeps of the chosen triangles those whose bounds allow them to be near some point. Without a branch, as
  // nobody can predict it.
  HWY_INLINE std::size_t withoutFarOnes(const Pack& pack, std::size_t chosen) {
    const Tag d;
    const Lanes reach = hn::Add(pack.nearest, hn::Set(d, 2 * group_.margin));
    std::size_t kept = 0;
    for (std::size_t i = 0; i < chosen; ++i) {
      const Index number = room_.chosen[i];
      const auto t = static_cast<std::size_t>(number);
      const Lanes low = hn::Add(hn::Set(d, room_.low[t]), dot(direction(t), pack.offset));
      room_.chosen[kept] = number;
      kept += hn::AllFalse(d, hn::Le(low, reach)) ? 0 : 1;
    }
    return kept;
  }

  // Numbers of the triangles whose bounds allow them to be near, by the box of the pack. The one that is
  // nearest to its middle by these bounds is measured at once.
  HWY_INLINE std::size_t choose(Pack& pack) {
    const Tag d;
    const IndexTag di;
    const auto middleOf = [&](Lanes x, Lanes& half) {
      const Lanes low = hn::MinOfLanes(d, x), high = hn::MaxOfLanes(d, x);
      half = hn::Mul(hn::Sub(high, low), hn::Set(d, 0.5F * (1 + 1e-6F)));
      return hn::Mul(hn::Add(low, high), hn::Set(d, 0.5F));
    };
    Vector<Lanes> half;
    const Vector<Lanes> middle{middleOf(pack.offset.x, half.x), middleOf(pack.offset.y, half.y),
                               middleOf(pack.offset.z, half.z)};
    if (room_.atPack.size() < count_ + sparePlaces) {
      room_.atPack.resize(2 * (count_ + sparePlaces));
      room_.chosen.resize(2 * (count_ + sparePlaces));
    }
    Lanes least = hn::Set(d, std::numeric_limits<float>::infinity());
    auto number = hn::Iota(di, 0), leastNumber = hn::Zero(di);
    for (std::size_t at = 0; at < count_; at += hn::Lanes(d)) {
      const Vector<Lanes> u = directions(at);
      const Lanes here = hn::IfThenElse(hn::FirstN(d, count_ - at),
                                        hn::Add(hn::LoadU(d, room_.low.data() + at), dot(u, middle)),
                                        hn::Set(d, std::numeric_limits<float>::infinity()));
      const auto less = hn::Lt(here, least);
      least = hn::IfThenElse(less, here, least);
      leastNumber = hn::IfThenElse(hn::RebindMask(di, less), number, leastNumber);
      number = hn::Add(number, hn::Set(di, static_cast<Index>(hn::Lanes(d))));
      hn::StoreU(hn::Sub(here, dot(absolute(u), half)), d, room_.atPack.data() + at);
    }
    const auto best = hn::FindFirstTrue(d, hn::Eq(least, hn::MinOfLanes(d, least)));
    alignas(64) Index numbers[16];
    hn::Store(leastNumber, di, numbers);
    const Index first = numbers[best < 0 ? 0 : best];
    measure(room_.place[static_cast<std::size_t>(first)], pack);

    const Lanes limit = hn::Add(hn::MaxOfLanes(d, pack.nearest), hn::Set(d, 2 * group_.margin));
    std::size_t chosen = 0;
    number = hn::Iota(di, 0);
    for (std::size_t at = 0; at < count_; at += hn::Lanes(d)) {
      const auto keep = hn::AndNot(hn::RebindMask(d, hn::Eq(number, hn::Set(di, first))),
                                   hn::Le(hn::LoadU(d, room_.atPack.data() + at), limit));
      store(number, hn::RebindMask(di, keep), di, room_.chosen.data() + chosen);
      chosen += hn::CountTrue(d, keep);
      number = hn::Add(number, hn::Set(di, static_cast<Index>(hn::Lanes(d))));
    }
    return chosen;
  }

  HWY_INLINE void measure(Index place, Pack& pack) {
    const Tag d;
    const DistanceTree::Leaf& leaf = tree_.leaves[static_cast<std::size_t>(place) / leafWidth];
    const auto row = rowsOfOne(d, leaf, static_cast<std::size_t>(place) % leafWidth);
    const Lanes distance = hn::Sqrt(squaredDistance(d, inFrame(d, row, pack.point)));
    pack.nearest = hn::Min(pack.nearest, distance);
    hn::StoreU(distance, d, room_.measured.data() + pack.measured * hn::Lanes(d));
    room_.measuredPlace[pack.measured++] = place;
  }

  HWY_INLINE void emit(const Pack& pack, std::size_t first) {
    const Tag d;
    const Lanes reach = hn::Add(pack.nearest, hn::Set(d, 2 * group_.margin));
    const auto points = hn::FirstN(d, group_.count - first);
    for (std::size_t i = 0; i < pack.measured; ++i) {
      const Lanes distance = hn::LoadU(d, room_.measured.data() + i * hn::Lanes(d));
      const auto near = hn::And(points, hn::Le(distance, reach));
      if (hn::AllFalse(d, near)) continue;
      std::uint8_t bytes[8] = {};
      hn::StoreMaskBits(d, near, bytes);
      std::uint32_t bits = bytes[0] | static_cast<std::uint32_t>(bytes[1]) << 8;
      const auto place = static_cast<std::size_t>(room_.measuredPlace[i]);
      const Index triangle = tree_.leaves[place / leafWidth].triangle[place % leafWidth];
      for (; bits != 0; bits &= bits - 1)
        pairs_.push_back(
            {static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(std::countr_zero(bits)),
             triangle});
    }
  }

  const DistanceTree& tree_;
  const PointGroup& group_;
  GroupRoom& room_;
  std::vector<NearTriangle>& pairs_;
  float radius_ = 0;
  float bound_ = 0;
  std::size_t count_ = 0;
};

bool collectNearOfGroupHere(const DistanceTree& tree, const PointGroup& group, std::size_t maximum,
                            GroupRoom& room, std::vector<NearTriangle>& pairs) {
  return GroupSearch(tree, group, room, pairs).run(maximum);
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {

HWY_EXPORT(collectNearOfGroupHere);

bool collectNearOfGroup(const DistanceTree& tree, const PointGroup& group, std::size_t maximum,
                        GroupRoom& room, std::vector<NearTriangle>& pairs) {
  return HWY_DYNAMIC_DISPATCH(collectNearOfGroupHere)(tree, group, maximum, room, pairs);
}

}  // namespace talus
#endif
