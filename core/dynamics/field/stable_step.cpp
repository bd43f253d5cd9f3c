#include "dynamics/field/stable_step.h"

#include <cmath>

namespace talus {

ContactFrequency frequencyOf(const LinearContact& contact, const MovingBody& a, const MovingBody& b) {
  const double k = contact.along.stiffness, c = contact.along.damping;
  const double own = a.inverseMassAt(contact.point, contact.normal);
  const double others = b.inverseMassAt(contact.point, contact.normal);
  const double both = std::sqrt(own * others);
  return {contact.bodyA,       contact.bodyB,    k * (own + both),
          k * (others + both), c * (own + both), c * (others + both)};
}

void addSquaredFrequencies(std::span<const ContactFrequency> contacts, std::span<double> squaredFrequencies) {
  for (const ContactFrequency& contact : contacts) {
    squaredFrequencies[static_cast<std::size_t>(contact.bodyA)] += contact.squaredA;
    squaredFrequencies[static_cast<std::size_t>(contact.bodyB)] += contact.squaredB;
  }
}

}  // namespace talus
