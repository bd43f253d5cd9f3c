#include "contact/search/body_pair.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "base/error.h"
#include "base/number_text.h"
#include "contact/search/group_visit.h"
#include "contact/search/surrogate_stream.h"
#include "geometry/distance/point_distance.h"

namespace talus {

namespace {

constexpr unsigned groupSize = SurrogateGroup::size;

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

}  // namespace

std::int64_t SearchCounts::comparisons() const {
  return std::accumulate(levels.begin(), levels.end(), std::int64_t{0},
                         [](std::int64_t sum, const LevelCounts& level) { return sum + level.comparisons; });
}

// ---- The search ----

struct BodyPairSearch::Workspace {
  PairSieve sieve;
  SurrogateStream stream;
  BodyPairOptions options;
  SearchCounts counts;
  PairFrame frame;
  PlacedTrees trees;
  SieveRule rule;
  std::vector<GroupPair> level, next;
  std::vector<std::uint64_t> open;
  std::vector<TriangleContact> found;
  std::vector<SlotPair>* listed = nullptr;  // where fine pairs go instead of the sieve
  const std::vector<TriangleContact>* kept = nullptr;
  std::size_t before = 0;  // contacts of others

  void begin(const PlacedShape& a, const PlacedShape& b, double reach, Wanted wanted,
             std::vector<TriangleContact>& contacts);
  void search();
  void finish();
  void descend();
  void searchList(double skin, NearPairs& list);
  void listPairs(double skin, NearPairs& list);
  void compareAll();
  void openLevel(std::size_t chunk);
  void openChunk(std::span<const GroupPair> visits, LevelCounts& count);
  void requireRoom() const;
  void follow(const GroupPair& visit, std::uint64_t pairs);
  void sift(const GroupPair& visit, std::uint64_t pairs);
  double firstGuess();
};

void BodyPairSearch::Workspace::begin(const PlacedShape& a, const PlacedShape& b, double reach, Wanted wanted,
                                      std::vector<TriangleContact>& contacts) {
  frame = pairFrame(a, b, reach);
  rule = {options.method, options.iterationTolerance};
  if (wanted == Wanted::Nearest) rule.method = TrianglePairMethod::Certified;
  trees = placedTrees(frame);
  sieve.begin(frame, wanted, rule, contacts);
  kept = &contacts;
  before = contacts.size();
  counts.levels.clear();
  level.clear();
  next.clear();
}

void BodyPairSearch::Workspace::search() {
  if (options.search == BodySearch::Flat)
    compareAll();
  else
    descend();
  finish();
}

void BodyPairSearch::Workspace::descend() {
  level.push_back({0, 0, filledLanes(trees.groupsA[0]), filledLanes(trees.groupsB[0])});
  constexpr std::size_t chunk = 64;
  while (!level.empty() && !sieve.done()) {
    openLevel(chunk);
    level.swap(next);
    next.clear();
  }
}

void BodyPairSearch::Workspace::searchList(double skin, NearPairs& list) {
  if (list.cover(frame, skin / frame.toWorld.ratio)) {
    counts.levels.assign(std::max(frame.a->tree().levelCount(), frame.b->tree().levelCount()), {});
    counts.levels.back().comparisons = static_cast<std::int64_t>(list.pairs.size());
  } else {
    listPairs(skin, list);
  }
  for (const SlotPair& pair : list.pairs) sieve.push(pair.a, pair.b);
  finish();
}

void BodyPairSearch::Workspace::finish() {
  sieve.flush();
  requireRoom();
  counts.iterations = sieve.iterations();
  counts.fallbacks = sieve.fallbacks();
}

void BodyPairSearch::Workspace::listPairs(double skin, NearPairs& list) {
  const double reach = frame.reach;
  frame.reach += skin;
  trees = placedTrees(frame);
  list = {.pairs = std::move(list.pairs), .seen = frame.aToB, .known = true};
  list.pairs.clear();
  listed = &list.pairs;
  descend();
  listed = nullptr;
  frame.reach = reach;
}

void BodyPairSearch::Workspace::compareAll() {
  const auto groupsA = frame.a->tree().groups();
  const auto groupsB = frame.b->tree().groups();
  counts.levels.emplace_back();
  for (std::size_t i = 0; i < groupsA.size() && !sieve.done(); ++i) {
    if (groupsA[i].leaf == 0) continue;
    level.clear();
    for (std::size_t j = 0; j < groupsB.size(); ++j)
      if (groupsB[j].leaf != 0)
        level.push_back(
            {static_cast<Index>(i), static_cast<Index>(j), filledLanes(groupsA[i]), filledLanes(groupsB[j])});
    openChunk(level, counts.levels.back());
  }
}

// The reach may shrink from chunk to chunk.
void BodyPairSearch::Workspace::openLevel(std::size_t chunk) {
  LevelCounts count;
  for (std::size_t begin = 0; begin < level.size() && !sieve.done(); begin += chunk)
    openChunk(std::span(level).subspan(begin, std::min(chunk, level.size() - begin)), count);
  counts.levels.push_back(count);
}

void BodyPairSearch::Workspace::openChunk(std::span<const GroupPair> visits, LevelCounts& count) {
  trees.reach = searchReach(frame);
  open.resize(std::max(open.size(), visits.size()));
  count.visits += static_cast<std::int64_t>(visits.size());
  if (rule.method == TrianglePairMethod::Certified) {
    const VisitCounts compared = visitGroups(trees, visits, open);
    count.spheres += compared.spheres;
    count.comparisons += compared.triangles;
  } else {
    stream.open(trees, frame, rule, visits, open);
    count.comparisons += stream.comparisons();
  }
  for (std::size_t n = 0; n < visits.size(); ++n)
    if (open[n] != 0) follow(visits[n], open[n]);
  requireRoom();
}

void BodyPairSearch::Workspace::requireRoom() const {
  const std::size_t fine = listed != nullptr ? listed->size() : kept->size() - before;
  if (std::max(fine, next.size()) <= options.maximumPairs) return;
  const auto count = [](std::size_t n) { return std::to_string(n); };
  throw Error("The halos are too large for these bodies: too many triangles are in contact",
              "more than " + count(options.maximumPairs) + " pairs of " + count(frame.a->triangleCount()) +
                  " and " + count(frame.b->triangleCount()) + " triangles are within " +
                  numberText(frame.reach),
              "Give a halo that is small against the bodies, such as 1 % of a diameter, or coarser surfaces");
}

void BodyPairSearch::Workspace::follow(const GroupPair& visit, std::uint64_t pairs) {
  if (trees.groupsA[visit.a].leaf != 0 && trees.groupsB[visit.b].leaf != 0) return sift(visit, pairs);
  openPairs(trees, visit, pairs, next);
}

void BodyPairSearch::Workspace::sift(const GroupPair& visit, std::uint64_t pairs) {
  for (std::uint64_t rest = pairs; rest != 0; rest &= rest - 1) {
    const auto bit = static_cast<unsigned>(__builtin_ctzll(rest));
    const Index a = ContactShape::slot(visit.a, bit / groupSize);
    const Index b = ContactShape::slot(visit.b, bit % groupSize);
    if (listed != nullptr)
      listed->push_back({a, b});
    else
      sieve.push(a, b);
  }
}

// A distance, in the world, between two fine triangles that are near each other: from the roots down into the
// children whose spheres' centres are nearest.
double BodyPairSearch::Workspace::firstGuess() {
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
  const Vec3 middleOfA = frame.aToB(centre(trees.groupsA[0]));
  const Index tb = down(trees.groupsB, middleOfA, {});
  const Index ta = down(trees.groupsA, closestPoint(middleOfA, frame.b->corners(tb)), frame.aToB);
  Corners a = frame.a->corners(ta);
  for (Vec3& corner : a) corner = frame.aToB(corner);
  const double rounding = 1e-6 * frame.margin;
  return (trianglePairDistance(a, frame.b->corners(tb)).gap + rounding) * frame.toWorld.ratio;
}

// ---- The interface ----

BodyPairSearch::BodyPairSearch(const BodyPairOptions& options) : workspace_(std::make_unique<Workspace>()) {
  requireValid(options);
  workspace_->options = options;
}

BodyPairSearch::~BodyPairSearch() = default;
BodyPairSearch::BodyPairSearch(BodyPairSearch&&) noexcept = default;
BodyPairSearch& BodyPairSearch::operator=(BodyPairSearch&&) noexcept = default;

void BodyPairSearch::findContacts(const PlacedShape& a, const PlacedShape& b, double reach,
                                  std::vector<TriangleContact>& contacts) {
  requirePose(a, "A");
  requirePose(b, "B");
  requireReach(reach);
  workspace_->begin(a, b, reach, Wanted::All, contacts);
  workspace_->search();
}

void BodyPairSearch::findContacts(const PlacedShape& a, const PlacedShape& b, double reach, double skin,
                                  NearPairs& list, std::vector<TriangleContact>& contacts) {
  requirePose(a, "A");
  requirePose(b, "B");
  requireReach(reach);
  requireReach(skin);
  workspace_->begin(a, b, reach, Wanted::All, contacts);
  workspace_->searchList(skin, list);
}

bool BodyPairSearch::touches(const PlacedShape& a, const PlacedShape& b, double reach) {
  requirePose(a, "A");
  requirePose(b, "B");
  requireReach(reach);
  workspace_->found.clear();
  workspace_->begin(a, b, reach, Wanted::Any, workspace_->found);
  workspace_->search();
  return !workspace_->found.empty();
}

TriangleContact BodyPairSearch::nearest(const PlacedShape& a, const PlacedShape& b) {
  requirePose(a, "A");
  requirePose(b, "B");
  workspace_->found.clear();
  workspace_->begin(a, b, 0, Wanted::Nearest, workspace_->found);
  workspace_->frame.reach = workspace_->firstGuess();
  workspace_->search();
  return workspace_->found.front();
}

const SearchCounts& BodyPairSearch::counts() const {
  return workspace_->counts;
}

}  // namespace talus
