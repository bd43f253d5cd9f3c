#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "contact/scene/body_contacts.h"
#include "dynamics/contact_points/contact_refinement.h"
#include "dynamics/contact_points/law_shape.h"
#include "dynamics/law/contact_law.h"

namespace talus {

/// The contacts among the triangles of two bodies, merged to points (BodyContactFinder). The search starts
/// at the roots of their surrogate trees or continues an earlier one (ContactRefinement). Use one object
/// per thread.
class TriangleContacts {
 public:
  /// @param skin of lists, as a fraction of the reach. @param iterated null: iterations search by lists.
  TriangleContacts(const BodyContactOptions& search, double skin, std::unique_ptr<IteratedSearch> iterated)
      : merged_(search), lists_(search.search), skin_(skin), iterated_(std::move(iterated)) {}

  /// Appends points with position, normal, depth and area.
  /// @param known null: the search starts at the roots. @param iterating see ContactPointFinder::Known.
  void find(const ContactingBody& a, const ContactingBody& b, const PairLaw& law, PairRefinement* known,
            bool iterating, std::vector<ContactPoint>& points);
  /// Appends the contact that the last find() could only estimate: see IteratedSearch.
  void addEstimate(const ContactLaw& force, const PairLaw& law, std::vector<ContactPoint>& points) const {
    if (iterated_ != nullptr && counts_ == &iterated_->counts()) iterated_->addEstimate(force, law, points);
  }
  /// The distance of two surfaces, 0 if they intersect.
  double gap(const ContactingBody& a, const ContactingBody& b);

  /// Whether an IteratedSearch may find them.
  bool iterates() const { return iterated_ != nullptr; }

  /// Comparisons since forgetCounts(); null: none.
  const SearchCounts* counts() const { return counts_; }
  void forgetCounts() { counts_ = nullptr; }

 private:
  void findListed(const ContactBody& a, const ContactBody& b, NearPairs& list);
  void findIterated(const ContactBody& a, const ContactBody& b, std::unique_ptr<IteratedPair>& known);

  BodyContactFinder merged_;  // aligned: first
  BodyPairSearch lists_;
  double skin_;
  std::unique_ptr<IteratedSearch> iterated_;
  const SearchCounts* counts_ = nullptr;
  std::vector<TriangleContact> near_;
  std::vector<Contact> contacts_;
};

}  // namespace talus
