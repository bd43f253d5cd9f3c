#pragma once

#include <memory>

#include "dynamics/contact_points/law_shape.h"
#include "dynamics/contact_points/triangle_contact_search.h"
#include "dynamics/halo/near_features.h"
#include "dynamics/halo/near_surfaces.h"
#include "dynamics/law/contact_law.h"
#include "dynamics/law/elastic_action.h"

namespace talus {

/// Finds the contact points of two bodies with their elastic forces: one class for each kind of contact
/// law. Keeps its buffers: use one object per thread.
class ContactPointFinder {
 public:
  /// @param law must outlive this.
  ContactPointFinder(const ContactLaw& law, std::unique_ptr<TriangleContactSearch> triangles)
      : triangles_(std::move(triangles)), law_(law) {}
  virtual ~ContactPointFinder() = default;
  ContactPointFinder(const ContactPointFinder&) = delete;
  ContactPointFinder& operator=(const ContactPointFinder&) = delete;

  /// Data of two bodies from earlier searches. Null: none.
  struct Known {
    const FeaturePair* start = nullptr;             ///< features of convex bodies to start from
    PairRefinement* refinement = nullptr;           ///< for triangles; null: the search starts at the roots
    std::unique_ptr<NearFeatures>* near = nullptr;  ///< of convex bodies; null: it is not kept
    std::unique_ptr<LastSearch>* last = nullptr;    ///< of convex bodies; null: it is not kept
    std::unique_ptr<NearSurfaces>* surfaces = nullptr;  ///< of others; null: it is not kept
    double ahead = 0;  ///< later searches of the same bodies reach that far, m
  };
  /// @param law with a range of twice the halo of each body. @return may be changed; valid until the next
  /// call.
  ElasticAction& find(const ContactingBody& a, const ContactingBody& b, const PairLaw& law,
                      const Known& known) {
    triangles_->forgetCounts();
    findPoints(a, b, law, known);
    triangles_->addEstimate(law_, law, action_.points);
    return action_;
  }
  /// Whether it searches the contacts of two bodies among their triangles.
  virtual bool searchesTriangles(const LawShape& a, const LawShape& b) const = 0;

  /// The distance of two bodies, for any law; at most 0 if they overlap, but the distance of the surfaces
  /// if one lies inside the other and is not convex. Does not use earlier searches.
  /// @param features set to the closest features of convex bodies; unchanged for others.
  double distance(const ContactingBody& a, const ContactingBody& b, FeaturePair& features);
  /// Comparisons of the last find(); null if no triangles were searched.
  const SearchCounts* counts() const { return triangles_->counts(); }

 protected:
  /// Fills action_.
  virtual void findPoints(const ContactingBody& a, const ContactingBody& b, const PairLaw& law,
                          const Known& known) = 0;

  /// Features of two convex bodies where a search starts.
  static FeaturePair startOf(const ContactingBody& a, const ContactingBody& b, const Known& known);

  std::unique_ptr<TriangleContactSearch> triangles_;
  const ContactLaw& law_;
  ElasticAction action_;
};

}  // namespace talus
