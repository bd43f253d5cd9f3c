#include "dynamics/run/step_length.h"

#include <algorithm>
#include <atomic>
#include <limits>

#include "dynamics/body/body_loop.h"
#include "dynamics/contact_forces/point_speeds.h"

namespace talus {

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();
constexpr double fasterInStep = 1.5;  // bodies may become in a step

bool shorterStep(const StepChoice& a, const StepChoice& b) {
  return a.length < b.length;
}

}  // namespace

void StepLength::setFacts(const StepFacts& facts) {
  facts_ = facts;
  known_ = true;
}

// Long steps need none.
void StepLength::findFacts() {
  if (known_ || system_.hasLongSteps()) return;
  facts_ = localFacts(system_.time);
  world_.share(facts_);
}

StepFacts StepLength::localFacts(double time) {
  const ForceBodies& bodies = system_.fields.contacts.bodies();
  const BodyState& state = system_.state;
  const auto bodyAt = [&](std::size_t i, double amount) {
    const Box box = bodies.boxes().box(i);
    return LimitingBody{
        world_.numberOf(i), system_.inertia.isWall(i), system_.scene.bodies.id[i], amount, box.min(),
        box.max()};
  };
  StepFacts facts;
  if (system_.options.timeStep == 0 || system_.hasBarrier()) {
    const FrequencyPeak peak = system_.fields.contacts.explicitContacts().frequencyPeak();
    if (peak.body >= 0) facts.stiffest = bodyAt(static_cast<std::size_t>(peak.body), peak.squared);
  }
  const PointSpeeds speeds(bodies, state, time);
  std::vector<double>& bounds = system_.speedBounds;
  bounds.resize(state.size());
  forEachBody(state.size(), [&](std::size_t i) { bounds[i] = speeds.boundOf(i); });
  for (std::size_t i = 0; i < state.size(); ++i) {
    const double bound = bounds[i];
    const bool mayBeFast = bound > 0 && bound >= facts.fastest.back().amount;
    if ((!mayBeFast && bound <= facts.centreSpeed) || system_.isGhost(i)) continue;
    const double speed = speeds.of(i);
    if (speed >= facts.fastest.back().amount) facts.insert(bodyAt(i, speed));
    if (system_.isOwn(i) && speed > 0)
      facts.centreSpeed = std::max(facts.centreSpeed, state.velocity[i].norm());
  }
  return facts;
}

StepChoice StepLength::longest(double left) {
  const SimulationOptions& options = system_.options;
  StepChoice choice{left, StepLimit::Frame, -1};
  const bool automatic = options.timeStep == 0;
  if (options.timeStep > 0 && options.timeStep < left) choice = {options.timeStep, StepLimit::User, -1};
  if (system_.hasImpulses()) return std::min(choice, ofImpulses(), shorterStep);
  if (system_.hasLongSteps()) return std::min(choice, ofTurns(), shorterStep);
  if (automatic || system_.hasBarrier()) choice = std::min(choice, ofStiffness(), shorterStep);
  constexpr double moveLimitShare = 0.8;  // so that accelerating bodies usually stay within the limit
  const bool limited = options.moveLimit > 0;
  const double ofHalo = limited ? moveLimitShare * options.moveLimit : automatic ? safeStepPart : unlimited;
  const StepChoice moved = ofMotion(ofHalo * system_.halo(), choice.length);
  if (!(moved.length < choice.length)) return choice;
  return {moved.length, limited ? StepLimit::Motion : StepLimit::Halo, moved.body};
}

StepChoice StepLength::ofStiffness() const {
  const LimitingBody& stiffest = facts_.stiffest;
  return {stiffnessStep(stiffest.amount), StepLimit::Stiffness, stiffest.id};
}

// A given step is taken as it is.
StepChoice StepLength::ofImpulses() const {
  if (system_.options.timeStep > 0) return {};
  return {system_.dynamics->longestStep(system_.state, system_.inertia, system_.time), StepLimit::Size, -1};
}

// The longest step in which no body turns by more than a part of a right angle: more would not be told from
// less.
StepChoice StepLength::ofTurns() const {
  constexpr double greatest = 0.5;  // rad
  StepChoice choice;
  for (std::size_t i = 0; i < system_.state.size(); ++i) {
    const double rate = system_.isPresent(i) ? system_.inertia.angularVelocity(i, system_.state).norm() : 0;
    if (rate * choice.length > greatest)
      choice = {greatest / rate, StepLimit::Motion, system_.idOf(static_cast<Index>(i))};
  }
  return choice;
}

// Whether each of the fastest bodies, up to the first that does, reaches no other in that time.
std::vector<bool> StepLength::reachNothing(double duration) {
  const double fastest = facts_.fastest.front().amount;
  const PointSpeeds speeds(system_.fields.contacts.bodies(), system_.state, system_.time);
  std::vector<std::int64_t> reach;
  for (const LimitingBody& body : facts_.fastest) {
    const Flight flight{world_.rowOf(body.number), body.box(), body.amount, body.wall != 0};
    reach.push_back(body.number >= 0 && !speeds.meetsNothing(flight, fastest, duration));
    if (reach.back() != 0) break;
  }
  reach.resize(facts_.fastest.size(), 0);  // other ranks may know a body that one of the first ones reaches
  world_.sum(reach);
  std::vector<bool> nothing;
  nothing.reserve(reach.size());
  for (const std::int64_t count : reach) nothing.push_back(count == 0);
  return nothing;
}

// The longest step in which no body that may reach another one moves by more than `maximumMotion`. Bodies
// that reach no other cannot miss a contact.
StepChoice StepLength::ofMotion(double maximumMotion, double duration) {
  free_.clear();
  const auto limits = [&](const LimitingBody& body) {
    return body.number >= 0 && maximumMotion < body.amount * duration;
  };
  if (!limits(facts_.fastest.front())) return {};
  const std::vector<bool> reachNothing = this->reachNothing(fasterInStep * duration);
  for (std::size_t n = 0;; ++n) {
    const LimitingBody& body = facts_.fastest[n];
    if (!limits(body)) return {};
    if (n == StepFacts::maximumAlone || !reachNothing[n])
      return {maximumMotion / body.amount, StepLimit::Motion, body.id};
    free_.push_back({body.number, fasterInStep * duration * body.amount});
  }
}

// A rotation by φ moves a point at the distance r from its axis by 2 r sin(φ/2).
std::int64_t StepLength::movedTooFar(const BodyState& before, const BodyState& after) const {
  const double limit = system_.options.moveLimit * system_.halo();
  std::atomic<std::int64_t> count = 0;
  forEachBody(system_.state.size(), [&](std::size_t i) {
    if (!system_.isPresent(i) || system_.isGhost(i)) return;
    const Quaternion turn = after.orientation[i] * before.orientation[i].conjugate();
    const double turned =
        2 * system_.fields.contacts.bodies()[i].extent * Vec3(turn.x, turn.y, turn.z).norm();
    const double moved = (after.position[i] - before.position[i]).norm() + turned;
    if (moved <= limit) return;
    const auto mayMove = [&](const FreeBody& body) {
      return body.number == world_.numberOf(i) && moved <= body.way;
    };
    if (std::none_of(free_.begin(), free_.end(), mayMove)) ++count;
  });
  return count;
}

bool StepLength::wasUnstable(double dt) const {
  constexpr double unstableRatio = 5;  // than stable
  return dt >
         unstableRatio * stiffnessStep(system_.fields.contacts.explicitContacts().frequencyPeak().squared);
}

bool StepLength::areContactsCrushed() const {
  const LimitingBody& stiffest = facts_.stiffest;
  return system_.hasBarrier() && !system_.hasLongSteps() && stiffest.number >= 0 &&
         negligibleStepRatio * negligibleStepRatio * stiffest.amount >
             system_.fields.contacts.explicitContacts().usualSquaredFrequency(world_.rowOf(stiffest.number));
}

}  // namespace talus
