#pragma once

#include "contact/reference/active_sets.h"
#include "dynamics/contact_points/iterated_search.h"
#include "options/refinement_options.h"

namespace talus {

/// RefinementMethod::ActiveSets: Noble and Weinzierl's search, with forces from surrogates until it ends.
class ActiveContacts final : public IteratedSearch {
 public:
  ActiveContacts(const BodyPairOptions& search, const RefinementOptions& options)
      : search_(search), options_(options) {}

  void find(const PlacedShape& a, const PlacedShape& b, double reach, std::unique_ptr<IteratedPair>& known,
            std::vector<TriangleContact>& near) override;
  /// One point for all pairs of surrogates, its force damped (RefinementOptions::coarseForce).
  void addEstimate(const ContactLaw& force, const PairLaw& law,
                   std::vector<ContactPoint>& points) const override;
  const SearchCounts& counts() const override { return search_.counts(); }

 private:
  ActiveSetSearch search_;  // aligned: first
  RefinementOptions options_;
  int looks_ = 0;  // number of searches for the two bodies of the last find()
};

}  // namespace talus
