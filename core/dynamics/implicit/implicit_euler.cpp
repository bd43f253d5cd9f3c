#include "dynamics/implicit/implicit_euler.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "dynamics/body/body_loop.h"
#include "dynamics/body/free_rotation.h"
#include "dynamics/implicit/newton.h"

namespace talus {

namespace {

constexpr double leastLoadShare = 0.01;  // of the forces on a body: minimum reference value of loads

std::unique_ptr<LoadIteration> makeIteration(const ImplicitOptions& options) {
  requireValid(options);
  switch (options.solver) {
    case ImplicitSolver::Newton:
      return std::make_unique<Newton>();
    case ImplicitSolver::Anderson:
    case ImplicitSolver::Picard:
    case ImplicitSolver::Aitken:
      return addedSolvers().at(options.solver)(options);
  }
  throw Error("There is no solver number " + std::to_string(static_cast<int>(options.solver)),
              "implicit Euler", "0 is Newton's method");
}

bool isFinite(const Loads& loads) {
  const auto finite = [](const Vec3& v) { return v.allFinite(); };
  return std::all_of(loads.force.begin(), loads.force.end(), finite) &&
         std::all_of(loads.torque.begin(), loads.torque.end(), finite);
}

}  // namespace

AddedMethods<ImplicitSolver, SolverMaker>& addedSolvers() {
  static AddedMethods<ImplicitSolver, SolverMaker> solvers;
  return solvers;
}

ImplicitEuler::ImplicitEuler(const ImplicitOptions& options)
    : options_(options), iteration_(makeIteration(options)) {}

// Computes the state to which the used loads lead.
void ImplicitEuler::move(const BodyState& start, const BodyInertia& inertia) {
  BodyState& moved = guess_.state;
  const double dt = guess_.dt;
  forEachBody(start.size(), [&](std::size_t i) {
    if (inertia.isWall(i)) return;
    moved.velocity[i] = start.velocity[i];
    moved.angularMomentum[i] = start.angularMomentum[i];
    kick(moved, i, inertia, guess_.used.force[i], guess_.used.torque[i], dt);
    moved.position[i] = start.position[i] + dt * moved.velocity[i];
    moved.orientation[i] = rotateFreely(inertia, i, start.orientation[i], moved.angularMomentum[i], dt);
  });
}

// Sums the forces on each body by magnitude, so that they cannot cancel: the load at the start, which may
// be 0, and the contact forces, which may be in balance.
void ImplicitEuler::setPull(const ForceField& field) {
  pull_ = atStart_;
  for (const LinearContact* const contact : field.linearised()) {
    pull_[static_cast<std::size_t>(contact->bodyA)] += contact->force.norm();
    pull_[static_cast<std::size_t>(contact->bodyB)] += contact->force.norm();
  }
}

// Whether the loads used and found agree for every body.
bool ImplicitEuler::agree(const BodyInertia& inertia) const {
  const Loads &used = guess_.used, &found = guess_.found;
  const auto differ = [&](const Vec3& a, const Vec3& b, double least) {
    const double difference = (a - b).norm();
    return !std::isfinite(difference) || difference > options_.tolerance * std::max(b.norm(), least);
  };
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (inertia.isWall(i)) continue;
    const double least = leastLoadShare * std::max(pull_[i], found.force[i].norm());
    const double radius = std::sqrt(inertia.moments(i).maxCoeff() * inertia.inverseMass(i));
    if (differ(used.force[i], found.force[i], least) ||
        differ(used.torque[i], found.torque[i], radius * least))
      return false;
  }
  return true;
}

StepReport ImplicitEuler::advance(BodyState& state, MovingSystem& system, double time, double dt) {
  guess_.dt = dt;
  guess_.state = state;
  iteration_->restart();
  system.evaluate(guess_.state, time + dt, guess_.used);
  atStart_.clear();
  for (const Vec3& force : guess_.used.force) atStart_.push_back(force.norm());
  StepReport report{.iterations = 1, .converged = false};
  while (report.iterations < options_.maximumIterations && isFinite(guess_.used)) {
    move(state, system.inertia);
    system.evaluate(guess_.state, time + dt, guess_.found);
    ++report.iterations;
    setPull(system.field);
    const bool searching = isSearching();
    report.converged = !searching && agree(system.inertia);
    if (report.converged) break;
    iteration_->improve(guess_, system);
  }
  if (report.converged) std::swap(state, guess_.state);
  return report;
}

}  // namespace talus
