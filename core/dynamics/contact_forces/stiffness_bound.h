#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "dynamics/contact_forces/force_bodies.h"
#include "dynamics/contact_forces/pair_forces.h"

namespace talus {

/// The maximum motion of a surface in a step over a halo, and the maximum of ω times the step for the
/// highest frequency ω.
constexpr double safeStepPart = 0.2;
/// 0.2 / ω, s; infinite for ω = 0.
inline double stiffnessStep(double squaredFrequency) {
  return safeStepPart / std::sqrt(squaredFrequency);
}

/// The highest squared frequency of a body's contacts.
struct FrequencyPeak {
  double squared = 0;  ///< s⁻²
  Index body = -1;     ///< the first row that has it; −1: there is no dynamic body
};

/// The step length of explicit methods that the stiffness of contacts allows: a fraction of 1/ω, with a
/// bound ω of the highest angular frequency.
///
/// ω is the bound for the contacts of the last evaluation (addSquaredFrequencies()), and at least the
/// frequency of each body with a quarter of its surface (HaloArea) or four points (other laws) in contact,
/// times max(1, 2ζ) for strong damping. Under Barrier the relative rate of change of gaps counts as a
/// frequency, too: no step changes a gap by more than the fraction, so that the stiffness changes little.
///
/// Dashpots act at predicted velocities: from a rate times the step of 1 on, velocities change their sign in
/// each step and never come to rest, as in stacks of bodies that hardly rebound. So their rates count, too:
/// roughly from the sums over normal dashpots, and where these would limit the step, by DampingRates (but
/// under Barrier). With weak damping, a restitution above 0.25, they are below the frequencies.
class StiffnessBound {
 public:
  StiffnessBound(const ForceBodies& bodies, const LawTable& laws, const ContactLaw& law);

  /// ω² over all bodies but walls and ghosts. O(bodies + contacts).
  FrequencyPeak peak(const ForceBodies& bodies, std::span<const PairBlock> blocks) const;
  /// ω² of a body with a part of its surface in contact, s⁻².
  double alone(Index i) const { return alone_[static_cast<std::size_t>(i)]; }
  /// Whether peak() needs the dashpots of contacts besides their frequencies.
  bool needsDashpots() const { return strong_ && !barrier_; }

 private:
  FrequencyPeak peakOf(const ForceBodies& bodies, std::span<const double> squaredFrequencies) const;

  bool strong_ = false;  // whether dashpots may limit the step
  bool barrier_ = false;
  std::vector<double> alone_;  // ω² of each body with a part of its surface in contact, s⁻²
};

}  // namespace talus
