#pragma once

#include "dynamics/contact_points/surface_points.h"
#include "dynamics/law/contact_share.h"

namespace talus {

/// HaloArea: see halo_area.h for convex bodies, surface_halo_finder.h for others. Open surfaces have no
/// inside: their contacts are found among triangles and share forces (ContactShare).
class HaloAreaPointFinder final : public ContactPointFinder {
 public:
  HaloAreaPointFinder(const ContactLaw& law, std::unique_ptr<TriangleContactSearch> triangles, double skin)
      : ContactPointFinder(law, std::move(triangles)), surfaces_(skin, false) {}

  bool searchesTriangles(const LawShape& a, const LawShape& b) const override { return !areConvex(a, b); }

 private:
  void findPoints(const ContactingBody& a, const ContactingBody& b, const PairLaw& law,
                  const Known& known) override;

  void findConvex(const ContactingBody& a, const ContactingBody& b, const PairLaw& law, const Known& known);

  HaloAreaFinder convex_;
  SurfacePoints surfaces_;
  ContactShare share_;
};

}  // namespace talus
