#include "dynamics/law/normal_force.h"

#include <algorithm>

namespace talus {

NormalForce normalForce(const PairLaw& law, const ContactPoint& point, const ContactDamping& damping) {
  NormalForce force;
  force.elastic = elasticForce(law, point);
  const double coefficient = law.barrier ? damping.ofForce * force.elastic : damping.time * point.stiffness;
  const double undamped = std::min(force.elastic, 0.0);
  force.pressing =
      std::max(force.elastic - coefficient * damping.motion.leaving(point.point, point.normal), undamped);
  force.damping = coefficient;
  if (law.barrier) force.damping = force.pressing > undamped ? damping.slope * coefficient : 0;
  force.total = force.pressing - law.cohesion * point.area;
  return force;
}

}  // namespace talus
