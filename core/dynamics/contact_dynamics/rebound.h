#pragma once

#include "dynamics/contact_dynamics/cone_solver.h"
#include "dynamics/contact_dynamics/step_problem.h"
#include "options/contact_dynamics_options.h"

namespace talus {

/// The impulses of restitution, after the impulses of a step have brought bodies together. A step brakes
/// bodies so that they just touch at its end; here those that came fast enough are stopped and driven apart.
///
/// Poisson: what stops them is found first (compression); points then have at least the restitution times the
/// whole normal impulse, scaled from the speed at the start of the step to that of arrival. Newton: points
/// that came fast separate at the restitution times the speed of arrival, at least. Each island of bodies
/// that touch gets the greatest part of these impulses with which it does not gain energy. Source: Ch.
/// Glocker, "Energetic consistency conditions for standard impacts", Multibody System Dynamics 29 (2013); F.
/// Pfeiffer and Ch. Glocker, Multibody Dynamics with Unilateral Contacts (1996).
class Rebound {
 public:
  /// The bodies of such an island get what they still fall in the step, too: those that collide on their way
  /// down fall on.
  /// @param energies for each body, J: the kinetic energy that it may have after the step. @param parts of
  /// the motions that bodies carry out.
  /// @param problem solved; the velocities of its bodies become those after the restitution.
  /// @return for each point of the problem, its further impulse, N s; empty if nothing rebounds.
  const std::vector<Vec3>& find(const StepStart& start, const StepProblem& step,
                                const ContactDynamicsOptions& options, const BodyInertia& inertia,
                                std::span<const double> energies, std::span<const double> parts,
                                ImpulseProblem& problem);

  /// Where the impulse of each point acts, relative to that of the step: both bodies have moved on since.
  /// From A; from B the opposite.
  std::span<const Vec3> shifts() const { return shifts_; }
  int sweeps() const { return sweeps_; }     ///< of the last find()
  std::int64_t cut() const { return cut_; }  ///< islands whose impulses were cut, in the last find()
  /// Bodies of islands where something rebounds: their velocities are those of the end of the step.
  const std::vector<char>& rebounded() const { return rebounded_; }

 private:
  void findArrivals(const StepStart& start, const StepProblem& step, const ImpulseProblem& problem);
  void findIslands(const ImpulseProblem& problem);
  void extract(const ImpulseProblem& problem, double length);
  void compress(const ImpulseProblem& problem, const ConeAccuracy& accuracy);
  void expand(const ContactDynamicsOptions& options, const ConeAccuracy& accuracy);
  void limit(const StepStart& start, const BodyInertia& inertia, std::span<const double> energies,
             ImpulseProblem& problem);

  std::vector<double> arrivals_;  // of each point, m/s; 0: it does not rebound
  std::vector<double> freely_;    // at which speeds they would be at the end without impulses, m/s
  std::vector<Index> islands_;    // of each body, its number; −1: nothing rebounds there
  ImpulseProblem part_;           // points that press, of islands where something rebounds
  std::vector<Vec3> impulses_, shifts_;
  std::vector<char> rebounded_;
  ConeSolver solver_;
  int sweeps_ = 0;
  std::int64_t cut_ = 0;
};

}  // namespace talus
