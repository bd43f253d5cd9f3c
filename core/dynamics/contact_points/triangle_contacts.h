#pragma once

#include <vector>

#include "contact/scene/body_contacts.h"
#include "dynamics/contact_points/contact_refinement.h"
#include "dynamics/contact_points/law_shape.h"
#include "dynamics/law/contact_law.h"

namespace talus {

/// The contacts of two bodies among their triangles, merged to points (BodyContactFinder): from the roots of
/// their surrogate trees, or as far as is known from before (RefinementOptions). One for each thread.
class TriangleContacts {
 public:
  TriangleContacts(const BodyContactOptions& search, const RefinementOptions& refinement)
      : sets_(search.search), refinement_(refinement), merged_(search), lists_(search.search) {}

  /// Appends points with place, normal, depth and area.
  /// @param known null: the search is from the roots. @param iterating see ContactPointFinder::Known.
  void find(const ContactingBody& a, const ContactingBody& b, const PairLaw& law, PairRefinement* known,
            bool iterating, std::vector<ContactPoint>& points);
  /// Appends the contact estimated from surrogates after a search by active sets: one point, its force
  /// damped.
  void addCoarse(const ContactLaw& force, const PairLaw& law, const PairRefinement* known,
                 std::vector<ContactPoint>& points) const;
  /// The distance of two surfaces, 0 where they meet.
  double gap(const ContactingBody& a, const ContactingBody& b);

  /// What was compared since forgetCounts(); null: nothing.
  const SearchCounts* counts() const { return counts_; }
  void forgetCounts() { counts_ = nullptr; }

 private:
  void findListed(const ContactBody& a, const ContactBody& b, NearPairs& list);
  void findActive(const ContactBody& a, const ContactBody& b, ActiveSets& sets);

  ActiveSetSearch sets_;  // aligned: first
  RefinementOptions refinement_;
  BodyContactFinder merged_;
  BodyPairSearch lists_;
  const SearchCounts* counts_ = nullptr;
  std::vector<TriangleContact> near_;
  std::vector<Contact> contacts_;
};

}  // namespace talus
