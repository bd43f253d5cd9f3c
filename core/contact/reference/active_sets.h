#pragma once

#include <optional>
#include <span>
#include <vector>

#include "contact/search/body_pair.h"
#include "contact/trees/reference/surrogate_stream.h"

namespace talus {

/// A group of siblings in an active set.
struct ActiveGroup {
  Index group = 0;
  Index parent = -1;           ///< in the list, before this one; −1: the root
  std::uint8_t lanes = 0;      ///< that are active; the others are replaced by their children
  std::uint8_t collapsed = 0;  ///< lanes that took the place of their children again: the memory set
};

/// The resolution of a body for another one: surrogates and fine triangles that cover it, each part once. The
/// active ones are a cut through the surrogate tree; the list holds what is above, too, parents first.
using ActiveSet = std::vector<ActiveGroup>;

/// A(pᵢ, pⱼ) and A(pⱼ, pᵢ) of two bodies. Plain data.
struct ActiveSets {
  ActiveSet a, b;
  bool changed = true;  ///< by the last look
  int looks = 0;        ///< since they were set to the roots
};

/// A contact estimated from surrogates, in the world. Triangles that touch need not exist there.
struct CoarseContact {
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::Zero();  ///< unit, from A to B
  double fraction = 0;         ///< mean of 1 − gap / reach, epsilons included; 0 to 1
};

/// The search for contacts of Noble and Weinzierl's Algorithm 6: one look compares all pairs of two active
/// sets, and prepares the next, which is a level finer where triangles were near and one coarser where none
/// were.
///
/// * Widening: a surrogate that is near any active triangle of the other body is replaced by its children.
/// * Narrowing: surrogates or fine triangles none of which is near anything are replaced by their parent.
///   Siblings come and go together, a parent is never active beside its children: the clean-up of the paper
///   holds by construction, also where siblings are of different levels.
/// * Memory set (remark 5): a parent takes its children's place once in a step; when it had to be replaced
///   again, they stay. Without it sets go back and forth for ever wherever surrogates are near and the
///   children are not.
///
/// Once nothing changes, the contacts are all that there are (Lemma 5.7). Coarse contacts of a pair of bodies
/// are summed up as one.
class ActiveSetSearch {
 public:
  explicit ActiveSetSearch(const BodyPairOptions& options = {}) : options_(options) {}

  /// Appends the contacts among active fine triangles; coarse() has the others.
  /// @param sets of these two bodies; of none: begins with the roots. @param memory whether there is a memory
  /// set. Cost: product of the sets.
  void look(const PlacedShape& a, const PlacedShape& b, double reach, bool memory, ActiveSets& sets,
            std::vector<TriangleContact>& contacts);
  /// The mean contact of the pairs that were not both fine in the last look.
  const std::optional<CoarseContact>& coarse() const { return coarse_; }
  const SearchCounts& counts() const { return counts_; }

 private:
  void compare(const ActiveSets& sets);
  void judge(std::size_t n);
  void addCoarse(const GroupPair& visit, unsigned lane, unsigned other);
  static bool widen(std::span<const SurrogateGroup> groups, std::vector<std::uint8_t>& near, ActiveSet& set);
  static bool narrow(std::span<const SurrogateGroup> groups, bool memory, std::size_t count,
                     const std::vector<std::uint8_t>& near, ActiveSet& set);

  SurrogateStream stream_;  // aligned, as the sieve is: first
  PairSieve sieve_;
  BodyPairOptions options_;
  PairFrame frame_;
  PlacedTrees trees_;
  SearchCounts counts_;
  std::vector<GroupPair> visits_;
  std::vector<std::pair<std::size_t, std::size_t>> places_;  // of the visits' groups in the sets
  std::vector<std::uint64_t> open_;
  std::vector<std::uint8_t> nearA_, nearB_;  // lanes of each group that are near
  CoarseContact sum_;
  std::int64_t summed_ = 0;
  std::optional<CoarseContact> coarse_;
};

}  // namespace talus
