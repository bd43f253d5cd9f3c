#include "contact/scene/relation_summary.h"

#include <gtest/gtest.h>

namespace talus::test_relation_summary {
namespace {

PairContacts pairOf(Index a, Index b, Relation relation, std::vector<double> gaps, ContactState& state) {
  PairContacts pair;
  pair.bodies = {a, b};
  pair.first = state.contacts.size();
  pair.count = gaps.size();
  pair.doubts.relation = relation;
  for (const double gap : gaps) state.contacts.emplace_back().gap = gap;
  return pair;
}

std::string nameOf(std::int64_t id) {
  return "part_" + std::to_string(id);
}

TEST(RelationSummary, CountsPairsAndNotesTheDeepestAndTheNearest) {
  ContactState state;
  state.pairs = {pairOf(0, 1, Relation::Interfering, {-0.1, 0.01}, state),
                 pairOf(0, 2, Relation::Contained, {-0.25}, state),
                 pairOf(1, 2, Relation::Apart, {0.05, 0.07}, state), pairOf(1, 3, Relation::Apart, {}, state),
                 pairOf(2, 3, Relation::Touching, {0, 0}, state)};
  RelationSummary summary = relationSummary(state, {7, 12, 3, 4});
  EXPECT_EQ(summary.pairs, (std::array<std::int64_t, relations>{2, 1, 1, 1, 0, 0}));
  EXPECT_EQ(
      sentenceOf(summary, 0.1, nameOf),
      "1 pair overlaps, 1 body lies in another one, deepest 0.25 between part_3 and part_7; 1 pair touches; "
      "2 pairs are apart, nearest 0.05 between part_3 and part_12");
  RelationSummary other;
  other.pairs = {3, 0, 2, 0, 1, 1};
  other.deepest = {-1, 20, 21};
  summary.add(other);
  EXPECT_EQ(
      sentenceOf(summary, 0.1, nameOf),
      "3 pairs overlap, 1 body lies in another one, 1 pair is the same solid twice, deepest 1 between "
      "part_20 "
      "and part_21; 1 pair touches; 5 pairs are apart, nearest 0.05 between part_3 and part_12; 1 pair is "
      "undecided");
}

TEST(RelationSummary, SaysWhatIsNotThere) {
  RelationSummary summary;
  EXPECT_EQ(sentenceOf(summary, 0.1, nameOf),
            "No pairs: there are fewer than two bodies, or none that moves");
  summary.pairs[0] = pairsOf(12, 0);
  EXPECT_EQ(sentenceOf(summary, 0.1, nameOf), "66 pairs are apart by more than 0.1");
  EXPECT_EQ(pairsOf(5, 3), 7);
  // An overlap of rounding has a sign and no depth.
  summary.pairs = {0, 0, 1, 0, 0, 0};
  summary.deepest = {-4.9e-324, 1, 2};
  EXPECT_EQ(sentenceOf(summary, 0.1, nameOf), "1 pair overlaps");
}

}  // namespace
}  // namespace talus::test_relation_summary
