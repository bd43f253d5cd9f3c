#pragma once

#include "dynamics/contact_points/contact_point_finder.h"
#include "dynamics/contact_points/fine_contact.h"
#include "dynamics/law/contact_share.h"

namespace talus {

/// The points of laws with one force per contact, which its points share (contact_share.h): the contact
/// manifold of convex bodies, or contacts among the triangles of others.
class SharedPointFinder final : public ContactPointFinder {
 public:
  using ContactPointFinder::ContactPointFinder;

  bool searchesTriangles(const LawShape& a, const LawShape& b) const override { return !areConvex(a, b); }

 private:
  void findPoints(const ContactingBody& a, const ContactingBody& b, const PairLaw& law,
                  const Known& known) override;
  void findManifold(const ContactingBody& a, const ContactingBody& b, const PairLaw& law,
                    const FeaturePair& start);

  ContactShare share_;
  FineContact fine_;
};

}  // namespace talus
