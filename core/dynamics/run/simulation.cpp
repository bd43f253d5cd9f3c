#include "dynamics/run/simulation.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/damaged_snapshot.h"
#include "base/error.h"
#include "base/number_text.h"
#include "dynamics/body/body_loop.h"
#include "dynamics/run/make_integrator.h"
#include "dynamics/run/snapshot_mark.h"
#include "dynamics/run/squeezing_walls.h"
#include "dynamics/run/step_text.h"

namespace talus {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double farShorter = 1e-3;  // than usual steps
const std::optional<BodyPair> noPair;

bool shorterStep(const StepChoice& a, const StepChoice& b) {
  return a.length < b.length;
}

/// The number of steps of at most that length, which may be exceeded by rounding.
double stepsIn(double interval, double limit) {
  return std::max(1.0, std::ceil(interval / limit * (1 - 1e-12)));
}

ContactForceOptions withHalo(ContactForceOptions options, double halo) {
  options.halo = halo;
  return options;
}

}  // namespace

// The whole scene, or the share of a rank.
SceneShare Simulation::shareOf(Scene scene, const SimulationOptions& options, Context& context,
                               Communicator* ranks) {
  requireValid(options);
  if (ranks != nullptr && ranks->size() > 1) {
    if (!knowsAllBodies(options)) return divide(std::move(scene), options, context, *ranks);
    scene = sharedScene(std::move(scene), *ranks);
  }
  requireValid(scene);
  SceneShare whole;
  whole.bodies = scene.bodies.size();
  whole.halo = options.contacts.halo;
  whole.mark = snapshotMark(scene);
  whole.scene = std::move(scene);
  return whole;
}

Simulation::Simulation(Scene scene, const SimulationOptions& options, Context& context, Communicator* ranks)
    : Simulation(shareOf(std::move(scene), options, context, ranks), options, context, ranks) {}

Simulation::Simulation(SceneShare share, const SimulationOptions& options, Context& context,
                       Communicator* ranks)
    : scene_(std::move(share.scene)),
      options_(options),
      inertia_(scene_),
      motions_(scene_),
      gravity_(scene_.gravity, inertia_),
      contacts_(scene_, inertia_, withHalo(options.contacts, share.halo), context),
      wallWork_(contacts_),
      field_(fields()),
      integrator_(makeSteps()),
      sceneMark_(share.mark),
      optionsMark_(snapshotMark(options)),
      state_(inertia_.stateOf(scene_.bodies)),
      overlaps_(share.overlaps),
      unseen_(contacts_),
      numbers_(std::move(share.numbers)),
      allMotions_(std::move(share.motions)),
      wholeSize_(share.bodies) {
  requireSound(state_);
  const bool several = ranks != nullptr && ranks->size() > 1;
  if (several && knowsAllBodies(options)) divideWork(*ranks);
  if (several && !work_)
    distribute(*ranks);
  else
    overlaps_ =
        resolveOverlaps(options, scene_, contacts_.bodies().library(), halo(), inertia_, state_, context);
  if (guard_) requireApart();
  evaluate();
  measure();
}

// WallWork comes last: it uses the loads of all other fields.
std::vector<ForceField*> Simulation::fields() {
  if (hasImpulses()) impulses_.emplace(inertia_, contacts_.range());
  if (!options_.certify && (hasImpulses() || !hasBarrier())) {
    if (hasImpulses()) return {&motions_, &gravity_, &*impulses_};
    return {&motions_, &gravity_, &contacts_, &wallWork_};
  }
  std::vector<GuardedBody> bodies;
  for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
    const ForceBody& body = contacts_.bodies()[i];
    bodies.push_back({body.number, body.scale, body.extent, body.removed});
    if (hasImpulses()) bodies.back().kept = ContactDynamics::clearance(body) / 2;
  }
  guard_.emplace(contacts_.bodies().library(), inertia_, bodies);
  if (!hasLongSteps()) return {&motions_, &gravity_, &contacts_, &*guard_, &wallWork_};
  iterates_.emplace(contacts_.bodies().library(), inertia_, std::move(bodies));
  if (!hasImpulses()) return {&motions_, &gravity_, &contacts_, &wallWork_};
  return {&motions_, &gravity_, &*impulses_};
}

std::unique_ptr<Integrator> Simulation::makeSteps() {
  if (!hasImpulses())
    return makeIntegrator(options_.integrator, options_.implicit,
                          {contacts_.iterationSearch(), hasBarrier() ? &contacts_ : nullptr,
                           iterates_ ? &*iterates_ : nullptr});
  auto steps = std::make_unique<ContactDynamics>(scene_, contacts_.bodies(), inertia_,
                                                 options_.contactDynamics, options_.contacts.broadPhase,
                                                 *impulses_, iterates_ ? &*iterates_ : nullptr);
  dynamics_ = steps.get();
  return steps;
}

void Simulation::requireApart() {
  const Certificate start = guard_->certify(state_, time_, 2 * halo());
  if (start.unproven == 0) return;
  throw Error(std::to_string(start.unproven) + (start.unproven == 1 ? " pair" : " pairs") +
                  " of bodies touch or overlap at the start, so nothing can be proven of them",
              "bodies " + std::to_string(idOf(start.first.first)) + " and " +
                  std::to_string(idOf(start.first.second)),
              std::string("Move them apart, or ") +
                  (hasBarrier() ? "use another contact law" : "simulate without a certificate"));
}

const FrameStatistics& Simulation::advanceTo(double end, Context& context) {
  if (!(end > time_ && std::isfinite(end)))
    throw Error(
        "The simulation is at " + numberText(time_) + " s and cannot continue to " + numberText(end) + " s",
        "", "Give a later time; to go back, load a snapshot");
  if (distribution_ || work_) {
    walk(end, context);
    return statistics_;
  }
  const std::vector<std::byte> begin = save();
  try {
    walk(end, context);
  } catch (...) {
    restore(begin);
    throw;
  }
  return statistics_;
}

void Simulation::walk(double end, Context& context) {
  constexpr std::int64_t ticks = 10000;  // of progress
  context.beginStage(1, ticks);
  statistics_ = {};
  passed_ = 0;
  firstPassage_ = {};
  contacts_.forgetSearch();
  if (guard_) guard_->forget();
  if (iterates_) iterates_->forget();
  Pace pace;
  factsKnown_ = cancelled_ = false;
  tellUnused();
  rebalances_ = distribution_ && isUneven();
  const double begin = time_;
  const std::vector<std::int64_t> compared = contacts_.searches().comparisons;
  std::int64_t shown = 0;
  while (time_ < end) {
    const double dt = stepTo(end, pace);
    tellSlowness(end - begin, dt, pace);
    takeStep(end, dt, pace);
    tellCrowding(compared);
    tellResidual();
    const auto now = static_cast<std::int64_t>((time_ - begin) / (end - begin) * ticks);
    advanceProgress(context, now - shown);
    shown = now;
  }
  evaluate();
  measure();
  statistics_.comparisons = contacts_.searches().comparisons;
  for (std::size_t level = 0; level < compared.size(); ++level)
    statistics_.comparisons[level] -= compared[level];
  tellPassage();
}

double Simulation::stepTo(double end, Pace& pace) {
  const double left = end - time_;
  if (!factsKnown_) findFacts();
  pace.choice = longestStep(left);
  if (pace.bound < pace.choice.length) pace.choice = {pace.bound, StepLimit::Retry, -1};
  const double steps = stepsIn(left, pace.choice.length);
  if (!(steps < (hasBarrier() ? 1e14 : 1e10))) {  // Barrier is that stiff for a very short time only
    requireUnblocked(left / steps);
    throw Error("From " + numberText(time_) + " s on to " + numberText(end) + " s it takes " +
                    roundedText(steps) + " steps of " + roundedText(left / steps) + " s",
                reasonText(pace.choice), remedyText(pace.choice.limit));
  }
  const double dt = left / steps;
  if (pace.nominal == 0) pace.nominal = dt;
  requireRoom(dt, pace);
  return steps > 1 ? dt : left;
}

// Not of impacts under Barrier, which take few hundred very short steps.
void Simulation::tellSlowness(double interval, double dt, Pace& pace) {
  constexpr double many = 1e6;  // steps per frame
  const int lasting = hasBarrier() ? 1000 : 10;
  const bool hard = isHard();
  pace.slow = hard || interval > many * dt ? pace.slow + 1 : 0;
  if (pace.slow < lasting || !notice_ || std::exchange(toldSlowness_, true)) return;
  notice_(NoticeKind::Steps, "From " + roundedText(time_) + " s on steps are " + roundedText(dt) +
                                 " s long, so that a frame takes " + roundedText(interval / dt) +
                                 " of them: " + (hard ? hardText(pace.choice.body) : slowText(pace.choice)));
}

void Simulation::tellPassage() {
  if (statistics_.passed == 0 || !notice_ || std::exchange(toldPassage_, true)) return;
  notice_(NoticeKind::Passage,
          "At " + roundedText(firstPassage_.time) + " s bodies " + std::to_string(firstPassage_.first) +
              " and " + std::to_string(firstPassage_.second) +
              " passed through each other, or half-way into the thinner one; PassedPairs counts such pairs. "
              "Harder "
              "materials, shorter steps, a certificate or the law Barrier hold them apart");
}

// Guards let nothing pass.
bool Simulation::mayHidePassages(double dt) const {
  constexpr double faster = 1.5;  // bodies may become in the step
  return !guard_ && !unseen_.areImpossible(faster * dt * facts_.fastest.front().amount);
}

// After an accepted step. @param unseen those that contacts do not see, too.
void Simulation::countPassages(bool unseen) {
  for (const BodyPair& pair : contacts_.passed()) countPassage(pair);
  if (!unseen) return;
  for (const BodyPair& pair : unseen_.find(earlier_, state_, time_))
    if (contacts_.notePassed(pair)) countPassage(pair);
}

void Simulation::countPassage(const BodyPair& pair) {
  ++passed_;
  const auto [first, second] = std::minmax({idOf(pair.first), idOf(pair.second)});
  firstPassage_ = std::min(firstPassage_, Passage{time_, first, second});
}

// Where surfaces are finer than the halos, each triangle is near many others. @param before comparisons
// before the frame.
void Simulation::tellCrowding(const std::vector<std::int64_t>& before) {
  constexpr std::int64_t many = 20'000'000;  // comparisons per step
  if (!notice_ || toldCrowding_) return;
  const std::vector<std::int64_t>& now = contacts_.searches().comparisons;
  const std::int64_t compared = std::accumulate(now.begin(), now.end(), std::int64_t{0}) -
                                std::accumulate(before.begin(), before.end(), std::int64_t{0});
  const std::int64_t steps = std::max<std::int64_t>(1, statistics_.steps);
  if (compared <= many * steps) return;
  toldCrowding_ = true;
  notice_(NoticeKind::Steps, "At " + roundedText(time_) + " s steps compare " +
                                 roundedText(static_cast<double>(compared) / static_cast<double>(steps)) +
                                 " pairs of triangles each, since halos of " + roundedText(halo()) +
                                 " m reach far over fine surfaces. Use a narrower halo, or coarser surfaces");
}

void Simulation::tellResidual() {
  if (dynamics_ == nullptr || !notice_ || toldResidual_) return;
  if (!(dynamics_->residual() > options_.contactDynamics.lawResidual)) return;
  toldResidual_ = true;
  notice_(NoticeKind::Steps,
          "At " + roundedText(time_) + " s a step violates the contact laws by " +
              roundedText(dynamics_->residual()) +
              " of the mean contact force; LawResidual tells the largest violation of each frame. Allow more "
              "sweeps, or take shorter steps");
}

// Options of other methods.
void Simulation::tellUnused() {
  if (!hasImpulses() || !notice_ || std::exchange(toldUnused_, true)) return;
  const std::string unused = unusedText(options_);
  if (!unused.empty()) notice_(NoticeKind::Steps, unused);
}

StateCheck Simulation::wanted(double dt, double end) {
  if (distribution_)
    return [this, timeAfter = timeAfter(dt, end)](const BodyState& before, const BodyState& after) {
      return checkOnRanks(before, after, timeAfter);
    };
  if (hasLongSteps() || (options_.moveLimit == 0 && !guard_)) return {};
  return [this, dt](const BodyState& before, const BodyState& after) {
    if (guard_ && guard_->blocked()) return false;
    if (hasBarrier() && becameTooStiff(dt)) return false;
    return options_.moveLimit == 0 || movedTooFar(before, after) == 0;
  };
}

// Whether contacts have become so stiff in a step that it was unstable: in layers far thinner than the range,
// whose stiffness no step foresees, and where bodies were held back at a small gap, with a force that would
// bring in energy.
bool Simulation::becameTooStiff(double dt) const {
  constexpr double longer = 5;  // than stable
  return dt > longer * ContactForces::stiffnessStep(contacts_.frequencyPeak().squared);
}

// Explicit steps need no contacts, steps of known length no frequencies.
ContactRecords Simulation::recordsOfSteps() const {
  return {.contacts = !goesBodyByBody(options_.integrator) || work_,
          .frequencies = !hasLongSteps() && (options_.timeStep == 0 || hasBarrier())};
}

StepReport Simulation::attempt(double end, double dt) {
  contacts_.setRecords(recordsOfSteps());
  if (guard_ && !hasLongSteps()) guard_->begin(state_);
  if (mayHidePassages(dt)) earlier_ = state_;
  return integrator_->step(state_, field_, inertia_, time_, dt, wanted(dt, end));
}

void Simulation::takeStep(double end, double dt, Pace& pace) {
  if (distribution_) prepareGhosts(dt);
  factsKnown_ = false;
  StepReport report = attempt(end, dt);
  for (int again = 0; outrun_; ++again) {
    if (again > 0) distribution_->allow(2 * facts_.motion);
    exchangeBodies();
    report = attempt(end, dt);
  }
  statistics_.evaluations += report.evaluations;
  statistics_.iterations += report.iterations;
  if (!report.taken()) {
    ++(report.converged ? statistics_.motionLimited : statistics_.nonConverged);
    if (iterates_ && iterates_->blocked()) pace.blocked = iterates_->blocked();
    pace.bound = dt / 2;
    if (++pace.halvings <= options_.maximumHalvings) return;
    refuseStep(report, dt);
  }
  // Not with Barrier: its own forces hold bodies apart, and the energy of bodies that it presses together is
  // small.
  if (guard_ && !hasLongSteps() && !hasBarrier())
    guard_->settle(state_, [&](std::size_t i) { return dt * contacts_.dampingPower(i); });
  pace.halvings = 0;
  pace.bound *= 2;
  ++statistics_.steps;
  if (dynamics_ != nullptr) {
    if (const auto& squeezed = dynamics_->squeezed())
      refuseWalls(dt, {squeezed->first, squeezed->second, squeezed->body});
    statistics_.lawResidual = std::max(statistics_.lawResidual, dynamics_->residual());
    statistics_.held += dynamics_->held();
  }
  if (dt < 0.999 * pace.nominal) ++statistics_.subSteps;
  countShortest(dt, pace.choice);
  statistics_.longestStep = std::max(statistics_.longestStep, dt);
  time_ = timeAfter(dt, end);
  countPassages(mayHidePassages(dt));
  requireProgress(dt, pace);
}

void Simulation::requireUnblocked(double dt) const {
  const auto& blocked = iterates_ ? iterates_->blocked() : guard_ ? guard_->blocked() : noPair;
  if (!blocked) return;
  refuseWalls(dt, {blocked->first, blocked->second});
}

// Whether contacts are so much stiffer than usual that their pressure is a multiple of the modulus.
bool Simulation::isHard() const {
  const LimitingBody& stiffest = facts_.stiffest;
  return hasBarrier() && !hasLongSteps() && stiffest.number >= 0 &&
         farShorter * farShorter * stiffest.amount > contacts_.squaredAlone(rowOf(stiffest.number));
}

// Walls that crush a body go on for ever in ever shorter steps. An impact is hard for less than some hundred
// steps, unless a much heavier body hits a light one.
void Simulation::requireRoom(double dt, Pace& pace) {
  constexpr int crushing = 10'000;  // steps
  pace.hard = isHard() ? pace.hard + 1 : 0;
  if (pace.hard < crushing) return;
  pace.hard = 0;
  evaluate();  // with the contacts
  const Index body = rowOf(facts_.stiffest.number);
  std::vector<Index> rows = squeezingWalls(contacts(), contacts_.bodies(), inertia_, body);
  if (rows.empty()) return;
  rows.push_back(body);
  refuseWalls(dt, rows);
}

// Long steps that walls make ever shorter approach a time that they never reach.
void Simulation::requireProgress(double dt, Pace& pace) {
  constexpr int crawling = 20;  // steps
  if (!hasLongSteps() || !pace.blocked) return;
  pace.tiny = dt < farShorter * pace.nominal ? pace.tiny + 1 : 0;
  if (pace.tiny == crawling) refuseWalls(dt, {pace.blocked->first, pace.blocked->second});
}

void Simulation::refuseWalls(double dt, const std::vector<Index>& rows) const {
  std::string names;
  for (std::size_t n = 0; n < rows.size(); ++n)
    names += (n == 0 ? "bodies " : n + 1 < rows.size() ? ", " : " and ") + std::to_string(idOf(rows[n]));
  throw Error("At " + numberText(time_) + " s a step of " + numberText(dt) +
                  " s still brings a wall too near to a body that cannot give way",
              names, "Let the wall stop before, or make room for the body");
}

void Simulation::refuseStep(const StepReport& report, double dt) const {
  const std::string step = "At " + numberText(time_) + " s a step of " + numberText(dt) + " s ";
  if (!report.converged) requireUnblocked(dt);
  if (!report.converged)
    throw Error(step + "still does not converge", "",
                "Use a softer material, a wider halo or another integrator");
  requireUnblocked(dt);
  throw Error(step + "still moves a body too far", "",
              "Bodies are too fast for their halo: slow them, or widen it");
}

// The last of equal steps has the remaining length: rounding must not make it the shortest.
void Simulation::countShortest(double dt, const StepChoice& choice) {
  const bool first = statistics_.steps == 1;
  if (first || dt < (1 - 1e-9) * statistics_.shortestStep) {
    statistics_.stepLimit = choice.limit;
    statistics_.limitingBody = choice.body;
  }
  statistics_.shortestStep = first ? dt : std::min(statistics_.shortestStep, dt);
}

StepChoice Simulation::longestStep(double left) {
  StepChoice choice{left, StepLimit::Frame, -1};
  const bool unasked = options_.timeStep == 0;
  if (options_.timeStep > 0 && options_.timeStep < left) choice = {options_.timeStep, StepLimit::User, -1};
  if (hasImpulses()) return std::min(choice, stepOfImpulses(), shorterStep);
  if (hasLongSteps()) return std::min(choice, stepOfTurns(), shorterStep);
  if (unasked || hasBarrier()) {
    const LimitingBody& stiffest = facts_.stiffest;
    const StepChoice stable{ContactForces::stiffnessStep(stiffest.amount), StepLimit::Stiffness, stiffest.id};
    if (stable.length < choice.length) choice = stable;
  }
  constexpr double part = 0.8;  // so that accelerating bodies usually stay within the limit
  const bool limited = options_.moveLimit > 0;
  const double ofHalo = limited ? part * options_.moveLimit : unasked ? ContactForces::safePart : infinite;
  const StepChoice moved = stepOfMotion(ofHalo * halo(), choice.length);
  if (!(moved.length < choice.length)) return choice;
  return {moved.length, limited ? StepLimit::Motion : StepLimit::Halo, moved.body};
}

// A given step is taken as it is.
StepChoice Simulation::stepOfImpulses() const {
  if (options_.timeStep > 0) return {};
  return {dynamics_->longestStep(state_, inertia_, time_), StepLimit::Size, -1};
}

// The longest step in which no body turns by more than a part of a right angle: more would not be told from
// less.
StepChoice Simulation::stepOfTurns() const {
  constexpr double greatest = 0.5;  // rad
  StepChoice choice;
  for (std::size_t i = 0; i < state_.size(); ++i) {
    const double rate = isPresent(i) ? inertia_.angularVelocity(i, state_).norm() : 0;
    if (rate * choice.length > greatest)
      choice = {greatest / rate, StepLimit::Motion, idOf(static_cast<Index>(i))};
  }
  return choice;
}

// Of the bodies of this rank, before the next step.
StepFacts Simulation::localFacts(double time) {
  const ForceBodies& bodies = contacts_.bodies();
  const auto bodyAt = [&](std::size_t i, double amount) {
    const Box box = bodies.boxes().box(i);
    return LimitingBody{numberOf(i), inertia_.isWall(i), scene_.bodies.id[i], amount, box.min(), box.max()};
  };
  StepFacts facts;
  if (options_.timeStep == 0 || hasBarrier()) {
    const FrequencyPeak peak = contacts_.frequencyPeak();
    if (peak.body >= 0) facts.stiffest = bodyAt(static_cast<std::size_t>(peak.body), peak.squared);
  }
  speedBounds_.resize(state_.size());
  forEachBody(state_.size(), [&](std::size_t i) { speedBounds_[i] = bodies.speedBound(i, state_); });
  for (std::size_t i = 0; i < state_.size(); ++i) {
    const double bound = speedBounds_[i];
    const bool mayBeFast = bound > 0 && bound >= facts.fastest.back().amount;
    if ((!mayBeFast && bound <= facts.centreSpeed) || isGhost(i)) continue;
    const double speed = bodies.pointSpeed(i, state_, time);
    if (speed >= facts.fastest.back().amount) facts.insert(bodyAt(i, speed));
    if (isOwn(i) && speed > 0) facts.centreSpeed = std::max(facts.centreSpeed, state_.velocity[i].norm());
  }
  return facts;
}

void Simulation::findFacts() {
  if (hasLongSteps()) return;
  facts_ = localFacts(time_);
  if (!distribution_) return;
  facts_.motion = distribution_->motion();
  facts_.cancelled = cancelled_;
  facts_.over(distribution_->ranks());
}

// Whether each of the fastest bodies, up to the first that does, reaches no other in that time.
std::vector<bool> Simulation::reachNothing(double duration) {
  const double fastest = facts_.fastest.front().amount;
  std::vector<std::int64_t> reach;
  for (const LimitingBody& body : facts_.fastest) {
    const ForceBodies::Flight flight{rowOf(body.number), body.box(), body.amount, body.wall != 0};
    reach.push_back(body.number >= 0 &&
                    !contacts_.bodies().meetsNothing(flight, state_, time_, fastest, duration));
    if (reach.back() != 0) break;
  }
  reach.resize(facts_.fastest.size(), 0);  // other ranks may know a body that one of the first ones reaches
  if (distribution_) {
    Reduction all;
    all.sum(reach);
    all.over(distribution_->ranks());
  }
  std::vector<bool> nothing;
  nothing.reserve(reach.size());
  for (const std::int64_t count : reach) nothing.push_back(count == 0);
  return nothing;
}

// The longest step in which no body that may reach another one moves by more than `maximumMotion`. Bodies
// that reach no other cannot miss a contact.
StepChoice Simulation::stepOfMotion(double maximumMotion, double duration) {
  constexpr double faster = 1.5;  // bodies may become in the step
  alone_.clear();
  const auto limits = [&](const LimitingBody& body) {
    return body.number >= 0 && maximumMotion < body.amount * duration;
  };
  if (!limits(facts_.fastest.front())) return {};
  const std::vector<bool> reachNothing = this->reachNothing(faster * duration);
  for (std::size_t n = 0;; ++n) {
    const LimitingBody& body = facts_.fastest[n];
    if (!limits(body)) return {};
    if (n == StepFacts::maximumAlone || !reachNothing[n])
      return {maximumMotion / body.amount, StepLimit::Motion, body.id};
    alone_.push_back({body.number, faster * duration * body.amount});
  }
}

// The number of bodies that moved farther than is allowed. A rotation by φ moves a point at the distance r
// from its axis by 2 r sin(φ/2).
std::int64_t Simulation::movedTooFar(const BodyState& before, const BodyState& after) const {
  const double limit = options_.moveLimit * halo();
  std::atomic<std::int64_t> count = 0;
  forEachBody(state_.size(), [&](std::size_t i) {
    if (!isPresent(i) || isGhost(i)) return;
    const Quaternion turn = after.orientation[i] * before.orientation[i].conjugate();
    const double turned = 2 * contacts_.bodies()[i].extent * Vec3(turn.x, turn.y, turn.z).norm();
    const double moved = (after.position[i] - before.position[i]).norm() + turned;
    if (moved <= limit) return;
    const auto mayMove = [&](const Alone& body) { return body.number == numberOf(i) && moved <= body.way; };
    if (std::none_of(alone_.begin(), alone_.end(), mayMove)) ++count;
  });
  return count;
}

void Simulation::evaluate() {
  contacts_.setRecords({});
  field_.impose(state_, time_);
  field_.gather(state_, time_);
  loads_.clear(state_.size());
  field_.evaluate(state_, time_, loads_);
  if (distribution_) completeWalls();
}

void Simulation::measure() {
  statistics_.time = time_;
  if (work_) requireEqualStates();
  FrameSums all = sums();
  if (distribution_) all.over(distribution_->ranks());
  firstPassage_ = all.firstPassage;
  all.store(statistics_);
  if (options_.certify) measureCertificate();
  if (!guard_) return;
  if (hasImpulses()) return;
  statistics_.held = guard_->held();
  statistics_.dissipatedEnergy += guard_->dissipated();
  statistics_.wallWork += guard_->wallWork();
}

FrameSums Simulation::sums() const {
  FrameSums sums;
  for (std::size_t i = 0; i < state_.size(); ++i) {
    if (!isPresent(i) || isGhost(i)) continue;
    sums.motion.add(i, state_, inertia_);
    if (!inertia_.isWall(i))
      sums.potentialEnergy.add(-inertia_.mass(i) * scene_.gravity.dot(placeOfVelocity(i)));
  }
  sums.contacts = impulses_ ? impulsesOfFrame() : contacts_.statistics();
  sums.passed = passed_;
  sums.firstPassage = firstPassage_;
  sums.dissipatedEnergy = impulses_ ? impulses_->dissipated() : contacts_.dissipated();
  sums.wallWork = impulses_ ? impulses_->wallWork() : wallWork_.work();
  sums.greatestSpeed = contacts_.bodies().fastestPoint(state_, time_);
  return sums;
}

// Where a body was when it had its velocity: with it the energies of a step add up.
Vec3 Simulation::placeOfVelocity(std::size_t i) const {
  if (dynamics_ == nullptr) return state_.position[i];
  return state_.position[i] - dynamics_->lag(i) * state_.velocity[i];
}

ContactStatistics Simulation::impulsesOfFrame() const {
  ContactStatistics statistics;
  statistics.pairs = dynamics_->boxPairs();
  statistics.touching = impulses_->touching();
  statistics.points = static_cast<std::int64_t>(impulses_->contacts().size());
  return statistics;
}

void Simulation::measureCertificate() {
  const Certificate now = guard_->certify(state_, time_, 2 * halo());
  statistics_.leastGap = now.leastGap;
  statistics_.provenPairs = now.proven;
  statistics_.unprovenPairs = now.unproven;
  statistics_.meetingPairs = now.meeting;
}

std::vector<const LinearContact*> Simulation::contactsHere() const {
  std::vector<const LinearContact*> here;
  for (const LinearContact* const contact : contacts())
    if (isShownHere(BodyPair{contact->bodyA, contact->bodyB})) here.push_back(contact);
  return here;
}

std::vector<std::int64_t> Simulation::contactCounts() const {
  std::vector<std::int64_t> counts(state_.size(), 0);
  for (const LinearContact* const contact : contacts()) {
    ++counts[static_cast<std::size_t>(contact->bodyA)];
    ++counts[static_cast<std::size_t>(contact->bodyB)];
  }
  for (const auto& [number, touched] : touchedWalls_)
    counts[static_cast<std::size_t>(rowOf(number))] = touched.points;
  return counts;
}

// The contacts of a pair are consecutive.
std::vector<std::int64_t> Simulation::coordinationNumbers() const {
  std::vector<std::int64_t> numbers(state_.size(), 0);
  const LinearContact* before = nullptr;
  for (const LinearContact* const contact : contacts()) {
    const bool samePair = before && before->bodyA == contact->bodyA && before->bodyB == contact->bodyB;
    before = contact;
    if (samePair) continue;
    ++numbers[static_cast<std::size_t>(contact->bodyA)];
    ++numbers[static_cast<std::size_t>(contact->bodyB)];
  }
  for (const auto& [number, touched] : touchedWalls_)
    numbers[static_cast<std::size_t>(rowOf(number))] = touched.bodies;
  return numbers;
}

std::vector<std::size_t> Simulation::presentRows() const {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < state_.size(); ++i)
    if (isPresent(i) && isShownHere(i)) rows.push_back(i);
  return rows;
}

Bodies Simulation::bodies() const {
  Bodies moved = scene_.bodies;
  inertia_.store(state_, moved);
  Bodies present;
  for (const std::size_t i : presentRows()) present.add(moved[i]);
  return present;
}

std::vector<std::byte> Simulation::save() const {
  if (distribution_) return savePart();
  ByteWriter bytes;
  bytes.value(sceneMark_);
  bytes.value(optionsMark_);
  bytes.value(time_);
  bytes.array(std::vector<Index>());  // the numbers of all bodies
  saveBodyState(state_, bytes);
  statistics_.save(bytes);
  integrator_->save(bytes);
  field_.save(bytes);
  return bytes.take();
}

void Simulation::load(std::span<const std::byte> bytes) {
  load(onlyPart({bytes.begin(), bytes.end()}));
}

void Simulation::load(const SnapshotParts& parts) {
  const auto takeOver = [&] { parts.count == 1 ? restore(parts.part(0)) : loadParts(parts); };
  if (distribution_) return loadParts(parts);
  if (work_) return takeOver();
  const std::vector<std::byte> before = save();
  try {
    takeOver();
  } catch (...) {
    restore(before);
    throw;
  }
}

void Simulation::requireMarks(ByteReader& reader) const {
  if (reader.value<std::uint64_t>() != sceneMark_)
    throw Error("The snapshot belongs to another scene", "", "Use the scene of the snapshot, unchanged");
  if (reader.value<std::uint64_t>() != optionsMark_)
    throw Error("The snapshot was taken with other options", "",
                "Use the integrator, contact law and steps of the snapshot");
}

void Simulation::restore(std::span<const std::byte> bytes) {
  ByteReader reader(bytes);
  requireMarks(reader);
  const auto time = reader.value<double>();
  const auto numbers = reader.array<Index>();
  if (!numbers.empty())
    throw Error("The snapshot is one of several parts", "", "Load the parts of all ranks");
  BodyState state = loadBodyState(reader);
  if (state.size() != scene_.bodies.size() || !(time >= 0 && std::isfinite(time))) throw damagedSnapshot();
  statistics_.load(reader);
  integrator_->load(reader);
  field_.load(reader);
  if (!reader.atEnd()) throw Error("The snapshot has extra bytes", "", "Use another one, or start again");
  time_ = time;
  state_ = std::move(state);
  evaluate();
}

}  // namespace talus
