#include "assembly/assembly_check.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>
#include <utility>

#include "assembly/motion_clearance.h"
#include "assembly/pair_judgement.h"
#include "assembly/pair_rules.h"
#include "base/error.h"
#include "base/number_text.h"
#include "base/parallel.h"

namespace talus {

namespace {

using PairOfParts = std::pair<Index, Index>;

constexpr double preparationEnd = 0.2;  // of the progress

void requireTwo(std::span<const AssemblyPart> parts) {
  if (parts.size() >= 2) return;
  throw Error(std::string("An assembly needs at least two parts, but there is ") +
                  (parts.empty() ? "none" : "one only"),
              "", "Select or give several surfaces at once, or a composite with a block for each part");
}

void requireClosed(const PreparedPart& part) {
  if (part.isClosed()) return;
  throw Error(part.name() + " is not closed: " + counted(part.openEdges(), "edge lacks", "edges lack") +
                  " a neighbour, the first one near " + placeText(part.firstOpening()),
              "", "Run Surface Check to see its holes, and close them; or let open parts be undecided",
              {.surface = part.name()});
}

std::vector<std::optional<PreparedPart>> prepare(std::span<const AssemblyPart> parts,
                                                 const AssemblyOptions& options, Context& context) {
  std::vector<std::optional<PreparedPart>> made(parts.size());
  std::vector<std::optional<Error>> faults(parts.size());  // so that the first one is told on any threads
  parallelChunks(parts.size(), 1, context, [&](std::size_t i, std::size_t) {
    try {
      made[i].emplace(parts[i], options.insideRule);
      if (options.openParts == OpenParts::Refuse) requireClosed(*made[i]);
    } catch (const Error& fault) {
      faults[i] = fault;
    }
  });
  for (const std::optional<Error>& fault : faults)
    if (fault) throw *fault;
  return made;
}

// The pairs whose boxes are no farther apart than the reach, and those of which something is expected.
std::vector<PairOfParts> nearPairs(const std::vector<std::optional<PreparedPart>>& parts, double reach,
                                   const PairRules& rules) {
  std::vector<Box> boxes;
  for (const auto& part : parts) boxes.push_back(part->bounds());
  const BoxTree tree(boxes);
  std::vector<PairOfParts> pairs = rules.expectedPairs();
  tree.queryPairs(
      tree, [reach] { return reach * reach; },
      [&](Index i, Index j) {
        if (i < j) pairs.emplace_back(i, j);
      });
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

// Frees what parts need for searches after the last pair of each.
class PartReleases {
 public:
  PartReleases(std::vector<std::optional<PreparedPart>>& parts, std::span<const PairOfParts> pairs)
      : parts_(parts), left_(parts.size()) {
    for (const auto& [a, b] : pairs)
      for (const Index part : {a, b}) ++left_[static_cast<std::size_t>(part)];
  }

  // By any thread, once for each pair.
  void finish(const PairOfParts& pair) {
    for (const Index part : {pair.first, pair.second})
      if (--left_[static_cast<std::size_t>(part)] == 0)
        parts_[static_cast<std::size_t>(part)]->releaseSearches();
  }

 private:
  std::vector<std::optional<PreparedPart>>& parts_;
  std::vector<std::atomic<std::int64_t>> left_;
};

// The time in which parts move.
std::pair<double, double> timesOf(std::span<const PartMotion> motions) {
  double begin = std::numeric_limits<double>::infinity(), end = -begin;
  for (const PartMotion& motion : motions) {
    begin = std::min(begin, motion.times.front());
    end = std::max(end, motion.times.back());
  }
  return {begin, end};
}

// How far the points of a part move from where it is given, at most.
double travelOf(const PreparedPart& part, const PartMotion& motion) {
  double distance = 0, way = 0;
  for (int corner = 0; corner < 8; ++corner)
    distance = std::max(distance, (part.bounds().corner(static_cast<Box::CornerType>(corner)) - motion.centre)
                                      .cross(motion.axis.normalized())
                                      .norm());
  for (std::size_t row = 0; row < motion.times.size(); ++row) {
    double reach = 0;
    if (!motion.angles.empty()) reach += std::abs(motion.angles[row]) * distance;
    if (!motion.displacements.empty()) reach += motion.displacements[row].norm();
    way = std::max(way, reach);
  }
  return way;
}

// The pairs of parts that may come within the reach of each other while they move.
std::vector<PairOfParts> movingPairs(const std::vector<std::optional<PreparedPart>>& parts,
                                     std::span<const PartMotion> motions, const MotionSearch& search,
                                     double reach) {
  if (motions.empty()) return {};
  std::vector<double> travel(parts.size(), 0);
  for (const PartMotion& motion : motions)
    travel[static_cast<std::size_t>(motion.part)] =
        travelOf(*parts[static_cast<std::size_t>(motion.part)], motion);
  std::vector<PairOfParts> pairs;
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (std::size_t j = i + 1; j < parts.size(); ++j) {
      const PairOfParts pair(static_cast<Index>(i), static_cast<Index>(j));
      if (search.moves(pair.first, pair.second) &&
          parts[i]->bounds().exteriorDistance(parts[j]->bounds()) <= reach + travel[i] + travel[j])
        pairs.push_back(pair);
    }
  return pairs;
}

// Sizes that fall into groups a thousandfold apart are often given in different units.
std::string unitRemark(const std::vector<std::optional<PreparedPart>>& parts) {
  constexpr double unitRatio = 300;
  std::vector<std::pair<double, std::size_t>> sizes;
  for (std::size_t i = 0; i < parts.size(); ++i) sizes.emplace_back(parts[i]->bounds().sizes().maxCoeff(), i);
  std::sort(sizes.begin(), sizes.end());
  for (std::size_t i = 1; i < sizes.size(); ++i) {
    const auto& [small, first] = sizes[i - 1];
    const auto& [large, second] = sizes[i];
    if (large < unitRatio * small) continue;
    return parts[second]->name() + " is " + roundedText(large) + " across, " + parts[first]->name() +
           " only " + roundedText(small) + ": parts may be given in different units.";
  }
  return "";
}

std::string roundingRemark(const AssemblyReport& report, std::span<const AssemblyPart> parts) {
  std::int64_t count = 0;
  const AssemblyPair* first = nullptr;
  for (const AssemblyPair& pair : report.pairs) {
    const PairOverlap* shown = pair.shownOverlap();
    if (shown == nullptr || shown->body.rounding.intersections + shown->body.rounding.degenerate == 0)
      continue;
    if (count++ == 0) first = &pair;
  }
  if (count == 0) return "";
  return "The surfaces of " +
         counted(count, "overlap intersect themselves", "overlaps intersect themselves") +
         ", the first that of " + parts[static_cast<std::size_t>(first->a)].name + " and " +
         parts[static_cast<std::size_t>(first->b)].name +
         ": points lie closer to each other there than doubles can express. The volumes are right.";
}

std::string sweptRemark(const AssemblyReport& report, std::span<const AssemblyPart> parts, double accuracy) {
  std::int64_t count = 0;
  const AssemblyPair* first = nullptr;
  for (const AssemblyPair& pair : report.pairs)
    if (pair.motion && pair.motion->swept.volume > 0 &&
        pair.motion->swept.certified > (1 + accuracy) * pair.motion->swept.volume && count++ == 0)
      first = &pair;
  if (count == 0) return "";
  return "The largest overlap in the motion is not proven to the accuracy for " +
         counted(count, "pair", "pairs") + ", the first " + parts[static_cast<std::size_t>(first->a)].name +
         " and " + parts[static_cast<std::size_t>(first->b)].name + ": none is larger than " +
         roundedText(first->motion->swept.certified) + ".";
}

std::string motionRemark(const AssemblyReport& report, std::span<const AssemblyPart> parts) {
  std::int64_t count = 0;
  const AssemblyPair* first = nullptr;
  for (const AssemblyPair& pair : report.pairs)
    if (pair.motion && !pair.motion->complete && count++ == 0) first = &pair;
  if (count == 0) return "";
  return "The least clearance in the motion is not proven to the accuracy for " +
         counted(count, "pair", "pairs") + ", the first " + parts[static_cast<std::size_t>(first->a)].name +
         " and " + parts[static_cast<std::size_t>(first->b)].name +
         ": they stay so close to each other for so long that it would take too many steps.";
}

std::vector<Index> givenTriangles(const PreparedPart& part, std::vector<Index> triangles) {
  for (Index& triangle : triangles) triangle = part.givenTriangle(triangle);
  std::sort(triangles.begin(), triangles.end());
  triangles.erase(std::unique(triangles.begin(), triangles.end()), triangles.end());
  return triangles;
}

// Triangles as they are numbered in the surfaces that were given.
void giveNumbers(const PreparedPart& a, const PreparedPart& b, AssemblyPair& pair) {
  if (pair.nearest.found()) {
    pair.nearest.triangleA = a.givenTriangle(pair.nearest.triangleA);
    pair.nearest.triangleB = b.givenTriangle(pair.nearest.triangleB);
  }
  if (!pair.contact) return;
  const auto contact = std::make_shared<PairContact>(*pair.contact);
  contact->facesA = givenTriangles(a, contact->facesA);
  contact->facesB = givenTriangles(b, contact->facesB);
  pair.contact = contact;
}

void noteMotion(Index number, AssemblyReport& report) {
  const MotionClearance& motion = *report.pairs[static_cast<std::size_t>(number)].motion;
  const auto leastOf = [&](Index pair) { return report.pairs[static_cast<std::size_t>(pair)].motion->least; };
  const auto contactOf = [&](Index pair) {
    return report.pairs[static_cast<std::size_t>(pair)].motion->contactTime;
  };
  if (motion.meets()) {
    ++report.collisions;
    if (report.firstCollision < 0 || motion.contactTime < contactOf(report.firstCollision))
      report.firstCollision = number;
  } else if (!motion.touchesAtBegin &&
             (report.nearestInMotion < 0 || motion.least < leastOf(report.nearestInMotion))) {
    report.nearestInMotion = number;
  }
}

void summarise(AssemblyReport& report) {
  std::pair<double, double> most(0, 0);  // penetration and, of the same body twice, volume
  double clearance = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < report.pairs.size(); ++i) {
    const AssemblyPair& pair = report.pairs[i];
    ++report.counts[static_cast<std::size_t>(pair.relation)];
    if (pair.finding != AssemblyFinding::None) ++report.findings;
    const std::pair now(pair.penetration(), pair.volume());
    if (isOverlap(pair.relation) && (report.deepest < 0 || now > most)) {
      report.deepest = static_cast<Index>(i);
      most = now;
    }
    if (pair.motion && !isOverlap(pair.relation)) noteMotion(static_cast<Index>(i), report);
    if (pair.relation == Relation::Apart && pair.clearance() < clearance) {
      report.nearest = static_cast<Index>(i);
      clearance = pair.clearance();
    }
  }
}

}  // namespace

AssemblyReport checkAssembly(std::span<const AssemblyPart> parts, const AssemblyOptions& options,
                             Context& context) {
  requireValid(options);
  requireTwo(parts);
  std::vector<std::string> names;
  for (const AssemblyPart& part : parts) names.push_back(part.name);
  const PairRules rules(names, options.ignore, options.expect);
  context.beginStage(preparationEnd, static_cast<std::int64_t>(parts.size()));
  auto made = prepare(parts, options, context);

  AssemblyReport report;
  report.parts = static_cast<std::int64_t>(parts.size());
  const PairJudge judge(options);
  std::vector<PairOfParts> near = nearPairs(made, judge.reach(), rules);
  const std::vector<PartMotion> motions =
      options.motion.empty() ? std::vector<PartMotion>() : readMotions(options.motion, names);
  const auto [begin, end] = timesOf(motions);
  const MotionSearch search(motions, {.begin = begin,
                                      .end = end,
                                      .accuracy = options.motionAccuracy,
                                      .limit = judge.reach(),
                                      .tolerance = options.tolerance,
                                      .overlaps = options.overlaps,
                                      .depths = options.depths});
  const std::vector<PairOfParts> moving = movingPairs(made, motions, search, judge.reach());
  near.insert(near.end(), moving.begin(), moving.end());
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  const auto all = report.parts * (report.parts - 1) / 2;
  report.farPairs = all - static_cast<std::int64_t>(near.size());
  report.ignoredPairs = static_cast<std::int64_t>(
      std::erase_if(near, [&](const PairOfParts& pair) { return rules.ignores(pair.first, pair.second); }));

  report.pairs.resize(near.size());
  PartReleases releases(made, near);
  context.beginStage(1, static_cast<std::int64_t>(near.size()));
  parallelChunks(near.size(), 1, context, [&](std::size_t i, std::size_t) {
    const Index a = near[i].first, b = near[i].second;
    AssemblyPair& pair = report.pairs[i];
    pair.a = a;
    pair.b = b;
    const PreparedPart &first = *made[static_cast<std::size_t>(a)],
                       &second = *made[static_cast<std::size_t>(b)];
    judge.judge(first, second, pair, context);
    if (options.insideRule == InsideRule::NonZero) giveNumbers(first, second, pair);
    if (pair.relation != Relation::Undecided && std::binary_search(moving.begin(), moving.end(), near[i]))
      pair.motion = std::make_shared<const MotionClearance>(search.find(a, first, b, second, context));
    judge.findFault(rules.expectation(a, b), pair);
    releases.finish(near[i]);
  });
  report.farPairs +=
      static_cast<std::int64_t>(std::erase_if(report.pairs, [&judge](const AssemblyPair& pair) {
        return pair.relation == Relation::Apart && !pair.nearest.found() &&
               pair.finding == AssemblyFinding::None && !(pair.motion && pair.motion->least <= judge.reach());
      }));
  summarise(report);
  for (const std::string& remark :
       {unitRemark(made), roundingRemark(report, parts), motionRemark(report, parts),
        sweptRemark(report, parts, options.motionAccuracy)})
    if (!remark.empty()) report.remarks.push_back(remark);
  return report;
}

}  // namespace talus
