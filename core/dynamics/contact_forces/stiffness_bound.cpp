#include "dynamics/contact_forces/stiffness_bound.h"

#include <algorithm>

#include "dynamics/contact_forces/damping_rates.h"
#include "dynamics/field/stable_step.h"

namespace talus {

namespace {

constexpr double strongDamping = 0.6;  // a damping ratio: that of a restitution of 0.25

// A rate that counts as a frequency so that its product with the step is no greater than the limit.
void raiseTo(double rate, double limit, double& squaredFrequency) {
  const double frequency = rate * safeStepPart / limit;
  squaredFrequency = std::max(squaredFrequency, frequency * frequency);
}

// A dashpot whose velocity is predicted swings unless c/m times the step is below 1; tangential dashpots,
// which are not counted, reach almost three times the rate of normal ones.
void addDampingRates(std::span<const PairBlock> blocks, std::span<double> squaredFrequencies) {
  constexpr double dampingLimit = 0.4;  // of c/m times the step
  std::vector<double> rates(squaredFrequencies.size(), 0.0);
  for (const PairBlock& some : blocks) {
    for (const ContactFrequency& contact : some.frequencies) {
      rates[static_cast<std::size_t>(contact.bodyA)] += contact.dampingA;
      rates[static_cast<std::size_t>(contact.bodyB)] += contact.dampingB;
    }
  }
  for (std::size_t i = 0; i < rates.size(); ++i) raiseTo(rates[i], dampingLimit, squaredFrequencies[i]);
}

// The same for some bodies by rates that count all dashpots, and the points of flat faces once.
void addAllDampingRates(const ForceBodies& bodies, std::span<const PairBlock> blocks,
                        std::span<const Index> some, std::span<double> squaredFrequencies) {
  constexpr double dampingLimit = 0.8;
  const DampingRates rates(bodies.placed().all(), blocks, some);
  for (const Index i : some) raiseTo(rates[i], dampingLimit, squaredFrequencies[static_cast<std::size_t>(i)]);
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

StiffnessBound::StiffnessBound(const ForceBodies& bodies, const LawTable& laws, const ContactLaw& law)
    : strong_(laws.greatestDamping() > strongDamping) {
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
  const FrequencyPeak undamped = peakOf(bodies, squaredFrequencies);
  if (!barrier_ && !strong_) return undamped;
  std::vector<double> damped = squaredFrequencies;
  addDampingRates(blocks, damped);
  const FrequencyPeak roughly = peakOf(bodies, damped);
  if (barrier_ || !(roughly.squared > undamped.squared)) return roughly;
  std::vector<Index> limiting;
  for (Index i = 0; i < static_cast<Index>(bodies.size()); ++i)
    if (bodies[i].isMoved() && damped[static_cast<std::size_t>(i)] > undamped.squared) limiting.push_back(i);
  addAllDampingRates(bodies, blocks, limiting, squaredFrequencies);
  return peakOf(bodies, squaredFrequencies);
}

FrequencyPeak StiffnessBound::peakOf(const ForceBodies& bodies,
                                     std::span<const double> squaredFrequencies) const {
  FrequencyPeak peak;
  for (Index i = 0; i < static_cast<Index>(bodies.size()); ++i) {
    const auto row = static_cast<std::size_t>(i);
    const double squared = bodies[i].isMoved() ? std::max(squaredFrequencies[row], alone_[row]) : 0;
    if (squared > peak.squared) peak = {squared, i};
  }
  return peak;
}

}  // namespace talus
