#include "dynamics/contact_forces/stiffness_bound.h"

#include <algorithm>
#include <cmath>

#include "dynamics/field/stable_step.h"

namespace talus {

StiffnessBound::StiffnessBound(const ForceBodies& bodies, const LawTable& laws, const ContactLaw& law) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const ForceBody& body = bodies[i];
    const PairLaw pair = laws.between(body.law, body.law, 2 * bodies.halo());
    const double damping = std::max(1.0, 2 * pair.damping(1));
    alone_.push_back(law.pressedStiffness(pair, body.area) * body.law.inverseMass * damping * damping);
  }
}

StepChoice StiffnessBound::step(const ForceBodies& bodies, std::span<const PairBlock> blocks,
                                double fraction) const {
  std::vector<double> squaredFrequencies(bodies.size(), 0.0);
  for (const PairBlock& some : blocks)
    addSquaredFrequencies(some.contacts, bodies.moving(), squaredFrequencies);
  double highest = 0;
  StepChoice choice{.limit = StepLimit::Stiffness};
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const double squared = bodies[i].wall ? 0 : std::max(squaredFrequencies[i], alone_[i]);
    if (!(squared > highest)) continue;
    highest = squared;
    choice.body = static_cast<Index>(i);
  }
  choice.length = fraction / std::sqrt(highest);
  return choice;
}

}  // namespace talus
