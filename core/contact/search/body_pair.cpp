#include "contact/search/body_pair.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.h"
#include "contact/search/flat_search.h"
#include "contact/search/tree_descent.h"
#include "geometry/distance/point_distance.h"

namespace talus {

namespace {

void requirePose(const PlacedShape& placed, const std::string& name) {
  if (!placed.pose.position.allFinite() || !placed.pose.rotation.allFinite() ||
      !std::isfinite(placed.pose.scale))
    throw Error("the pose of body " + name + " is not finite", "",
                "give it a position and a rotation of finite numbers");
  if (!(placed.pose.scale > 0))
    throw Error("the scale of body " + name + " is not positive", "", "give it a scale above 0");
}

void requireReach(double reach) {
  if (!(reach >= 0) || std::isinf(reach))
    throw Error("the reach of a contact search is negative or not finite", "", "give halos of 0 or more");
}

// The corners of a fine triangle of A in tree B.
Corners placedInB(const PairFrame& frame, Index slotOfA) {
  Corners corners = frame.a->corners(slotOfA);
  for (Vec3& corner : corners) corner = frame.aToB(corner);
  return corners;
}

// The distance, in the world, of two fine triangles near each other. From a triangle to one of the other body
// near it, and back again: each descends a tree to the child whose sphere has the nearest centre.
double firstGuess(const PairFrame& frame, const PlacedTrees& trees) {
  const auto down = [](const SurrogateGroup* groups, const Vec3& target, const RelativePlacement& place) {
    Index at = 0;
    for (;;) {
      const SurrogateGroup* const group = &groups[at];
      unsigned best = 0;
      double least = INFINITY;
      for (unsigned i = 0; i < group->count; ++i) {
        const Vec3 centre(group->sphereX[i], group->sphereY[i], group->sphereZ[i]);
        const double distance = (place(centre) - target).squaredNorm();
        if (distance < least) best = i;
        least = std::min(least, distance);
      }
      if (group->leaf != 0) return ContactShape::slot(at, best);
      at = group->child[best];
    }
  };
  const auto centre = [](const SurrogateGroup& g) { return Vec3(g.sphereX[0], g.sphereY[0], g.sphereZ[0]); };
  constexpr int maximumRounds = 8;
  Vec3 place = frame.aToB(centre(trees.groupsA[0]));
  double least = INFINITY;
  for (int n = 0; n < maximumRounds; ++n) {
    const Index tb = down(trees.groupsB, place, {});
    const Index ta = down(trees.groupsA, closestPoint(place, frame.b->corners(tb)), frame.aToB);
    const TrianglePairDistance found = trianglePairDistance(placedInB(frame, ta), frame.b->corners(tb));
    if (!(found.gap < least)) break;
    least = found.gap;
    place = found.pointA;
  }
  const double rounding = 1e-6 * frame.margin;
  return (least + rounding) * frame.toWorld.ratio;
}

}  // namespace

struct BodyPairSearch::Workspace {
  FinePairs fine;  // aligned: first
  GroupComparison groups;
  TreeDescent descent;
  FlatSearch flat;
  BodyPairOptions options;
  SearchCounts counts;
  PairFrame frame;
  SieveRule rule;
  std::vector<TriangleContact> found;

  /// Starts a search. @throws Error as findContacts.
  void begin(const PlacedShape& a, const PlacedShape& b, double reach, Wanted wanted,
             std::vector<TriangleContact>& contacts);
  void search();
  void searchList(double skin, NearPairs& list);

 private:
  void makeList(double skin, NearPairs& list);
  void searchKnown(const NearPairs& list, double moved);
  void finish();
};

void BodyPairSearch::Workspace::begin(const PlacedShape& a, const PlacedShape& b, double reach, Wanted wanted,
                                      std::vector<TriangleContact>& contacts) {
  requirePose(a, "A");
  requirePose(b, "B");
  requireReach(reach);
  frame = pairFrame(a, b, reach);
  rule = {options.method, options.iterationTolerance};
  if (wanted == Wanted::Nearest || wanted == Wanted::Candidates) rule.method = TrianglePairMethod::Certified;
  groups.begin(frame, rule);
  fine.begin(frame, wanted, rule, options.maximumPairs, contacts);
  counts.levels.clear();
}

void BodyPairSearch::Workspace::search() {
  if (options.search == BodySearch::Flat)
    flat.run(frame, groups, fine, counts.levels);
  else
    descent.run(groups, fine, counts.levels);
  finish();
}

void BodyPairSearch::Workspace::searchList(double skin, NearPairs& list) {
  requireReach(skin);
  const double moved = list.motionTo(frame);
  if (frame.reach + moved * frame.toWorld.ratio <= list.reach)
    searchKnown(list, moved);
  else
    makeList(skin, list);
}

// Pairs that were too far apart to be within reach now are left out.
void BodyPairSearch::Workspace::searchKnown(const NearPairs& list, double moved) {
  const auto farthest = static_cast<float>((frame.reachInB() + moved + 2 * frame.margin) * (1 + 1e-6));
  const bool measured = list.distances.size() == list.pairs.size();
  std::int64_t compared = 0;
  for (std::size_t i = 0; i < list.pairs.size(); ++i) {
    if (measured && list.distances[i] > farthest) continue;
    fine.push(list.pairs[i]);
    ++compared;
  }
  counts.levels.assign(std::max(frame.a->tree().levelCount(), frame.b->tree().levelCount()), {});
  counts.levels.back().comparisons = compared;
  finish();
}

void BodyPairSearch::Workspace::makeList(double skin, NearPairs& list) {
  const double reach = frame.reach;
  list.known = list.apart = false;
  list.pairs.clear();
  list.distances.clear();
  list.reach = frame.reach += skin;
  fine.beginList(list.pairs);
  descent.run(groups, fine, counts.levels);
  fine.endList();
  frame.reach = reach;
  fine.noteDistances(&list.distances);
  for (const SlotPair& pair : list.pairs) fine.push(pair);
  finish();
  fine.noteDistances(nullptr);
  list.seen = frame.aToB;
  list.known = true;
}

void BodyPairSearch::Workspace::finish() {
  fine.finish();
  counts.iterations = fine.sieve().iterations();
  counts.fallbacks = fine.sieve().fallbacks();
}

BodyPairSearch::BodyPairSearch(const BodyPairOptions& options) : workspace_(std::make_unique<Workspace>()) {
  requireValid(options);
  workspace_->options = options;
}

BodyPairSearch::~BodyPairSearch() = default;
BodyPairSearch::BodyPairSearch(BodyPairSearch&&) noexcept = default;
BodyPairSearch& BodyPairSearch::operator=(BodyPairSearch&&) noexcept = default;

void BodyPairSearch::findContacts(const PlacedShape& a, const PlacedShape& b, double reach,
                                  std::vector<TriangleContact>& contacts) {
  workspace_->begin(a, b, reach, Wanted::All, contacts);
  workspace_->search();
}

void BodyPairSearch::findContacts(const PlacedShape& a, const PlacedShape& b, double reach, double skin,
                                  NearPairs& list, std::vector<TriangleContact>& contacts) {
  workspace_->begin(a, b, reach, Wanted::All, contacts);
  workspace_->searchList(skin, list);
}

void BodyPairSearch::findCandidates(const PlacedShape& a, const PlacedShape& b, double reach,
                                    std::vector<TriangleContact>& candidates) {
  workspace_->begin(a, b, reach, Wanted::Candidates, candidates);
  workspace_->search();
}

void BodyPairSearch::findCandidates(const PlacedShape& a, const PlacedShape& b, double reach,
                                    std::vector<std::pair<Index, Index>>& candidates) {
  std::vector<TriangleContact>& found = workspace_->found;
  found.clear();
  findCandidates(a, b, reach, found);
  for (const TriangleContact& pair : found) candidates.emplace_back(pair.triangleA, pair.triangleB);
}

void BodyPairSearch::findCandidates(const PlacedShape& a, const PlacedShape& b, double reach, double skin,
                                    NearPairs& list, std::vector<TriangleContact>& candidates) {
  workspace_->begin(a, b, reach, Wanted::Candidates, candidates);
  workspace_->searchList(skin, list);
}

bool BodyPairSearch::touches(const PlacedShape& a, const PlacedShape& b, double reach) {
  workspace_->found.clear();
  workspace_->begin(a, b, reach, Wanted::Any, workspace_->found);
  workspace_->search();
  return !workspace_->found.empty();
}

TriangleContact BodyPairSearch::nearest(const PlacedShape& a, const PlacedShape& b, double atMost) {
  workspace_->found.clear();
  workspace_->begin(a, b, 0, Wanted::Nearest, workspace_->found);
  workspace_->frame.reach = std::min(atMost, firstGuess(workspace_->frame, workspace_->groups.trees()));
  workspace_->search();
  return workspace_->found.front();
}

const SearchCounts& BodyPairSearch::counts() const {
  return workspace_->counts;
}

}  // namespace talus
