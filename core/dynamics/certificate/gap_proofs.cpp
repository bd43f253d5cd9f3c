#include "dynamics/certificate/gap_proofs.h"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

// A pair where motions start.
struct Placed {
  CertifiedBody a, b;
  Pose relative;  // of B in A's frame
  bool hasWall;

  Placed(const GuardedBodies& all, const BodyState& state, const BodyPair& pair)
      : a(all.certified(state, pair.first)),
        b(all.certified(state, pair.second)),
        relative(a.pose.relative(b.pose)),
        hasWall(all.hasWall(pair)) {}
};

// A bound on how far a point of B has moved since, seen from A, m.
double motionSince(const Pose& seen, const Pose& now, const CertifiedBody& a, const CertifiedBody& b) {
  const double shift = a.pose.scale * (now.position - seen.position).norm();
  const double turn = std::sqrt(0.5) * (now.rotation - seen.rotation).norm() * b.extent;
  return (1 + 1e-12) * (shift + turn) + roundingOf(a, b);
}

// An upper bound of the gap by that of the last search. Planes tell less than the gap.
double greatestGap(const SearchedPair& pair, const Placed& bodies) {
  if (!(pair.searched.length > 0) || pair.searched.divided) return std::numeric_limits<double>::infinity();
  const auto& [a, b, now, hasWall] = bodies;
  return pair.searched.length + motionSince(pair.seen, now, a, b) + 4 * pair.rounding;
}

// Whether the last search proves a gap that suffices. If it is a distance, a search now would prove one, too:
// so it does not matter which one is kept.
bool keepsGap(SearchedPair& pair, const Placed& bodies, const BodyMotions& motions) {
  const auto& [a, b, now, hasWall] = bodies;
  pair.rounding = roundingOf(a, b);
  if (!(pair.searched.length > 0)) return false;
  pair.gap = pair.searched;
  if (pair.start == motions.start) return true;
  if (motions.ofWalls > 1 && hasWall) return false;
  pair.gap.length = pair.gap.divided ? gapAcross(a, b, pair.gap.normal)
                                     : pair.searched.length - motionSince(pair.seen, now, a, b);
  if (!(pair.gap.length > 0)) return false;  // nor do planes that no longer separate prove anything
  const StepMotion &ofA = motions[pair.bodies.first], &ofB = motions[pair.bodies.second];
  return pair.gap.divided ? !pair.closes(ofA, ofB, 1, 1) : pair.staysApart(ofA, ofB);
}

void search(SearchedPair& pair, const Placed& bodies, const BodyMotions& motions, GapFinder& finder) {
  const auto& [a, b, now, hasWall] = bodies;
  const double reach = std::min(pair.motionReach(motions[pair.bodies.first], motions[pair.bodies.second]),
                                NearTriangles::firstReach(a, b));
  // Planes will need the triangles within this reach: the nearest pair is likely to be among them.
  const bool isNear = reach > pair.gap.length;
  pair.gap = pair.searched = finder.find(
      a, b, pair.features,
      {.atMost = greatestGap(pair, bodies), .triangles = isNear ? &pair.triangles : nullptr, .reach = reach});
  pair.seen = now;
}

}  // namespace

void GapProofs::prove(const GuardedBodies& bodies, const BodyMotions& motions, std::span<SearchedPair> pairs,
                      std::span<const std::size_t> open) {
  const auto placed = [&](const SearchedPair& pair) { return Placed(bodies, motions.before, pair.bodies); };
  if (!bodies.isDivided())
    return GuardedBodies::forEachPair(open.size(), [&](std::size_t k) {
      SearchedPair& pair = pairs[open[k]];
      const Placed here = placed(pair);
      if (keepsGap(pair, here, motions)) return;
      search(pair, here, motions, finders_.local());
      pair.start = motions.start;
    });
  std::vector<char> kept(open.size());
  GuardedBodies::forEachPair(open.size(), [&](std::size_t k) {
    SearchedPair& pair = pairs[open[k]];
    kept[k] = keepsGap(pair, placed(pair), motions) ? 1 : 0;
  });
  std::vector<SearchedPair*> searched;
  std::vector<BodyPair> numbers;
  for (std::size_t k = 0; k < open.size(); ++k) {
    if (kept[k] != 0) continue;
    SearchedPair& pair = pairs[open[k]];
    pair.start = motions.start;
    searched.push_back(&pair);
    numbers.push_back(pair.bodies);
  }
  DividedWork::Item item;
  item.compute = [&](std::size_t k) {
    search(*searched[k], placed(*searched[k]), motions, finders_.local());
  };
  item.write = [&](std::size_t k, ByteWriter& to) { searched[k]->writeSearch(to); };
  item.read = [&](std::size_t k, ByteReader& from) { searched[k]->readSearch(from); };
  bodies.compute(numbers, sizeof(CertifiedGap) + sizeof(Pose) + sizeof(FeaturePair), item);
}

void SearchedPair::writeSearch(ByteWriter& to) const {
  to.all(searched.length, searched.normal, searched.point, searched.divided, seen, features.has_value(),
         features.value_or(FeaturePair{}));
}

void SearchedPair::readSearch(ByteReader& from) {
  bool known = false;
  FeaturePair pair;
  from.all(searched.length, searched.normal, searched.point, searched.divided, seen, known, pair);
  gap = searched;
  features = known ? std::optional(pair) : std::nullopt;
}

}  // namespace talus
