#include "contact/trees/pair_descent.h"

namespace talus {

namespace {

constexpr unsigned groupSize = SurrogateGroup::size;

// Upper bound of the error of distances, in tree B's unit, from rounding corners and computed values to
// float.
double roundingMargin(const PairFrame& frame) {
  return 1e-6 * (frame.aToB.shift.norm() + frame.aToB.ratio * frame.a->extent() + frame.b->extent());
}

void openBoth(const PlacedTrees& trees, const GroupPair& visit, std::uint64_t pairs,
              std::vector<GroupPair>& children) {
  const SurrogateGroup& a = trees.groupsA[visit.a];
  const SurrogateGroup& b = trees.groupsB[visit.b];
  for (std::uint64_t rest = pairs; rest != 0; rest &= rest - 1) {
    const auto bit = static_cast<unsigned>(__builtin_ctzll(rest));
    const unsigned i = bit / groupSize;
    const unsigned j = bit % groupSize;
    for (Index ga = a.child[i]; ga < a.child[i] + a.childGroups[i]; ++ga)
      for (Index gb = b.child[j]; gb < b.child[j] + b.childGroups[j]; ++gb)
        children.push_back({ga, gb, filledLanes(trees.groupsA[ga]), filledLanes(trees.groupsB[gb])});
  }
}

void openFirst(const PlacedTrees& trees, const GroupPair& visit, std::uint64_t pairs,
               std::vector<GroupPair>& children) {
  const SurrogateGroup& a = trees.groupsA[visit.a];
  for (unsigned i = 0; i < groupSize; ++i) {
    const auto lanesB = static_cast<std::uint8_t>(pairs >> (groupSize * i));
    if (lanesB == 0) continue;
    for (Index ga = a.child[i]; ga < a.child[i] + a.childGroups[i]; ++ga)
      children.push_back({ga, visit.b, filledLanes(trees.groupsA[ga]), lanesB});
  }
}

void openSecond(const PlacedTrees& trees, const GroupPair& visit, std::uint64_t pairs,
                std::vector<GroupPair>& children) {
  const SurrogateGroup& b = trees.groupsB[visit.b];
  for (unsigned j = 0; j < groupSize; ++j) {
    std::uint8_t lanesA = 0;
    for (unsigned i = 0; i < groupSize; ++i)
      lanesA = static_cast<std::uint8_t>(lanesA | (((pairs >> (groupSize * i + j)) & 1) << i));
    if (lanesA == 0) continue;
    for (Index gb = b.child[j]; gb < b.child[j] + b.childGroups[j]; ++gb)
      children.push_back({visit.a, gb, lanesA, filledLanes(trees.groupsB[gb])});
  }
}

}  // namespace

PairFrame pairFrame(const PlacedShape& a, const PlacedShape& b, double reach) {
  PairFrame frame;
  frame.a = a.shape;
  frame.b = b.shape;
  frame.toWorld = RelativePlacement::toWorld(b.pose, b.shape->tree().frame());
  frame.rotation = b.pose.rotation;
  frame.reach = reach;
  frame.aToB = RelativePlacement::between(a.pose, a.shape->tree().frame(), b.pose, b.shape->tree().frame());
  frame.margin = roundingMargin(frame);
  return frame;
}

PlacedTrees placedTrees(const PairFrame& frame) {
  PlacedTrees trees;
  trees.groupsA = frame.a->tree().groups().data();
  trees.groupsB = frame.b->tree().groups().data();
  trees.aToB = frame.aToB.map<float>();
  trees.ratio = static_cast<float>(frame.aToB.ratio * (1 + 1e-6));
  trees.reach = searchReach(frame);
  return trees;
}

float searchReach(const PairFrame& frame) {
  return static_cast<float>((frame.reachInB() + frame.margin) * (1 + 1e-6));
}

std::uint64_t askedPairs(const GroupPair& visit) {
  std::uint64_t pairs = 0;
  for (unsigned i = 0; i < groupSize; ++i)
    if (((visit.lanesA >> i) & 1) != 0) pairs |= static_cast<std::uint64_t>(visit.lanesB) << (groupSize * i);
  return pairs;
}

void openPairs(const PlacedTrees& trees, const GroupPair& visit, std::uint64_t pairs,
               std::vector<GroupPair>& children) {
  if (trees.groupsA[visit.a].leaf != 0) return openSecond(trees, visit, pairs, children);
  if (trees.groupsB[visit.b].leaf != 0) return openFirst(trees, visit, pairs, children);
  openBoth(trees, visit, pairs, children);
}

}  // namespace talus
