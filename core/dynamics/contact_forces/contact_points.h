#pragma once

#include "contact/scene/body_contacts.h"
#include "dynamics/contact_forces/contact_refinement.h"
#include "dynamics/contact_forces/fine_contact.h"
#include "dynamics/contact_forces/law_shape.h"
#include "dynamics/halo/halo_area.h"
#include "dynamics/halo/surface_halo_finder.h"
#include "dynamics/law/contact_share.h"

namespace talus {

/// A body whose contacts are looked for.
struct ContactingBody {
  const LawShape* shape = nullptr;
  Pose pose;
};

/// Whether a law looks for the contacts of two bodies among their triangles.
bool searchesTriangles(ContactLawKind kind, const LawShape& a, const LawShape& b);

/// Where two bodies touch, with the elastic forces there, for any contact law. One for each thread: it keeps
/// its buffers.
///
/// HaloArea: see halo_area.h for convex bodies, surface_halo_finder.h for others. The other laws take the
/// manifold of convex bodies, and of others the contacts of BodyContactFinder; HaloSpring those of all
/// bodies, merged as published. What a law says of a contact is shared among its points: see contact_share.h.
class ContactPointFinder {
 public:
  explicit ContactPointFinder(ContactLawKind kind, const BodyPairOptions& search = {},
                              const RefinementOptions& refinement = {});

  /// What is known of two bodies from before. Null: nothing.
  struct Known {
    const FeaturePair* start = nullptr;    ///< features of convex bodies to start from
    PairRefinement* refinement = nullptr;  ///< for triangles; null: they are searched from the roots
    bool iterating = false;  ///< in an implicit step that refines by RefinementOptions::method; else by lists
  };
  /// @param law whose range is twice the halo of each. The result may be changed and stays valid until the
  /// next call.
  HaloAction& find(const ContactingBody& a, const ContactingBody& b, const PairLaw& law, const Known& known);
  /// The distance of two bodies, of any law; at most 0 where they overlap, but that of the surfaces where one
  /// lies within the other and is not convex. A search from the beginning.
  /// @param features closest ones of convex bodies; others' are left alone.
  double distance(const ContactingBody& a, const ContactingBody& b, FeaturePair& features);
  /// What the last find() compared; null where no triangles were searched.
  const SearchCounts* counts() const { return counts_; }

 private:
  void findManifold(const ContactingBody& a, const ContactingBody& b, const PairLaw& law,
                    const FeaturePair& start);
  void findMerged(const ContactingBody& a, const ContactingBody& b, const PairLaw& law, const Known& known);
  void pressMerged(const PairLaw& law);
  void findListed(const ContactBody& a, const ContactBody& b, NearPairs& list);
  void findActive(const ContactBody& a, const ContactBody& b, ActiveSets& sets);
  void addCoarse(const PairLaw& law, const ActiveSets& sets);

  ActiveSetSearch sets_;  // aligned: first
  ContactLawKind kind_;
  RefinementOptions refinement_;
  HaloAreaFinder haloArea_;
  SurfaceHaloFinder surfaceHalo_;
  BodyContactFinder merged_;
  BodyPairSearch lists_;
  const SearchCounts* counts_ = nullptr;
  std::vector<TriangleContact> near_;
  std::vector<Contact> contacts_;
  ContactShare share_;
  FineContact fine_;
  HaloAction action_;
};

}  // namespace talus
