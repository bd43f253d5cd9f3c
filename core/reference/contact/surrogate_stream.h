#pragma once

#include <cstdint>
#include <span>

#include "contact/trees/group_visit.h"
#include "contact/trees/pair_sieve.h"
#include "reference/contact/triangle_pair_iterate.h"

namespace talus {

/// The paper's test of pairs of triangles. All comparisons of a level's siblings are streamed through one
/// buffer; spheres and bounds exclude none.
class SurrogateStream final : public TriangleMethod {
 public:
  /// Fills open[n] as visitGroups() does, by distances (Comparison) or by iteration: then a pair stays open
  /// if it is a contact or has not terminated (Corollary 5.3). Pairs of two leaves stay open, as PairSieve
  /// decides fine pairs.
  std::int64_t open(const PlacedTrees& trees, const PairFrame& frame, const SieveRule& rule,
                    std::span<const GroupPair> visits, std::span<std::uint64_t> open) override;
  /// Algorithm 4: a contact, no contact, or (Hybrid) an iteration that has not terminated; such a pair is
  /// chosen.
  std::int64_t choose(const PairFrame& frame, const SieveRule& rule, const PairBatch<float>& pairs,
                      PairBits& chosen) override;

 private:
  void add(const PlacedTrees& trees, const GroupPair& visit, std::size_t n);
  void judge();

  const PlacedTrees* trees_ = nullptr;
  const SieveRule* rule_ = nullptr;
  std::span<std::uint64_t> open_;
  float tolerance_ = 0;  // C ε of a pair, in tree B's unit, divided by its reach
  std::int64_t comparisons_ = 0;
  PairBatch<float> batch_;
  std::array<std::size_t, PairBatch<float>::capacity> visit_;
  std::array<unsigned, PairBatch<float>::capacity> bit_;
  PairEstimates estimates_;
  PairIterates iterates_;
};

}  // namespace talus
