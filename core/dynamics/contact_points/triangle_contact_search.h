#pragma once

#include <vector>

#include "contact/scene/body_contacts.h"
#include "dynamics/contact_points/contact_refinement.h"
#include "dynamics/contact_points/law_shape.h"
#include "dynamics/law/contact_law.h"

namespace talus {

/// The contacts among the triangles of two bodies, merged to points (BodyContactFinder). The search starts
/// at the roots of their surrogate trees or continues an earlier one (ContactRefinement). Another library may
/// derive a class that searches in another way (IterationSearch). Use one object per thread.
class TriangleContactSearch {
 public:
  /// @param skin of lists, as a fraction of the reach.
  TriangleContactSearch(const BodyContactOptions& search, double skin)
      : merged_(search), lists_(search.search), skin_(skin) {}
  virtual ~TriangleContactSearch() = default;
  TriangleContactSearch(const TriangleContactSearch&) = delete;
  TriangleContactSearch& operator=(const TriangleContactSearch&) = delete;

  /// Appends points with position, normal, depth and area.
  /// @param known null: the search starts at the roots.
  void find(const ContactingBody& a, const ContactingBody& b, const PairLaw& law, PairRefinement* known,
            std::vector<ContactPoint>& points);
  /// Appends the contact that the last find() could only estimate, if any, with its force.
  virtual void addEstimate(const ContactLaw& /*force*/, const PairLaw& /*law*/,
                           std::vector<ContactPoint>& /*points*/) const {}
  /// The distance of two surfaces, 0 if they intersect.
  double gap(const ContactingBody& a, const ContactingBody& b);

  /// Whether all contacts of bodies that are not convex are searched among their triangles.
  virtual bool needsTriangles() const { return false; }

  /// Comparisons since forgetCounts(); null: none.
  const SearchCounts* counts() const { return counts_; }
  void forgetCounts() { counts_ = nullptr; }

 protected:
  /// Searches in another way than by lists and appends near triangles. @return null: by lists.
  virtual const SearchCounts* findOtherwise(const BodyPair& /*bodies*/, const PlacedShape& /*a*/,
                                            const PlacedShape& /*b*/, double /*reach*/,
                                            std::vector<TriangleContact>& /*near*/) {
    return nullptr;
  }

 private:
  void findKnown(const ContactBody& a, const ContactBody& b, PairRefinement& known);

  BodyContactFinder merged_;  // aligned: first
  BodyPairSearch lists_;
  double skin_;
  const SearchCounts* counts_ = nullptr;
  std::vector<TriangleContact> near_;
  std::vector<Contact> contacts_;
};

}  // namespace talus
