#pragma once

#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "contact/search/near_pairs.h"
#include "contact/search/search_counts.h"
#include "contact/trees/pair_descent.h"
#include "contact/triangles/triangle_pair.h"
#include "options/pair_search_options.h"

namespace talus {

/// Finds the pairs of triangles of two surfaces that are near each other. Only surfaces are compared: a body
/// deep inside another one is not found.
///
/// Noble and Weinzierl, Algorithm 5. Both trees are descended level by level; one list holds a level's pairs
/// of groups of eight siblings. Certified excludes pairs by bounding spheres and lower bounds, eight at a
/// time; the remaining fine pairs are packed and compared in float, and those that float does not exclude are
/// computed in double. The set of contacts is that of the flat search in double; its order is deterministic.
///
/// Coordinates are relative to body B, in a unit in which B has about size 1, so bodies far from the world's
/// origin lose no accuracy. Buffers are kept between calls; use one object per thread.
/// Cost: 1 to 5 µs for bodies of 1 280 triangles with a gap of 0.5 % of the diameter; 60 to 100 ns per
/// contact.
class BodyPairSearch {
 public:
  /// @throws Error an iteration tolerance that is not positive.
  explicit BodyPairSearch(const BodyPairOptions& options = {});
  ~BodyPairSearch();
  BodyPairSearch(BodyPairSearch&&) noexcept;
  BodyPairSearch& operator=(BodyPairSearch&&) noexcept;

  /// Appends every pair of triangles whose distance is at most `reach`: the sum of the bodies' halos, ≥ 0.
  /// @throws Error a pose that is not finite, a scale that is not positive, a reach that is negative or NaN,
  /// or so large that there are more pairs than the options allow.
  void findContacts(const PlacedShape& a, const PlacedShape& b, double reach,
                    std::vector<TriangleContact>& contacts);

  /// The same contacts from a list of pairs that is kept between calls. The list holds all pairs within the
  /// reach plus a skin, and is rebuilt only when the bodies have moved too far for a call's reach. A call
  /// without a rebuild takes 15 ns per listed pair that may be within reach, and 50 ns per contact.
  /// @param skin a length ≥ 0. @param list of these two bodies; empty at first. Throws as findContacts.
  void findContacts(const PlacedShape& a, const PlacedShape& b, double reach, double skin, NearPairs& list,
                    std::vector<TriangleContact>& contacts);

  /// Appends all pairs of triangles that single precision cannot prove farther apart than the reach: all
  /// within the reach, and at most few others. Only their triangles are set, and as the gap a lower bound of
  /// it: 0 if they may share a point. The order depends on nothing but the poses and the reach. Always by
  /// Certified. Takes two thirds of the time of findContacts, whose errors it throws.
  void findCandidates(const PlacedShape& a, const PlacedShape& b, double reach,
                      std::vector<TriangleContact>& candidates);
  /// The same, but only the triangles.
  void findCandidates(const PlacedShape& a, const PlacedShape& b, double reach,
                      std::vector<std::pair<Index, Index>>& candidates);
  /// The same from a list of pairs, see findContacts.
  void findCandidates(const PlacedShape& a, const PlacedShape& b, double reach, double skin, NearPairs& list,
                      std::vector<TriangleContact>& candidates);

  /// Whether there is any such pair; faster than finding all. Throws as findContacts.
  bool touches(const PlacedShape& a, const PlacedShape& b, double reach);

  /// The nearest pair of triangles, or one of them; the gap is accurate to about 1e-15 of the bodies' sizes
  /// and distance. Always by Certified, which replaces other methods. Throws as findContacts.
  /// @param atMost an upper bound of the gap, which saves time.
  TriangleContact nearest(const PlacedShape& a, const PlacedShape& b,
                          double atMost = std::numeric_limits<double>::infinity());

  /// Numbers of comparisons in the last query.
  const SearchCounts& counts() const;

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace talus
