#include "contact/scene/relation_summary.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>
#include <utility>

#include "base/number_text.h"

namespace talus {

namespace {

bool precedes(const NotedPair& p, const NotedPair& q) {
  return std::tuple(p.gap, p.a, p.b) < std::tuple(q.gap, q.a, q.b);
}

void note(NotedPair& noted, const NotedPair& pair) {
  if (precedes(pair, noted)) noted = pair;
}

NotedPair notedPair(const ContactState& state, const PairContacts& pair,
                    const std::vector<std::int64_t>& ids) {
  NotedPair noted;
  for (const Contact& contact : std::span(state.contacts).subspan(pair.first, pair.count))
    noted.gap = std::min(noted.gap, contact.gap);
  noted.a = ids[static_cast<std::size_t>(pair.bodies.first)];
  noted.b = ids[static_cast<std::size_t>(pair.bodies.second)];
  if (noted.b < noted.a) std::swap(noted.a, noted.b);
  return noted;
}

std::string joined(const std::vector<std::string>& texts, const char* separator) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : separator) + text;
  return all;
}

}  // namespace

const std::array<std::string, relations>& relationNames() {
  static const std::array<std::string, relations> names{"apart",     "touching",  "interfering",
                                                        "contained", "duplicate", "undecided"};
  return names;
}

void RelationSummary::add(const RelationSummary& other) {
  for (std::size_t i = 0; i < relations; ++i) pairs[i] += other.pairs[i];
  note(deepest, other.deepest);
  note(nearest, other.nearest);
}

RelationSummary relationSummary(const ContactState& state, const std::vector<std::int64_t>& ids) {
  RelationSummary summary;
  for (const PairContacts& pair : state.pairs) {
    const Relation relation = pair.doubts.relation;
    ++summary.pairs[static_cast<std::size_t>(relation)];
    if (isOverlap(relation)) note(summary.deepest, notedPair(state, pair, ids));
    if (relation == Relation::Apart) note(summary.nearest, notedPair(state, pair, ids));
  }
  return summary;
}

std::int64_t pairsOf(std::int64_t bodies, std::int64_t walls) {
  return bodies * (bodies - 1) / 2 - walls * (walls - 1) / 2;
}

std::string sentenceOf(const RelationSummary& summary, double reach,
                       const std::function<std::string(std::int64_t)>& nameOf) {
  constexpr double leastKnownDepth = 1e-300;  // depths below are not known, only their sign
  const auto count = [&](Relation relation) { return summary.pairs[static_cast<std::size_t>(relation)]; };
  const auto told = [&](const char* what, const NotedPair& pair) {
    return what + roundedText(std::abs(pair.gap)) + " between " + nameOf(pair.a) + " and " + nameOf(pair.b);
  };
  std::vector<std::string> overlaps, clauses;
  const auto add = [&](Relation relation, const char* one, const char* many, std::vector<std::string>& to) {
    if (count(relation) > 0) to.push_back(counted(count(relation), one, many));
  };
  add(Relation::Interfering, "pair overlaps", "pairs overlap", overlaps);
  add(Relation::Contained, "body lies in another one", "bodies lie in others", overlaps);
  add(Relation::Duplicate, "pair is the same solid twice", "pairs are the same solid twice", overlaps);
  if (!overlaps.empty()) {
    if (summary.deepest.gap < -leastKnownDepth) overlaps.push_back(told("deepest ", summary.deepest));
    clauses.push_back(joined(overlaps, ", "));
  }
  add(Relation::Touching, "pair touches", "pairs touch", clauses);
  add(Relation::Apart, "pair is apart", "pairs are apart", clauses);
  if (count(Relation::Apart) > 0)
    clauses.back() += summary.nearest.exists() ? told(", nearest ", summary.nearest)
                                               : " by more than " + roundedText(reach);
  add(Relation::Undecided, "pair is undecided", "pairs are undecided", clauses);
  return clauses.empty() ? "No pairs: there are fewer than two bodies, or none that moves"
                         : joined(clauses, "; ");
}

}  // namespace talus
