#include "dynamics/contact_forces/stiffness_bound.h"

#include <algorithm>

#include "dynamics/field/stable_step.h"

namespace talus {

namespace {

// Walls are ignored later: the rate limits the other body.
void addGapRates(std::span<const PairBlock> blocks, std::span<double> squaredFrequencies) {
  for (const PairBlock& some : blocks) {
    for (const ContactFrequency& contact : some.frequencies) {
      const double rate = contact.gapRate;
      for (const Index i : {contact.bodyA, contact.bodyB}) {
        double& squared = squaredFrequencies[static_cast<std::size_t>(i)];
        squared = std::max(squared, rate * rate);
      }
    }
  }
}

}  // namespace

StiffnessBound::StiffnessBound(const ForceBodies& bodies, const LawTable& laws, const ContactLaw& law) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const ForceBody& body = bodies[i];
    const PairLaw pair = laws.between(body.law, body.law, 2 * bodies.halo());
    const double damping = std::max(1.0, 2 * pair.damping(1));
    barrier_ = pair.barrier;
    alone_.push_back(law.pressedStiffness(pair, body.area) * body.law.inverseMass * damping * damping);
  }
}

FrequencyPeak StiffnessBound::peak(const ForceBodies& bodies, std::span<const PairBlock> blocks) const {
  std::vector<double> squaredFrequencies(bodies.size(), 0.0);
  for (const PairBlock& some : blocks) addSquaredFrequencies(some.frequencies, squaredFrequencies);
  if (barrier_) addGapRates(blocks, squaredFrequencies);
  FrequencyPeak peak;
  for (Index i = 0; i < static_cast<Index>(bodies.size()); ++i) {
    const auto row = static_cast<std::size_t>(i);
    const double squared = bodies.isMoved(i) ? std::max(squaredFrequencies[row], alone_[row]) : 0;
    if (squared > peak.squared) peak = {squared, i};
  }
  return peak;
}

}  // namespace talus
