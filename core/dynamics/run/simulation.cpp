#include "dynamics/run/simulation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/number_text.h"
#include "dynamics/run/frame_measure.h"
#include "dynamics/run/ghost_ranks.h"
#include "dynamics/run/initial_overlaps.h"
#include "dynamics/run/make_integrator.h"
#include "dynamics/run/scene_division.h"
#include "dynamics/run/shared_work.h"
#include "dynamics/run/snapshot_mark.h"
#include "dynamics/run/snapshots.h"
#include "dynamics/run/step_notices.h"
#include "dynamics/run/step_watch.h"

namespace talus {

namespace {

bool areSeveral(const Communicator* ranks) {
  return ranks != nullptr && ranks->size() > 1;
}

// The whole scene, or the share of a rank.
SceneShare shareOf(Scene scene, const SimulationOptions& options, Context& context, Communicator* ranks) {
  requireValid(options);
  if (areSeveral(ranks)) {
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

std::unique_ptr<World> makeWorld(SimulatedSystem& system, SceneShare& share, Communicator* ranks) {
  withBodyIds(system.scene.bodies.id, [&] { requireSound(system.state); });
  if (!areSeveral(ranks)) return std::make_unique<World>(system);
  if (knowsAllBodies(system.options)) return std::make_unique<SharedWork>(system, *ranks);
  return std::make_unique<GhostRanks>(system, *ranks, std::move(share.numbers), std::move(share.motions));
}

// Explicit steps need no contacts, steps of known length no frequencies.
ContactRecords recordsOfSteps(const SimulatedSystem& system) {
  return {.contacts = !goesBodyByBody(system.options.integrator),
          .frequencies = !system.hasLongSteps() && (system.options.timeStep == 0 || system.hasBarrier())};
}

}  // namespace

/// The steps of a simulation, frame by frame.
class Simulation::Run {
 public:
  Run(SceneShare share, const SimulationOptions& options, Context& context, Communicator* ranks);

  void advanceTo(double end, Context& context);

  SimulatedSystem system;
  std::unique_ptr<World> world;
  InitialOverlaps overlaps;
  FrameStatistics statistics;
  StepNotices notices;
  Snapshots snapshots;

 private:
  void walk(double end, Context& context);
  void beginFrame();
  void takeStep(double end, double dt);
  StepReport attempt(double end, double dt);
  StateCheck checkOf(double dt, double end);
  double timeAfter(double dt, double end) const;
  void count(double dt);
  Passage measure() { return measureFrame(system, *world, passages_, statistics); }

  PassageCount passages_;
  StepLength length_;
  StepWatch watch_;
};

Simulation::Run::Run(SceneShare share, const SimulationOptions& options, Context& context,
                     Communicator* ranks)
    : system(std::move(share.scene), options, share.halo, context),
      world(makeWorld(system, share, ranks)),
      overlaps(share.overlaps),
      notices(system),
      snapshots(system, *world, statistics, share.mark, share.bodies),
      passages_(system),
      length_(system, *world),
      watch_(system, *world, length_) {
  if (!world->isDistributed())
    overlaps = resolveOverlaps(options, system.scene, system.fields.contacts.bodies().library(),
                               system.halo(), system.inertia, system.state, context);
  if (system.fields.guard) requireApart(system);
  evaluate(system, *world);
  measure();
}

void Simulation::Run::advanceTo(double end, Context& context) {
  if (!(end > system.time && std::isfinite(end)))
    throw Error("The simulation is at " + numberText(system.time) + " s and cannot continue to " +
                    numberText(end) + " s",
                "", "Give a later time; to go back, load a snapshot");
  if (!world->canGoBack()) return walk(end, context);
  const std::vector<std::byte> begin = snapshots.save();
  try {
    walk(end, context);
  } catch (...) {
    snapshots.restore(begin);
    throw;
  }
}

void Simulation::Run::beginFrame() {
  statistics = {};
  passages_.beginFrame();
  system.fields.contacts.pairs().refined().forget();
  if (system.fields.impulses) system.fields.impulses->beginFrame();
  if (system.fields.guard) system.fields.guard->forget();
  if (system.fields.iterates) system.fields.iterates->forget();
  watch_.beginFrame();
  length_.forget();
  notices.beginFrame();
  world->beginFrame();
}

void Simulation::Run::walk(double end, Context& context) {
  constexpr std::int64_t ticks = 10000;  // of progress
  context.beginStage(1, ticks);
  beginFrame();
  const double begin = system.time;
  std::int64_t shown = 0;
  while (system.time < end) {
    const double dt = watch_.next(end);
    notices.warnIfSlow(end - begin, dt, length_.areContactsCrushed(), watch_.choice());
    takeStep(end, dt);
    notices.warnIfCrowded(statistics.steps);
    notices.warnOfResidual();
    const auto now = static_cast<std::int64_t>((system.time - begin) / (end - begin) * ticks);
    world->advance(context, now - shown);
    shown = now;
  }
  evaluate(system, *world);
  const Passage first = measure();
  statistics.comparisons = notices.comparisons();
  notices.warnOfPassage(statistics, first);
}

// Whether a state is accepted; empty: any is.
StateCheck Simulation::Run::checkOf(double dt, double end) {
  const bool limited = system.options.moveLimit > 0;
  const auto tooFar = [this, limited](const BodyState& before, const BodyState& after) {
    return limited ? length_.movedTooFar(before, after) : 0;
  };
  if (world->isDistributed())
    return [this, tooFar, time = timeAfter(dt, end)](const BodyState& before, const BodyState& after) {
      StepFacts next = length_.localFacts(time);
      next.movedTooFar = tooFar(before, after);
      if (!world->accepts(after, next)) return false;
      length_.setFacts(next);
      return true;
    };
  const auto& guard = system.fields.guard;
  if (system.hasLongSteps() || (!limited && !guard)) return {};
  return [this, tooFar, dt](const BodyState& before, const BodyState& after) {
    const auto& holding = system.fields.guard;
    if (holding && holding->blocked()) return false;
    if (system.hasBarrier() && length_.wasUnstable(dt)) return false;
    return tooFar(before, after) == 0;
  };
}

double Simulation::Run::timeAfter(double dt, double end) const {
  return dt < end - system.time ? std::min(system.time + dt, end) : end;
}

StepReport Simulation::Run::attempt(double end, double dt) {
  ActingFields& fields = system.fields;
  fields.contacts.explicitContacts().setRecords(recordsOfSteps(system));
  if (fields.guard && !system.hasLongSteps()) fields.guard->begin(system.state);
  passages_.beginStep(dt, length_.facts().fastest.front().amount);
  return withBodyIds(system.scene.bodies.id, [&] {
    return system.integrator->step(system.state, fields.sum, system.inertia, system.time, dt,
                                   checkOf(dt, end));
  });
}

void Simulation::Run::takeStep(double end, double dt) {
  world->prepareStep(length_.facts(), dt);
  length_.forget();
  StepReport report = attempt(end, dt);
  for (int again = 0; world->repeats(again); ++again) report = attempt(end, dt);
  statistics.evaluations += report.evaluations;
  statistics.iterations += report.iterations;
  if (!report.taken()) {
    ++(report.converged ? statistics.motionLimited : statistics.nonConverged);
    watch_.reject(report, dt);
    return;
  }
  // Not with Barrier: its own forces hold bodies apart, and the energy of bodies that it presses together is
  // small.
  ActingFields& fields = system.fields;
  if (fields.guard && !system.hasLongSteps() && !system.hasBarrier())
    fields.guard->settle(
        system.state, [&](std::size_t i) { return dt * fields.contacts.explicitContacts().dampingPower(i); });
  watch_.accept(dt);
  count(dt);
  system.time = timeAfter(dt, end);
  passages_.endStep();
  watch_.checkStalledWalls(dt);
}

// The last of equal steps has the remaining length: rounding must not make it the shortest.
void Simulation::Run::count(double dt) {
  const bool first = statistics.steps++ == 0;
  if (system.dynamics != nullptr) {
    statistics.lawResidual = std::max(statistics.lawResidual, system.dynamics->residual());
    statistics.held += system.dynamics->held();
  }
  if (watch_.isSubStep(dt)) ++statistics.subSteps;
  if (first || dt < (1 - 1e-9) * statistics.shortestStep) {
    statistics.stepLimit = watch_.choice().limit;
    statistics.limitingBody = watch_.choice().body;
  }
  statistics.shortestStep = first ? dt : std::min(statistics.shortestStep, dt);
  statistics.longestStep = std::max(statistics.longestStep, dt);
}

Simulation::Simulation(Scene scene, const SimulationOptions& options, Context& context, Communicator* ranks)
    : run_(std::make_unique<Run>(shareOf(std::move(scene), options, context, ranks), options, context,
                                 ranks)) {}

Simulation::~Simulation() = default;

const Scene& Simulation::scene() const {
  return run_->system.scene;
}
double Simulation::time() const {
  return run_->system.time;
}
void Simulation::setNotice(Notice notice) {
  run_->notices.setListener(std::move(notice));
}
const FrameStatistics& Simulation::advanceTo(double end, Context& context) {
  run_->advanceTo(end, context);
  return run_->statistics;
}
const InitialOverlaps& Simulation::initialOverlaps() const {
  return run_->overlaps;
}
const FrameStatistics& Simulation::statistics() const {
  return run_->statistics;
}
const BodyState& Simulation::state() const {
  return run_->system.state;
}
const Loads& Simulation::loads() const {
  return run_->system.loads;
}
std::span<const LinearContact* const> Simulation::contacts() const {
  return run_->system.fields.sum.linearised();
}
const SimulatedSystem& Simulation::system() const {
  return run_->system;
}
World& Simulation::world() const {
  return *run_->world;
}
std::vector<std::byte> Simulation::save() const {
  return run_->snapshots.save();
}
void Simulation::load(const SnapshotParts& parts) {
  run_->snapshots.load(parts);
}

}  // namespace talus
