#pragma once

#include <memory>
#include <vector>

#include "contact/search/body_pair.h"
#include "dynamics/law/contact_law.h"

namespace talus {

/// The data of an IteratedSearch for two bodies.
class IteratedPair {
 public:
  virtual ~IteratedPair() = default;
  /// Whether the search is complete.
  virtual bool isSettled() const = 0;
};

/// A search for near triangles that is spread over the iterations of an implicit step (RefinedSearch). Use
/// one object per thread.
class IteratedSearch {
 public:
  virtual ~IteratedSearch() = default;

  /// Appends the near triangles that it finds in this iteration.
  /// @param reach of both halos. @param known null: the search starts; otherwise it continues.
  virtual void find(const PlacedShape& a, const PlacedShape& b, double reach,
                    std::unique_ptr<IteratedPair>& known, std::vector<TriangleContact>& near) = 0;
  /// Appends the contact that the last find() could only estimate, if any, with its force.
  virtual void addEstimate(const ContactLaw& force, const PairLaw& law,
                           std::vector<ContactPoint>& points) const = 0;
  /// Comparisons of the last find().
  virtual const SearchCounts& counts() const = 0;
};

}  // namespace talus
