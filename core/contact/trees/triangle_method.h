#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/added_methods.h"
#include "contact/trees/group_visit.h"
#include "contact/triangles/triangle_pair_batch.h"
#include "options/pair_search_options.h"

namespace talus {

struct PairFrame;
struct SieveRule;

/// A method for pairs of triangles that another library adds: it takes the place of the certified bounds.
/// Keeps its buffers: one object per search.
class TriangleMethod {
 public:
  virtual ~TriangleMethod() = default;

  /// Fills open[n] as visitGroups() does. @return the number of comparisons.
  virtual std::int64_t open(const PlacedTrees& trees, const PairFrame& frame, const SieveRule& rule,
                            std::span<const GroupPair> visits, std::span<std::uint64_t> open) = 0;
  /// Sets a bit for each fine pair that is to be computed in double; the others are no contacts.
  /// @return how many of them it could not decide.
  virtual std::int64_t choose(const PairFrame& frame, const SieveRule& rule, const PairBatch<float>& pairs,
                              PairBits& chosen) = 0;
};

/// The methods that another library adds. Comparison, too: of surrogates.
AddedMethods<TrianglePairMethod, std::unique_ptr<TriangleMethod> (*)()>& addedTriangleMethods();

}  // namespace talus
