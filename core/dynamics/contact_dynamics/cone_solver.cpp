#include "dynamics/contact_dynamics/cone_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/contact_dynamics/chunk_loop.h"
#include "dynamics/contact_dynamics/cone_kernel.h"
#include "dynamics/contact_dynamics/structures.h"

namespace talus {

namespace {

constexpr std::size_t blocksPerTask = 16, numbersPerTask = 8192;

double sumOf(const double (&lanes)[ConeLanes::width]) {
  double sum = 0;
  for (const double value : lanes) sum += value;
  return sum;
}

void add(const double (&values)[ConeLanes::width], double (&sums)[ConeLanes::width]) {
  for (std::size_t lane = 0; lane < ConeLanes::width; ++lane) sums[lane] += values[lane];
}

}  // namespace

void ConeSolver::read(const ImpulseProblem& problem) {
  lanes_.read(problem);
  inChunks(lanes_.blocks.size(), blocksPerTask,
           [&](std::size_t begin, std::size_t end) { prepareBlocks(lanes_, begin, end); });
}

void ConeSolver::measure(const ImpulseProblem& problem, ConeReport& report) {
  read(problem);
  measure(0, report);
}

void ConeSolver::measure(double impulse, ConeReport& report) {
  report.residual = report.closing = 0;
  errors_.resize(lanes_.blocks.size());
  inChunks(errors_.size(), blocksPerTask,
           [&](std::size_t begin, std::size_t end) { measureBlocks(lanes_, begin, end, errors_.data()); });
  LawErrors all{};
  for (const LawErrors& errors : errors_) {
    add(errors.squares, all.squares);
    add(errors.closings, all.closings);
    add(errors.impulses, all.impulses);
    add(errors.active, all.active);
  }
  const double squares = sumOf(all.squares), impulses = sumOf(all.impulses), active = sumOf(all.active);
  if (active == 0 || squares == 0) return;
  report.closing = std::sqrt(sumOf(all.closings) / active);
  const double mean = std::max(impulse, impulses / active);
  report.residual = mean > 0 ? std::sqrt(squares / active) / mean : 1;
}

// Velocities follow impulses, which blocks take on as they are swept.
void ConeSolver::sweep(bool whole, double part) {
  inChunks(lanes_.velocities.size(), numbersPerTask, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const double now = lanes_.velocities[i];
      lanes_.velocities[i] += part * (now - lanes_.lastVelocities[i]);
      lanes_.lastVelocities[i] = now;
    }
  });
  for (std::size_t c = 0; c + 1 < lanes_.colours.size(); ++c) {
    const std::size_t first = lanes_.colours[c];
    inChunks(lanes_.colours[c + 1] - first, blocksPerTask, [&](std::size_t begin, std::size_t end) {
      sweepBlocks(lanes_, first + begin, first + end, whole, part);
    });
  }
  sweepBlocks(lanes_, lanes_.serial, lanes_.blocks.size(), whole, part);
}

// By which part of their last change impulses go on.
double ConeSolver::nextPart() {
  double changes[ConeLanes::width] = {}, turns[ConeLanes::width] = {};
  for (const PairLanes& block : lanes_.blocks) {
    add(block.change, changes);
    add(block.turn, turns);
  }
  const double change = sumOf(changes);
  const bool back = sumOf(turns) > 0 || change > change_;
  change_ = change;
  const double next = back ? 1 : 0.5 * (1 + std::sqrt(1 + 4 * momentum_ * momentum_));
  const double part = back ? 0 : (momentum_ - 1) / next;
  momentum_ = next;
  return part;
}

// Errors that many contacts share, which sweeps take away slowly and the residual hardly sees, move many
// bodies a little.
bool ConeSolver::mayComeToRest(const ConeAccuracy& accuracy) const {
  constexpr double leastSlowShare = 0.05, maximumFastShare = 0.1;  // of all bodies
  if (accuracy.slow == 0) return false;
  std::size_t slow = 0, fast = 0, all = 0;
  for (std::size_t i = 0; i + ConeLanes::stride < lanes_.velocities.size(); i += ConeLanes::stride) {
    const double* const velocity = &lanes_.velocities[i];
    const double speed = std::hypot(velocity[0], velocity[1], velocity[2]);
    ++all;
    if (speed >= accuracy.slow)
      ++fast;
    else if (speed >= accuracy.rest)
      ++slow;
  }
  const auto part = [all](std::size_t count) {
    return static_cast<double>(count) / static_cast<double>(all);
  };
  return part(slow) > leastSlowShare && part(fast) < maximumFastShare;
}

// What does not come near to its laws by it stays as sweeps have left it.
bool ConeSolver::improveStructures(ImpulseProblem& problem, const ConeAccuracy& accuracy,
                                   ConeReport& report) {
  lanes_.write(problem);
  bool improved = false;
  for (ImpulseIsland& island : structuresOf(problem, {accuracy.rest, accuracy.fast})) {
    report.sweeps += newton_.improve(island.problem, accuracy.residual);
    ConeReport after;
    ConeSolver().measure(island.problem, after);
    const bool enough = after.residual <= accuracy.residual && after.closing <= 1;
    if (enough) island.give(problem);
    improved = improved || enough;
  }
  return improved;
}

ConeReport ConeSolver::solve(ImpulseProblem& problem, const ConeAccuracy& accuracy) {
  constexpr int sweepsPerMeasurement =
      5;  // sweeps from one look at all pairs, and one measurement, to the next
  constexpr int maximumRestSweeps = 200;       // sweeps
  constexpr int sweepsOfStructures = 15;       // before systems are solved
  constexpr double negligibleResidual = 1e-6;  // of the residual that is asked for: it needs no further sweep
  ConeReport report;
  if (problem.points.empty()) return report;
  momentum_ = 1;
  change_ = std::numeric_limits<double>::infinity();
  read(problem);
  double part = 0;
  bool mayImprove = accuracy.fast > 0;
  for (int n = 1;; ++n) {
    const bool last = n >= accuracy.most, measured = last || n % sweepsPerMeasurement == 0;
    sweep(measured || n == 1, part);
    ++report.sweeps;
    if (measured) {
      measure(accuracy.impulse, report);
      if (last || report.residual <= negligibleResidual * accuracy.residual) break;
      if (mayImprove && n >= sweepsOfStructures) {
        mayImprove = false;
        if (improveStructures(problem, accuracy, report)) {
          read(problem);
          momentum_ = 1;
          measure(accuracy.impulse, report);
        }
      }
      const bool enough = report.residual <= accuracy.residual && report.closing <= 1;
      if (enough && n >= accuracy.least && (n >= maximumRestSweeps || !mayComeToRest(accuracy))) break;
    }
    part = nextPart();
  }
  lanes_.write(problem);
  return report;
}

}  // namespace talus
