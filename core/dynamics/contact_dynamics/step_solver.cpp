#include "dynamics/contact_dynamics/step_solver.h"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

// In small problems many sweeps cost little, and keep stacks still.
int leastSweeps(std::size_t points) {
  constexpr double updates = 4e6, least = 15, most = 500;
  const double count = std::max(1.0, static_cast<double>(points));
  return static_cast<int>(std::clamp(updates / (count * count), least, most));
}

// More slowly than by the part of their weights that solvers may leave, bodies do not move.
double restSpeed(const StepStart& start, double lawResidual) {
  constexpr double maximumFallShare = 1e-3;  // of the fall in a step
  return std::min(maximumFallShare, lawResidual) * start.gravity.norm() * start.length;
}

// Of bodies that may come to rest. In large problems further sweeps would cost more than they spare.
double slowSpeed(const StepStart& start, std::size_t points) {
  constexpr double slowOfFall = 0.1;  // of the fall in a step
  constexpr std::size_t maximumPoints = 4000;
  return points <= maximumPoints ? slowOfFall * start.gravity.norm() * start.length : 0;
}

// Of bodies that flow.
double flowSpeed(const StepStart& start, double thinnest) {
  constexpr double flowingFall = 2;  // of the thinnest body's thickness, after which bodies flow
  return std::sqrt(2 * start.gravity.norm() * flowingFall * thinnest);
}

}  // namespace

ConeReport StepSolver::solve(const StepStart& start, double time, std::span<const MeanContact> last,
                             ImpulseProblem& problem) {
  const double resting = restSpeed(start, options_.lawResidual);
  const ConeAccuracy accuracy{.residual = options_.lawResidual,
                              .least = leastSweeps(problem.points.size()),
                              .most = static_cast<int>(options_.maximumSweeps),
                              .rest = resting,
                              .slow = slowSpeed(start, problem.points.size()),
                              .fast = flowSpeed(start, thinnest_)};
  const ConeReport solved = solver_.solve(problem, accuracy);
  rest_.find(problem, last, time, resting);
  for (std::size_t i = 0; i < problem.bodies.size(); ++i)
    if (rest_.has(i)) problem.bodies[i].velocity = problem.bodies[i].angularVelocity = Vec3::Zero();
  return solved;
}

}  // namespace talus
