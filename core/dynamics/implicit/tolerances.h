#pragma once

namespace talus {

/// When a minimisation of IncrementalPotential ends, and its rounds of friction.
struct Tolerances {
  // Residuals, over the sum of all forces on a body.
  double converged = 1e-6;  ///< of a step
  double rough = 1e-2;      ///< of a minimum that only tells the limits of friction
  double stalled = 1e-1;    ///< of bodies that an iteration does not move any more
  // Motions.
  double rest = 1e-4;                ///< over the range of contacts: bodies rest
  double slowestProgress = 1e-6;     ///< of walls, from iterate to iterate, over their motion in the stage
  int idleIterations = 5;            ///< without any motion
  double potentialRounding = 1e-11;  ///< over the potential: it has not grown
  // Friction: changes of a body's force from round to round, over the sum of all forces on it.
  int frictionRounds = 8;
  int fineRounds = 3;                ///< after these friction need agree roughly only
  double frictionChange = 0.02;      ///< friction agrees
  double roughFrictionChange = 0.1;  ///< it agrees roughly
};

constexpr Tolerances tolerances;

}  // namespace talus
