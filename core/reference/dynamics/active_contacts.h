#pragma once

#include <map>
#include <mutex>

#include "dynamics/contact_points/iteration_search.h"
#include "reference/contact/active_sets.h"

namespace talus {

/// RefinementMethod::ActiveSets: Noble and Weinzierl's search, whose sets of a pair of bodies each iteration
/// of a step refines. Between steps searches are complete, by lists.
class ActiveSearch final : public IterationSearch {
 public:
  explicit ActiveSearch(const RefinementOptions& options) : options_(options) {}

  std::unique_ptr<TriangleContactSearch> triangleContacts(const BodyContactOptions& search,
                                                          double skin) override;

  /// A step begins: its sets start at the roots.
  void begin();
  /// The step is over.
  void end() { iterating_ = false; }
  /// After an evaluation: whether the searches of its pairs are complete. Forgets the others.
  bool isSettled();

  bool isIterating() const { return iterating_; }
  /// The sets of two bodies, which are searched now. From any thread; one thread at a time has a pair.
  ActiveSets& setsOf(const BodyPair& bodies);

 private:
  struct Known {
    ActiveSets sets;
    bool searched = false;  // since the last isSettled()
  };

  RefinementOptions options_;
  bool iterating_ = false;
  std::mutex mutex_;
  std::map<BodyPair, Known> pairs_;
};

/// The contacts of a thread, with forces from surrogates until the search ends.
class ActiveContacts final : public TriangleContactSearch {
 public:
  ActiveContacts(ActiveSearch& shared, const BodyContactOptions& search, double skin,
                 const RefinementOptions& options)
      : TriangleContactSearch(search, skin), search_(search.search), shared_(shared), options_(options) {}

  bool needsTriangles() const override { return true; }
  /// One point for all pairs of surrogates, its force damped (RefinementOptions::coarseForce).
  void addEstimate(const ContactLaw& force, const PairLaw& law,
                   std::vector<ContactPoint>& points) const override;

 private:
  const SearchCounts* findOtherwise(const BodyPair& bodies, const PlacedShape& a, const PlacedShape& b,
                                    double reach, std::vector<TriangleContact>& near) override;

  ActiveSetSearch search_;
  ActiveSearch& shared_;
  RefinementOptions options_;
  int looks_ = 0;  // number of searches for the two bodies of the last find()
};

}  // namespace talus
