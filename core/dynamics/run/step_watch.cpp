#include "dynamics/run/step_watch.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.h"
#include "base/number_text.h"
#include "dynamics/run/blocked_wall.h"
#include "dynamics/run/squeezing_walls.h"
#include "dynamics/run/step_text.h"

namespace talus {

namespace {

// The number of steps of at most that length, which may be exceeded by rounding.
double stepsIn(double interval, double limit) {
  return std::max(1.0, std::ceil(interval / limit * (1 - 1e-12)));
}

}  // namespace

double StepWatch::next(double end) {
  const double left = end - system_.time;
  length_.findFacts();
  pace_.choice = length_.longest(left);
  if (pace_.bound < pace_.choice.length) pace_.choice = {pace_.bound, StepLimit::Retry, -1};
  const double steps = stepsIn(left, pace_.choice.length);
  const double most = system_.hasBarrier() ? 1e14 : 1e10;  // Barrier is that stiff for a very short time only
  if (!(steps < most)) refuseCount(end, steps);
  const double dt = left / steps;
  if (pace_.nominal == 0) pace_.nominal = dt;
  checkCrushing(dt);
  return steps > 1 ? dt : left;
}

void StepWatch::reject(const StepReport& report, double dt) {
  const auto& iterates = system_.fields.iterates;
  if (iterates && iterates->blocked()) pace_.blocked = iterates->blocked();
  constexpr double leastFraction = 1.0 / 16, below = 0.9;
  pace_.bound = std::clamp(below * report.reached, leastFraction, 0.5) * dt;
  if (++pace_.halvings > system_.options.maximumHalvings) refuseStep(report, dt);
}

void StepWatch::accept(double dt) {
  pace_.halvings = 0;
  pace_.bound *= 2;
  if (system_.dynamics == nullptr) return;
  if (const auto& squeezed = system_.dynamics->squeezed())
    refuseWalls(dt, {squeezed->first, squeezed->second, squeezed->body});
}

// Walls that crush a body go on for ever in ever shorter steps. An impact is as stiff for less than some
// hundred steps, unless a much heavier body hits a light one.
void StepWatch::checkCrushing(double dt) {
  constexpr int maximumCrushedSteps = 10'000;  // steps
  pace_.crushed = length_.areContactsCrushed() ? pace_.crushed + 1 : 0;
  if (pace_.crushed < maximumCrushedSteps) return;
  pace_.crushed = 0;
  evaluate(system_, world_);  // with the contacts
  const Index body = world_.rowOf(length_.facts().stiffest.number);
  std::vector<Index> rows = squeezingWalls(system_.fields.sum.linearised(), system_.fields.contacts.bodies(),
                                           system_.inertia, body);
  if (rows.empty()) return;
  rows.push_back(body);
  refuseWalls(dt, rows);
}

// Long steps that walls make ever shorter approach a time that they never reach.
void StepWatch::checkStalledWalls(double dt) {
  constexpr int maximumStalledSteps = 20;  // steps
  if (!system_.hasLongSteps() || !pace_.blocked) return;
  pace_.shrunk = dt < negligibleStepRatio * pace_.nominal ? pace_.shrunk + 1 : 0;
  if (pace_.shrunk == maximumStalledSteps) refuseWalls(dt, {pace_.blocked->first, pace_.blocked->second});
}

void StepWatch::requireUnblocked(double dt) const {
  const ActingFields& fields = system_.fields;
  std::optional<BodyPair> blocked;
  if (fields.iterates)
    blocked = fields.iterates->blocked();
  else if (fields.guard)
    blocked = fields.guard->blocked();
  if (blocked) refuseWalls(dt, {blocked->first, blocked->second});
}

void StepWatch::refuseWalls(double dt, const std::vector<Index>& rows) const {
  std::string names;
  ErrorSubject subject;
  for (std::size_t n = 0; n < rows.size(); ++n) {
    subject.body.push_back(system_.idOf(rows[n]));
    names += (n == 0                ? "bodies "
              : n + 1 < rows.size() ? ", "
                                    : " and ") +
             std::to_string(subject.body.back());
  }
  throw BlockedWall("At " + numberText(system_.time) + " s a step of " + numberText(dt) +
                        " s still brings a wall too near to a body that cannot give way",
                    names, "Let the wall stop before, or make room for the body", subject);
}

void StepWatch::refuseStep(const StepReport& report, double dt) const {
  const std::string step = "At " + numberText(system_.time) + " s a step of " + numberText(dt) + " s ";
  requireUnblocked(dt);
  if (!report.converged)
    throw Error(step + "still does not converge", "",
                "Use a softer material, a wider halo or another integrator");
  throw Error(step + "still moves a body too far", "",
              "Bodies are too fast for their halo: slow them, or widen it");
}

void StepWatch::refuseCount(double end, double steps) const {
  const double dt = (end - system_.time) / steps;
  requireUnblocked(dt);
  ErrorSubject subject;
  if (pace_.choice.body >= 0) subject.body = {pace_.choice.body};
  throw Error("From " + numberText(system_.time) + " s on to " + numberText(end) + " s it takes " +
                  roundedText(steps) + " steps of " + roundedText(dt) + " s",
              reasonText(pace_.choice), remedyText(pace_.choice.limit), subject);
}

}  // namespace talus
