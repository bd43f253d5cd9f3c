#include "dynamics/contact_forces/stiffness_bound.h"

#include <algorithm>

#include "dynamics/contact_forces/contact_forces.h"
#include "dynamics/field/stable_step.h"

namespace talus {

namespace {

// A dashpot whose velocity is predicted swings unless c/m times the step is below 1; tangential dashpots,
// which are not counted, reach almost three times the rate of normal ones.
void addDampingRates(std::span<const PairBlock> blocks, std::span<double> squaredFrequencies) {
  constexpr double limit = 0.4;  // of c/m times the step
  std::vector<double> rates(squaredFrequencies.size(), 0.0);
  for (const PairBlock& some : blocks) {
    for (const ContactFrequency& contact : some.frequencies) {
      rates[static_cast<std::size_t>(contact.bodyA)] += contact.dampingA;
      rates[static_cast<std::size_t>(contact.bodyB)] += contact.dampingB;
    }
  }
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const double rate = rates[i] * ContactForces::safePart / limit;
    squaredFrequencies[i] = std::max(squaredFrequencies[i], rate * rate);
  }
}

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
  if (barrier_) {
    addGapRates(blocks, squaredFrequencies);
    addDampingRates(blocks, squaredFrequencies);
  }
  FrequencyPeak peak;
  for (Index i = 0; i < static_cast<Index>(bodies.size()); ++i) {
    const auto row = static_cast<std::size_t>(i);
    const double squared = bodies.isMoved(i) ? std::max(squaredFrequencies[row], alone_[row]) : 0;
    if (squared > peak.squared) peak = {squared, i};
  }
  return peak;
}

}  // namespace talus
