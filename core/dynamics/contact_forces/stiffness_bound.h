#pragma once

#include <span>
#include <vector>

#include "dynamics/contact_forces/force_bodies.h"
#include "dynamics/contact_forces/pair_forces.h"
#include "dynamics/field/step_choice.h"

namespace talus {

/// How long a step of explicit methods the stiffness of contacts allows: a fraction of the time 1/ω in which
/// the fastest swing turns by a radian.
///
/// ω bounds the highest frequency: that of the contacts of the last evaluation (addSquaredFrequencies()), and
/// at least that of each body with a quarter of its surface (HaloArea) or four points (other laws) pressed.
/// More dashpot than critical counts as frequency: ω · max(1, 2ζ). Under Barrier the rate counts as well at
/// which gaps change: in no step by more than the fraction, so that the stiffness changes by little.
class StiffnessBound {
 public:
  StiffnessBound(const ForceBodies& bodies, const LawTable& laws, const ContactLaw& law);

  /// fraction/ω, s, and the body that sets it; infinite without dynamic bodies. O(bodies + contacts).
  StepChoice step(const ForceBodies& bodies, std::span<const PairBlock> blocks, double fraction) const;

 private:
  bool barrier_ = false;
  std::vector<double> alone_;  // ω² of each body with some of its surface pressed, s⁻²
};

}  // namespace talus
