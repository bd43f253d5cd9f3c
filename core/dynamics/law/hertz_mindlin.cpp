#include "dynamics/law/hertz_mindlin.h"

#include <cmath>

namespace talus {

void HertzMindlin::setConstants(PairLaw& law, double modulus, double /*inverseMass*/) const {
  law.hertz = 4.0 / 3 * modulus * std::sqrt(law.radius);
}

void HertzMindlin::pressElastically(const PairLaw& law, ContactPoint& point) const {
  const double depth = point.depth, root = std::sqrt(depth);
  point.force = law.hertz * root * depth;
  point.stiffness = 1.5 * law.hertz * root;
  point.hardening = depth > 0 ? 0.5 / depth : 0;
  point.energy = 0.4 * point.force * depth;
}

}  // namespace talus
