#pragma once

#include <memory>
#include <span>
#include <vector>

#include "contact/search/near_pairs.h"
#include "contact/search/search_counts.h"
#include "contact/trees/pair_descent.h"
#include "contact/triangles/triangle_pair.h"
#include "options/pair_search_options.h"

namespace talus {

/// Where two bodies are near each other: pairs of triangles of their surfaces. Only surfaces are
/// searched: a body inside another without touching it is far from its surface.
///
/// Noble and Weinzierl, Algorithm 5. Both trees are descended level by level; a level's pairs of groups of
/// eight siblings wait in one list. Certified excludes pairs by bounding spheres and lower bounds, eight at a
/// time; fine pairs that are left are packed, compared in float, and those that float does not exclude are
/// computed in double. The set of contacts is that of the flat search in double; the same input
/// gives it in the same order.
///
/// Coordinates are relative to body B and in a unit in which it has about size 1: bodies far from the world's
/// origin lose no accuracy. Keeps its buffers from call to call; one for each thread.
/// Cost: with a gap of 0.5 % of the diameter between bodies of 1 280 triangles 1 to 5 µs; a contact 60 to 100
/// ns.
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

  /// The same contacts by a list that is kept from call to call: it is made again, with a skin, only when
  /// the bodies have moved too far for it. A call without a search takes 15 ns a listed pair, and 50 a
  /// contact.
  /// @param skin a length ≥ 0. @param list of these two bodies; empty at first. Throws as findContacts.
  void findContacts(const PlacedShape& a, const PlacedShape& b, double reach, double skin, NearPairs& list,
                    std::vector<TriangleContact>& contacts);

  /// Whether there is any such pair; sooner than finding all. Throws as findContacts.
  bool touches(const PlacedShape& a, const PlacedShape& b, double reach);

  /// The nearest pair of triangles, or one of them; the gap is right to about 1e-15 of the bodies' sizes and
  /// distance. Certified only: other methods are replaced by it. Throws as findContacts.
  TriangleContact nearest(const PlacedShape& a, const PlacedShape& b);

  /// What the last query compared.
  const SearchCounts& counts() const;

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace talus
