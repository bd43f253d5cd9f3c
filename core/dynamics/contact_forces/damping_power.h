#pragma once

#include <cstdint>
#include <optional>
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

/// Measures what dashpots dissipate at the end of a step. Keeps nothing of bodies without contacts.
class DampingMeter {
 public:
  /// An evaluation of that number of bodies begins.
  void begin(std::size_t bodies);
  /// Adds a pair that it found. @param places of bodies.
  void add(const PressedPair& pair, std::span<const Vec3> places);
  /// Takes over the loads on the bodies of these pairs, with those of earlier fields.
  void take(const Loads& all);
  /// Dashpots, and so all loads, have changed. @param blocks all pairs.
  void change(const Loads& by, std::span<const PairBlock> blocks, std::span<const Vec3> places);
  void clear() { *this = {}; }

  /// The number of a body among the powers of measure(); none: it has no pair.
  std::optional<std::size_t> placeOf(std::size_t body) const {
    return places_[body] == 0 ? std::nullopt : std::optional<std::size_t>(places_[body] - 1);
  }
  /// The powers in a state in which bodies are where they were in that evaluation. Of the bodies that this
  /// rank moves, as only it knows their velocities, and of walls beside them.
  void measure(const BodyState& state, std::span<const PairBlock> blocks, const ForceBodies& bodies,
               std::vector<DampingPower>& powers);

 private:
  // What acts on a body of a pair.
  struct Action {
    std::size_t body = 0;
    Vec3 force = Vec3::Zero(), torque = Vec3::Zero();                // of all fields
    Vec3 dampingForce = Vec3::Zero(), dampingTorque = Vec3::Zero();  // of dashpots
  };
  Action& at(Index body);

  std::vector<Action> actions_;
  std::vector<std::uint32_t> places_;  // in actions_, plus one, of each body; 0: it has no pair
};

}  // namespace talus
