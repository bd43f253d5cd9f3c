#pragma once

#include <span>
#include <vector>

#include "dynamics/body/loads.h"
#include "dynamics/contact_forces/force_bodies.h"
#include "dynamics/contact_forces/pair_forces.h"

namespace talus {

/// What dashpots dissipate by their loads on a body. Plain data.
struct DampingPower {
  double power = 0;   ///< W
  double change = 0;  ///< of the power with time, as loads accelerate the body, W/s

  /// The work of two half-kicks, J: of one that ends now and of one that begins now, each the loads times
  /// the mean of the velocities before and after it. @param before, after their durations, s.
  double work(double before, double after) const {
    return (before + after) * (power + 0.5 * (after - before) * change);
  }
};

/// Measures what dashpots dissipate at the end of a step.
class DampingMeter {
 public:
  /// Takes over the loads on bodies in an evaluation, with those of earlier fields.
  void set(const Loads& all) { all_ = all; }
  /// Adds a change of the loads of dashpots, which the pairs have taken over.
  void add(const Loads& change);
  void clear() { *this = {}; }

  /// The powers in a state in which bodies are where they were in that evaluation. Of the bodies that this
  /// rank moves, as only it knows their velocities, and of walls beside them.
  void measure(const BodyState& state, std::span<const PairBlock> blocks, const ForceBodies& bodies,
               std::vector<DampingPower>& powers);

 private:
  Loads all_;
  Loads damping_;  // of dashpots; a buffer
};

}  // namespace talus
