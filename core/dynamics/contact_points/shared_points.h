#pragma once

#include "dynamics/contact_points/fine_contact.h"
#include "dynamics/contact_points/surface_points.h"
#include "dynamics/law/contact_share.h"

namespace talus {

/// The points of laws with one force per contact, which its points share (contact_share.h): the contact
/// manifold of convex bodies; of closed bodies of any form the points of HaloArea, whose gaps and normals are
/// those of vertices and of edges; of others contacts among their triangles.
class SharedPointFinder final : public ContactPointFinder {
 public:
  SharedPointFinder(const ContactLaw& law, std::unique_ptr<TriangleContactSearch> triangles, double skin)
      : ContactPointFinder(law, std::move(triangles)), surfaces_(skin, true) {}

  bool searchesTriangles(const LawShape& a, const LawShape& b) const override { return !areConvex(a, b); }

 private:
  void findPoints(const ContactingBody& a, const ContactingBody& b, const PairLaw& law,
                  const Known& known) override;
  void findManifold(const ContactingBody& a, const ContactingBody& b, const PairLaw& law,
                    const FeaturePair& start);

  void findSurfaces(const ContactingBody& a, const ContactingBody& b, const PairLaw& law, const Known& known);

  SurfacePoints surfaces_;
  ContactShare share_;
  FineContact fine_;
};

}  // namespace talus
