#pragma once

#include "dynamics/contact_points/law_shape.h"
#include "dynamics/contact_points/triangle_contacts.h"
#include "dynamics/law/contact_law.h"
#include "dynamics/law/elastic_action.h"

namespace talus {

/// Where two bodies touch, with the elastic forces there: one class for each way in which laws have it. One
/// object for each thread: it keeps its buffers.
class ContactPointFinder {
 public:
  /// @param law must stay. @param skin, iterated see TriangleContacts.
  ContactPointFinder(const ContactLaw& law, const BodyContactOptions& search, double skin,
                     std::unique_ptr<IteratedSearch> iterated = nullptr)
      : triangles_(search, skin, std::move(iterated)), law_(law) {}
  virtual ~ContactPointFinder() = default;
  ContactPointFinder(const ContactPointFinder&) = delete;
  ContactPointFinder& operator=(const ContactPointFinder&) = delete;

  /// What is known of two bodies from before. Null: nothing.
  struct Known {
    const FeaturePair* start = nullptr;    ///< features of convex bodies to start from
    PairRefinement* refinement = nullptr;  ///< for triangles; null: they are searched from the roots
    bool iterating = false;                ///< in an implicit step whose iterations search
  };
  /// @param law whose range is twice the halo of each. The result may be changed and stays valid until the
  /// next call.
  ElasticAction& find(const ContactingBody& a, const ContactingBody& b, const PairLaw& law,
                      const Known& known) {
    triangles_.forgetCounts();
    findPoints(a, b, law, known);
    triangles_.addEstimate(law_, law, action_.points);
    return action_;
  }
  /// Whether it looks for the contacts of two bodies among their triangles.
  virtual bool searchesTriangles(const LawShape& a, const LawShape& b) const = 0;

  /// The distance of two bodies, of any law; at most 0 where they overlap, but that of the surfaces where one
  /// lies within the other and is not convex. A search from the beginning.
  /// @param features closest ones of convex bodies; others' are left alone.
  double distance(const ContactingBody& a, const ContactingBody& b, FeaturePair& features);
  /// What the last find() compared; null where no triangles were searched.
  const SearchCounts* counts() const { return triangles_.counts(); }

 protected:
  /// Fills action_.
  virtual void findPoints(const ContactingBody& a, const ContactingBody& b, const PairLaw& law,
                          const Known& known) = 0;

  /// Features of two convex bodies where a search starts.
  static FeaturePair startOf(const ContactingBody& a, const ContactingBody& b, const Known& known);

  TriangleContacts triangles_;  // aligned: first
  const ContactLaw& law_;
  ElasticAction action_;
};

}  // namespace talus
