#include "dynamics/field/stable_step.h"

#include <algorithm>
#include <cmath>

namespace talus {

void addSquaredFrequencies(std::span<const LinearContact> contacts, std::span<const MovingBody> bodies,
                           std::span<double> squaredFrequencies) {
  for (const LinearContact& contact : contacts) {
    const auto a = static_cast<std::size_t>(contact.bodyA), b = static_cast<std::size_t>(contact.bodyB);
    const double k = contact.stiffness;
    const double own = bodies[a].inverseMassAt(contact.point, contact.normal);
    const double others = bodies[b].inverseMassAt(contact.point, contact.normal);
    const double both = std::sqrt(own * others);
    squaredFrequencies[a] += k * (own + both);
    squaredFrequencies[b] += k * (others + both);
  }
}

}  // namespace talus
