#include "reference/dynamics/halo_spring.h"

#include <algorithm>
#include <cmath>

namespace talus {

ContactParameters HaloSpring::parameters(const ContactParameters& given) const {
  return {.restitution = 1, .friction = 0, .stiffness = given.stiffness};
}

void HaloSpring::setConstants(PairLaw& law, double /*modulus*/, double inverseMass) const {
  constexpr double constant = 1000;  // K, section 2 of the paper
  law.haloForce = constant / std::sqrt(inverseMass);
}

void HaloSpring::pressElastically(const PairLaw& law, ContactPoint& point) const {
  const double pressed = std::min(point.depth, law.reach);  // the published law has no negative gap
  const double fraction = law.range > 0 ? pressed / law.range : 1;
  point.force = law.haloForce * fraction;
  point.stiffness = law.range > 0 ? law.haloForce / law.range : 0;
  point.energy = 0.5 * point.force * fraction * law.range;
}

void HaloSpringPointFinder::findPoints(const ContactingBody& a, const ContactingBody& b, const PairLaw& law,
                                       const Known& known) {
  action_.clear(a.pose.position);
  triangles_->find(a, b, law, known.refinement, action_.points);
  for (ContactPoint& point : action_.points) law_.press(law, point);
}

}  // namespace talus
