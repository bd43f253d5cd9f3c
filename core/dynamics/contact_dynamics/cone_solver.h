#pragma once

#include <vector>

#include "dynamics/contact_dynamics/cone_lanes.h"
#include "dynamics/contact_dynamics/cone_newton.h"

namespace talus {

/// When a solver of an ImpulseProblem stops.
struct ConeAccuracy {
  double residual = 1e-3;  ///< of the laws, relative to the mean impulse
  int least = 10;          ///< sweeps: fewer leave errors that bring in energy
  int most = 200;          ///< sweeps
  double impulse = 0;      ///< N s; to which the residual relates if the mean impulse is smaller
  double rest = 0;         ///< m/s; slower bodies rest
  double slow = 0;         ///< m/s; where many are slower, but do not rest, they may by further sweeps
  double fast = 0;  ///< m/s; structures of slower bodies are solved by ConeNewton, too; see structuresOf()
};

/// The result of a solve.
struct ConeReport {
  int sweeps = 0;       ///< and systems of ConeNewton
  double residual = 0;  ///< see ConeSolver::measure()
  double closing = 0;   ///< root mean square of the approaches beyond what is allowed, over their slacks
};

/// Solves an ImpulseProblem by sweeps over its pairs, colour by colour. A sweep solves the laws of a pair's
/// points one after the other, there and back; between sweeps impulses go on by a part of their last change
/// (Nesterov's momentum, which starts anew where it leads back). What structures leave then, long chains of
/// contacts that hardly move, ConeNewton takes away.
///
/// The velocities of the bodies follow all impulses. Within a colour no two pairs share a body that moves, so
/// the bits are the same for every number of threads and instruction set. Keeps its buffers.
/// Sources: block Gauss–Seidel as in M. Jean (1999); momentum as in B. O'Donoghue and E. Candès, "Adaptive
/// restart for accelerated gradient schemes", Foundations of Computational Mathematics 15 (2015).
class ConeSolver {
 public:
  /// @param problem its impulses are where the solver starts.
  ConeReport solve(ImpulseProblem& problem, const ConeAccuracy& accuracy);

  /// The root mean square over all points that press, or violate their laws, of r − P(r − û/λ), over their
  /// mean normal impulse: P projects on the cone, û is the velocity with De Saxcé's shift (u_n + approach + µ
  /// |u_t| along the normal), λ the norm of the point's mobility. 0 if no point presses.
  void measure(const ImpulseProblem& problem, ConeReport& report);

 private:
  void read(const ImpulseProblem& problem);
  void sweep(bool whole, double part);
  bool improveStructures(ImpulseProblem& problem, const ConeAccuracy& accuracy, ConeReport& report);
  void measure(double impulse, ConeReport& report);
  double nextPart();
  bool mayComeToRest(const ConeAccuracy& accuracy) const;

  ConeLanes lanes_;
  ConeNewton newton_;
  std::vector<LawErrors> errors_;
  double momentum_ = 1;
  double change_ = 0;  // of the last sweep
};

}  // namespace talus
