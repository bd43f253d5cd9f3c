#include "dynamics/law/contact_law.h"

#include <algorithm>

#include "dynamics/law/restitution.h"

namespace talus {

namespace {

double compliance(const Material& material) {
  return (1 - material.poisson * material.poisson) / material.young;
}

}  // namespace

DampingRatios::DampingRatios(double restitution)
    : ofBarrier_(barrierDampingRatioOf(restitution)),
      at_{dampingRatioOf(restitution, 1), dampingRatioOf(restitution, 1.5), dampingRatioOf(restitution, 2)} {}

double DampingRatios::operator()(double exponent) const {
  const double t = 2 * (std::clamp(exponent, 1.0, 2.0) - 1);  // 0, 1, 2 at the computed exponents
  return 0.5 * (t - 1) * (t - 2) * at_[0] + t * (2 - t) * at_[1] + 0.5 * t * (t - 1) * at_[2];
}

LawTable::LawTable(const Scene& scene, const ContactLaw& law)
    : law_(&law), count_(scene.materials.size()), entries_(count_ * count_) {
  for (std::size_t i = 0; i < count_; ++i) {
    for (std::size_t j = 0; j < count_; ++j) {
      const Material& a = scene.materials[i];
      const Material& b = scene.materials[j];
      Entry& entry = entries_[i * count_ + j];
      entry.modulus = 1 / (compliance(a) + compliance(b));
      const double poisson = 0.5 * (a.poisson + b.poisson);
      entry.tangentRatio = 2 * (1 - poisson) / (2 - poisson);
      entry.contact = law.parameters(contactBetween(scene, static_cast<Index>(i), static_cast<Index>(j)));
      entry.damping = DampingRatios(entry.contact.restitution);
    }
  }
}

PairLaw LawTable::between(const LawBody& a, const LawBody& b, double range) const {
  const Entry& entry =
      entries_[static_cast<std::size_t>(a.material) * count_ + static_cast<std::size_t>(b.material)];
  PairLaw law;
  law.range = law.reach = range;
  law.radius = 1 / (1 / a.radius + 1 / b.radius);
  const double diameter = 2 * law.radius;
  law.stiffness = entry.contact.stiffness > 0 ? entry.contact.stiffness : entry.modulus * diameter;
  law.foundation = law.stiffness / (diameter * diameter);
  law_->setConstants(law, entry.modulus, a.inverseMass + b.inverseMass);
  law.tangentRatio = entry.tangentRatio;
  law.damping = entry.damping;
  law.friction = entry.contact.friction;
  law.rollingResistance = entry.contact.rollingResistance * law.radius;
  law.cohesion = entry.contact.cohesion;
  return law;
}

double LawTable::greatestDamping() const {
  double greatest = 0;
  for (const Entry& entry : entries_) greatest = std::max(greatest, entry.damping(1));
  return greatest;
}

}  // namespace talus
