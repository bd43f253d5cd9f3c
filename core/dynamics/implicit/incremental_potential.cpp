#include "dynamics/implicit/incremental_potential.h"

namespace talus {

IncrementalPotential::IncrementalPotential(const ImplicitOptions& options, PotentialContacts& contacts,
                                           MotionGuard& guard)
    : options_(options),
      contacts_(contacts),
      minimiser_(options, guard, rested_, contacts.range()),
      friction_(contacts) {
  requireValid(options);
  contacts_.setMode(ContactMode::FrictionUpdated);
}

StepReport IncrementalPotential::advance(BodyState& state, MovingSystem& system, double time, double dt) {
  const BodyInertia& inertia = system.inertia;
  const double part = options_.secondOrder ? StepInertia::firstPart : 1;
  StepReport report;
  stage_.now = state;
  rested_.beginStep(state.size());
  contacts_.setMode(ContactMode::FrictionUpdated);
  system.evaluate(stage_.now, time, stage_.loads);
  energy_.begin(state, contacts_);
  stage_.inertia.begin(state, inertia, part * dt);
  report.converged = moveTo(time, time + part * dt, system, report);
  if (report.converged && options_.secondOrder) {
    energy_.pass(stage_.now, inertia, contacts_);
    stage_.inertia.beginSecond(state, stage_.now, inertia, dt);
    report.converged = moveTo(time + part * dt, time + dt, system, report);
  }
  report.reached = (stage_.walls.time() - time) / dt;
  if (!report.converged) return report;
  rested_.endStep();
  energy_.limit(stage_.now, inertia, stage_.loads, contacts_);
  system.field.setWallWorks(energy_.wallWorks());
  state = stage_.now;
  return report;
}

// A stage, from the current state. Its loads are known, as FrictionUpdated.
bool IncrementalPotential::moveTo(double begin, double end, MovingSystem& system, StepReport& report) {
  stage_.begin(system.field, begin, end);
  return friction_.run(stage_, minimiser_, system, report);
}

}  // namespace talus
