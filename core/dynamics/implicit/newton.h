#pragma once

#include "dynamics/implicit/island_solve.h"
#include "dynamics/implicit/load_iteration.h"

namespace talus {

/// Newton's method with the contacts that the field makes linear: a linear system for each island of bodies
/// in contact. Bodies without contacts take the loads found. Converges for any stiffness, mostly in a few
/// iterations. After six full steps, lines are searched, too.
///
/// An implicit step minimises a potential, if forces have one: kinetic energy relative to the free flight
/// plus that of the springs. The line search looks at its slope along Newton's step, which residuals give:
/// where that has become as steep as it was, upwards, the step was too long. (The residual itself would
/// favour contacts that open.) Bodies that touched in any guess of a step are searched together, and steps
/// are shortened for all of them alike, so that forces remain equal and opposite.
class Newton : public LoadIteration {
 public:
  void restart() override;
  void improve(LoadGuess& guess, const MovingSystem& system) override;

 private:
  /// Bodies in the line search.
  struct Search {
    std::vector<std::size_t> bodies;
    double slope = 0;                  ///< where the search began: ≤ 0; 0: nothing to gain
    double length = 1;                 ///< of the step, in Newton's
    double tooShort = 0, tooLong = 0;  ///< lengths that were; 0: none yet
    int trials = 0;

    /// Judges the length. @return whether it changed.
    bool adapt(double slopeNow);
  };
  double slope(const Search& search, const LoadGuess& guess) const;
  bool isDone(const Search& search, const LoadGuess& guess, const BodyInertia& inertia) const;
  bool adaptSteps(LoadGuess& guess);
  void linearise(const LoadGuess& guess, const MovingSystem& system);
  void beginSearches(LoadGuess& guess, const MovingSystem& system);

  int steps_ = 0;
  std::vector<Search> searches_;
  std::vector<LinearContact> links_;  ///< join the bodies that touched in this step; only their bodies count
  Loads base_, change_;               ///< where the search began, and Newton's step from there
  Loads direction_;                   ///< how that changes velocities and angular velocities, over dt
  Loads residual_;                    ///< a buffer
};

}  // namespace talus
