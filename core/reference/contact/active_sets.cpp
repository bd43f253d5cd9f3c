#include "reference/contact/active_sets.h"

#include <algorithm>

#include "contact/triangles/triangle_pair.h"

namespace talus {

namespace {

constexpr unsigned groupSize = SurrogateGroup::size;

std::uint8_t bit(unsigned lane) {
  return static_cast<std::uint8_t>(1u << lane);
}

void start(std::span<const SurrogateGroup> groups, ActiveSet& set) {
  if (set.empty()) set.push_back({.lanes = filledLanes(groups[0])});
}

Corners cornersOf(const SurrogateGroup& g, unsigned lane) {
  return {Vec3(g.ax[lane], g.ay[lane], g.az[lane]), Vec3(g.bx[lane], g.by[lane], g.bz[lane]),
          Vec3(g.cx[lane], g.cy[lane], g.cz[lane])};
}

// Lanes of A, and of B, that are in any open pair.
std::pair<std::uint8_t, std::uint8_t> lanesIn(std::uint64_t pairs) {
  std::uint8_t rows = 0, columns = 0;
  for (unsigned i = 0; i < groupSize; ++i) {
    const auto row = static_cast<std::uint8_t>(pairs >> (groupSize * i));
    if (row != 0) rows = static_cast<std::uint8_t>(rows | bit(i));
    columns = static_cast<std::uint8_t>(columns | row);
  }
  return {rows, columns};
}

// Removes the dead groups and renumbers the parents of the others.
void remove(const std::vector<bool>& dead, ActiveSet& set) {
  std::vector<Index> place(set.size(), -1);
  Index kept = 0;
  for (std::size_t i = 0; i < set.size(); ++i) {
    if (dead[i]) continue;
    ActiveGroup group = set[i];
    if (group.parent >= 0) group.parent = place[static_cast<std::size_t>(group.parent)];
    place[i] = kept;
    set[static_cast<std::size_t>(kept++)] = group;
  }
  set.resize(static_cast<std::size_t>(kept));
}

}  // namespace

void ActiveSetSearch::look(const PlacedShape& a, const PlacedShape& b, double reach, bool memory,
                           ActiveSets& sets, std::vector<TriangleContact>& contacts) {
  const auto groupsA = a.shape->tree().groups(), groupsB = b.shape->tree().groups();
  start(groupsA, sets.a);
  start(groupsB, sets.b);
  frame_ = pairFrame(a, b, reach);
  trees_ = placedTrees(frame_);
  sieve_.begin(frame_, Wanted::All, {options_.method, options_.iterationTolerance}, contacts);
  counts_ = {};
  sum_ = {};
  summed_ = 0;
  compare(sets);
  const std::size_t countA = sets.a.size(), countB = sets.b.size();
  const bool wider = widen(groupsA, nearA_, sets.a) | widen(groupsB, nearB_, sets.b);
  const bool narrower =
      narrow(groupsA, memory, countA, nearA_, sets.a) | narrow(groupsB, memory, countB, nearB_, sets.b);
  sets.changed = wider || narrower;
  ++sets.looks;
}

void ActiveSetSearch::compare(const ActiveSets& sets) {
  visits_.clear();
  places_.clear();
  for (std::size_t i = 0; i < sets.a.size(); ++i)
    for (std::size_t j = 0; j < sets.b.size(); ++j) {
      const ActiveGroup &a = sets.a[i], &b = sets.b[j];
      if (a.lanes == 0 || b.lanes == 0) continue;
      visits_.push_back({a.group, b.group, a.lanes, b.lanes});
      places_.emplace_back(i, j);
    }
  open_.resize(visits_.size());
  counts_.levels.resize(std::max(frame_.a->tree().levelCount(), frame_.b->tree().levelCount()));
  nearA_.assign(sets.a.size(), 0);
  nearB_.assign(sets.b.size(), 0);
  const SieveRule rule{options_.method, options_.iterationTolerance};
  if (options_.method != TrianglePairMethod::Certified) stream_.open(trees_, frame_, rule, visits_, open_);
  for (std::size_t n = 0; n < visits_.size(); ++n) judge(n);
  sieve_.flush();
  counts_.iterations = sieve_.iterations();
  counts_.fallbacks = sieve_.fallbacks();
  coarse_.reset();
  if (summed_ == 0) return;
  const auto count = static_cast<double>(summed_);
  coarse_ = {sum_.point / count, sum_.normal.stableNormalized(), sum_.fraction / count};
}

void ActiveSetSearch::judge(std::size_t n) {
  const GroupPair& visit = visits_[n];
  const SurrogateGroup &a = trees_.groupsA[visit.a], &b = trees_.groupsB[visit.b];
  LevelCounts& count = counts_.levels[std::max(a.level, b.level)];
  ++count.visits;
  if (options_.method == TrianglePairMethod::Certified) {
    const VisitCounts compared = visitGroups(trees_, {&visit, 1}, {&open_[n], 1});
    count.spheres += compared.spheres;
    count.comparisons += compared.triangles;
  } else {
    count.comparisons += __builtin_popcountll(askedPairs(visit));
  }
  const auto [rows, columns] = lanesIn(open_[n]);
  nearA_[places_[n].first] |= rows;
  nearB_[places_[n].second] |= columns;
  const bool fine = a.leaf != 0 && b.leaf != 0;
  for (std::uint64_t rest = open_[n]; rest != 0; rest &= rest - 1) {
    const auto pair = static_cast<unsigned>(__builtin_ctzll(rest));
    if (fine)
      sieve_.push(ContactShape::slot(visit.a, pair / groupSize),
                  ContactShape::slot(visit.b, pair % groupSize));
    else
      addCoarse(visit, pair / groupSize, pair % groupSize);
  }
}

void ActiveSetSearch::addCoarse(const GroupPair& visit, unsigned lane, unsigned other) {
  const SurrogateGroup &a = trees_.groupsA[visit.a], &b = trees_.groupsB[visit.b];
  Corners moved = cornersOf(a, lane);
  for (Vec3& corner : moved) corner = frame_.aToB(corner);
  const TrianglePairDistance found = trianglePairDistance(moved, cornersOf(b, other));
  const double haloA = frame_.aToB.ratio * static_cast<double>(a.epsilon[lane]) + 0.5 * frame_.reachInB();
  const double haloB = static_cast<double>(b.epsilon[other]) + 0.5 * frame_.reachInB();
  if (found.gap > haloA + haloB) return;
  const double share = haloA / (haloA + haloB);  // of the gap, where the halos meet
  const Vec3 centreA = frame_.aToB(Vec3(a.sphereX[lane], a.sphereY[lane], a.sphereZ[lane]));
  const Vec3 between = found.gap > 0
                           ? Vec3(found.pointB - found.pointA)
                           : Vec3(Vec3(b.sphereX[other], b.sphereY[other], b.sphereZ[other]) - centreA);
  const double fraction = 1 - found.gap / (haloA + haloB);
  sum_.point += frame_.toWorld(found.pointA + share * (found.pointB - found.pointA));
  sum_.normal += fraction * (frame_.rotation * between.stableNormalized());
  sum_.fraction += fraction;
  ++summed_;
}

bool ActiveSetSearch::widen(std::span<const SurrogateGroup> groups, std::vector<std::uint8_t>& near,
                            ActiveSet& set) {
  const std::size_t count = set.size();
  for (std::size_t i = 0; i < count; ++i) {
    const SurrogateGroup& group = groups[static_cast<std::size_t>(set[i].group)];
    if (group.leaf != 0) continue;
    for (unsigned lane = 0; lane < group.count; ++lane) {
      if ((near[i] & set[i].lanes & bit(lane)) == 0) continue;
      set[i].lanes = static_cast<std::uint8_t>(set[i].lanes & ~bit(lane));
      for (Index child = group.child[lane]; child < group.child[lane] + group.childGroups[lane]; ++child)
        set.push_back({.group = child,
                       .parent = static_cast<Index>(i),
                       .lanes = filledLanes(groups[static_cast<std::size_t>(child)])});
    }
  }
  return set.size() > count;
}

// A lane replaces its children if all of them were compared, entirely active and far from the other body.
// @param count the number of groups that were compared; those after them are new.
bool ActiveSetSearch::narrow(std::span<const SurrogateGroup> groups, bool memory, std::size_t count,
                             const std::vector<std::uint8_t>& near, ActiveSet& set) {
  const auto groupOf = [&](std::size_t i) -> const SurrogateGroup& {
    return groups[static_cast<std::size_t>(set[i].group)];
  };
  const auto parentOf = [&](std::size_t i) { return static_cast<std::size_t>(set[i].parent); };
  std::vector<std::uint8_t> bound(set.size(), 0), freed(set.size(), 0);  // lanes
  for (std::size_t i = 0; i < set.size(); ++i) {
    if (memory) bound[i] |= set[i].collapsed;
    const bool whole = set[i].lanes == filledLanes(groupOf(i));
    if (set[i].parent >= 0 && !(i < count && whole && near[i] == 0))
      bound[parentOf(i)] |= bit(groupOf(i).parentLane);
  }
  std::vector<bool> dead(set.size(), false);
  for (std::size_t i = 0; i < count; ++i) {
    if (set[i].parent < 0 || (bound[parentOf(i)] & bit(groupOf(i).parentLane)) != 0) continue;
    freed[parentOf(i)] |= bit(groupOf(i).parentLane);
    dead[i] = true;
  }
  if (std::find(dead.begin(), dead.end(), true) == dead.end()) return false;
  for (std::size_t i = 0; i < set.size(); ++i) {
    set[i].lanes |= freed[i];
    set[i].collapsed |= freed[i];
  }
  remove(dead, set);
  return true;
}

}  // namespace talus
