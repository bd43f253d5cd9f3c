#include "dynamics/law/linear_spring.h"

namespace talus {

void LinearSpring::pressElastically(const PairLaw& law, ContactPoint& point) const {
  point.force = law.stiffness * point.depth;
  point.stiffness = law.stiffness;
  point.energy = 0.5 * point.force * point.depth;
}

}  // namespace talus
