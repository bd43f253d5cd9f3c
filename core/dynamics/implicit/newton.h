#pragma once

#include "dynamics/implicit/island_solve.h"
#include "dynamics/implicit/load_iteration.h"

namespace talus {

/// Newton's method with the linearised contacts of the field: a linear system for each island of bodies in
/// contact. Bodies without contacts take the loads found. Converges for any stiffness, mostly in a few
/// iterations. After six full steps it also searches along the Newton direction.
///
/// An implicit step minimises a potential, if forces have one: the kinetic energy relative to free flight
/// plus the energy of the springs. The line search uses the slope of the potential along the Newton step,
/// which follows from residuals: if the slope is now upwards and nearly as steep as it was downwards at the
/// start, the step was too long. (A search by the residual would favour contacts that open.) Bodies that
/// touched in any guess of a step share one line search and one length, so that forces remain equal and
/// opposite.
class Newton : public LoadIteration {
 public:
  void restart() override;
  void improve(LoadGuess& guess, const MovingSystem& system) override;

 private:
  /// The line search of a group of bodies.
  struct Search {
    std::vector<std::size_t> bodies;
    double slope = 0;                  ///< at the start of the search: ≤ 0; 0: nothing to search
    double length = 1;                 ///< of the step, relative to Newton's
    double tooShort = 0, tooLong = 0;  ///< last lengths that were; 0: none yet
    int trials = 0;

    /// Adapts the length to the slope there. @return whether it changed.
    bool adapt(double slopeNow);
  };
  double slope(const Search& search, const LoadGuess& guess) const;
  bool isDone(const Search& search, const LoadGuess& guess, const BodyInertia& inertia) const;
  bool adaptSteps(LoadGuess& guess);
  void linearise(const LoadGuess& guess, const MovingSystem& system);
  void beginSearches(LoadGuess& guess, const MovingSystem& system);

  int steps_ = 0;
  std::vector<Search> searches_;
  std::vector<LinearContact> links_;  ///< between the bodies that touched in this step; only their indices
  Loads base_, change_;               ///< start of the search, and Newton's step from there
  Loads direction_;                   ///< change of velocities and angular velocities by that step, over dt
  Loads residual_;                    ///< a buffer
};

}  // namespace talus
