#pragma once

#include <optional>
#include <span>
#include <vector>

#include "contact/search/body_pair.h"
#include "reference/contact/surrogate_stream.h"

namespace talus {

/// A group of siblings in an active set.
struct ActiveGroup {
  Index group = 0;
  Index parent = -1;           ///< index in the list, before this one; −1: the root
  std::uint8_t lanes = 0;      ///< active lanes; the others are replaced by their children
  std::uint8_t collapsed = 0;  ///< lanes that have replaced their children again: the memory set
};

/// The resolution of a body in contact with another one: surrogates and fine triangles that cover each part
/// of the body once. The active ones form a cut through the surrogate tree; the list also contains their
/// ancestors, parents first.
using ActiveSet = std::vector<ActiveGroup>;

/// A(pᵢ, pⱼ) and A(pⱼ, pᵢ) of two bodies. Plain data.
struct ActiveSets {
  ActiveSet a, b;
  bool changed = true;  ///< whether the last look changed them
  int looks = 0;        ///< number of looks since the sets were the roots
};

/// A contact estimated from surrogates, in the world. There need not be any touching triangles.
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
/// * Narrowing: siblings, surrogates or fine triangles, are replaced by their parent if none of them is near
///   an active triangle. Siblings are added and removed together, and a parent is never active together with
///   its children: the paper's clean-up holds by construction, even if siblings have different levels.
/// * Memory set (remark 5): a parent replaces its children once per step; if it must be widened again, the
///   children stay. Without the memory set, the sets alternate for ever wherever surrogates are near but
///   their children are not.
///
/// Once the sets no longer change, all contacts are found (Lemma 5.7). The coarse contacts of a pair of
/// bodies are averaged to one.
class ActiveSetSearch {
 public:
  explicit ActiveSetSearch(const BodyPairOptions& options = {}) : options_(options) {}

  /// Appends the contacts among active fine triangles; coarse() has the others.
  /// @param sets of these two bodies; if empty, the search starts with the roots. @param memory whether to
  /// use the memory set.
  /// Cost: product of the sizes of the sets.
  void look(const PlacedShape& a, const PlacedShape& b, double reach, bool memory, ActiveSets& sets,
            std::vector<TriangleContact>& contacts);
  /// The mean contact of the last look's pairs with at least one surrogate; none if there was no such
  /// contact.
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
  std::vector<std::pair<std::size_t, std::size_t>> places_;  // indices of the visits' groups in the sets
  std::vector<std::uint64_t> open_;
  std::vector<std::uint8_t> nearA_, nearB_;  // lanes of each group that are near
  CoarseContact sum_;
  std::int64_t summed_ = 0;
  std::optional<CoarseContact> coarse_;
};

}  // namespace talus
