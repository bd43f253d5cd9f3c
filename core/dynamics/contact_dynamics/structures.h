#pragma once

#include <vector>

#include "dynamics/contact_dynamics/impulse_problem.h"

namespace talus {

/// A part of an ImpulseProblem as a problem of its own.
struct ImpulseIsland {
  ImpulseProblem problem;           ///< other bodies that are near are walls in it
  std::vector<std::size_t> bodies;  ///< of the whole problem; those of this one
  std::vector<std::size_t> points;

  /// Gives impulses and velocities back; the next solve starts from these impulses, not from a mean.
  void give(ImpulseProblem& whole) const;
};

/// Speeds, m/s.
struct IslandSpeeds {
  double rest = 0;  ///< slower bodies are at rest
  double fast = 0;  ///< in a structure most bodies are slower: it stands, settles or begins to fall
};

/// The islands of bodies near each other in which sweeps are slow and systems of equations are cheap: long
/// ones, but not wide ones, as arches, stacks and walls of some hundred bodies are, and beds are not. Neither
/// those that rest, nor those that fly or flow, nor those with rolling resistance.
std::vector<ImpulseIsland> structuresOf(const ImpulseProblem& problem, const IslandSpeeds& speeds);

}  // namespace talus
