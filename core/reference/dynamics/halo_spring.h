#pragma once

#include "dynamics/contact_points/contact_point_finder.h"

namespace talus {

/// ContactLawKind::HaloSpring, as Noble and Weinzierl published it.
class HaloSpring final : public ContactLaw {
 public:
  /// Neither damping nor friction.
  ContactParameters parameters(const ContactParameters& given) const override;
  void setConstants(PairLaw& law, double modulus, double inverseMass) const override;

 private:
  void pressElastically(const PairLaw& law, ContactPoint& point) const override;
};

/// The points of HaloSpring: the contacts among the triangles of all bodies, merged as published, each with
/// its own force.
class HaloSpringPointFinder final : public ContactPointFinder {
 public:
  using ContactPointFinder::ContactPointFinder;

  bool searchesTriangles(const LawShape& /*a*/, const LawShape& /*b*/) const override { return true; }

 private:
  void findPoints(const ContactingBody& a, const ContactingBody& b, const PairLaw& law,
                  const Known& known) override;
};

}  // namespace talus
