#pragma once

#include <vector>

#include "dynamics/field/moving_system.h"
#include "dynamics/implicit/secant_pairs.h"
#include "dynamics/implicit/step_inertia.h"
#include "dynamics/implicit/wall_progress.h"

namespace talus {

/// A stage of a long step, and the iterate at which its minimisation is.
struct LongStage {
  StepInertia inertia;
  WallProgress walls;
  BodyState from, now;        ///< the last iterate; the current trial
  Loads loads;                ///< in the trial
  Loads residual;             ///< what inertia leaves of them
  Motions motion;             ///< from the last iterate
  std::vector<double> pull;   ///< sum of the magnitudes of all forces on each body, N
  double potential = 0;       ///< E/h² of the last iterate, J
  bool rough = false;         ///< the minimum is only to tell the limits of friction
  std::vector<char> settled;  ///< bodies that this minimisation does not move any more

  /// From the current state. Its loads are known, as FrictionUpdated.
  void begin(ForceField& field, double time, double end);
  void restart();
  void evaluate(MovingSystem& system) { system.evaluate(now, walls.time(), loads); }
  void findResidual(const BodyInertia& bodies);
  void findPull(LinearContacts contacts, const BodyInertia& bodies);
  /// E/h² in the current trial, J.
  double potentialOf(const MovingSystem& system) const {
    return inertia.energy(now) + system.field.potentialEnergy();
  }
  /// Moves a body by a part of its motion.
  void moveBody(std::size_t i, double part);
  /// How far the motion moves the points of a body, about.
  double reachOf(std::size_t i, const BodyInertia& bodies) const;
};

/// The greatest radius of gyration, m.
double gyration(const BodyInertia& inertia, std::size_t i);

/// Whether an island has so many bodies that its model and its rough minima are treated less strictly.
inline bool isLarge(std::span<const std::size_t> bodies) {
  constexpr std::size_t large = 200;
  return bodies.size() >= large;
}

}  // namespace talus
