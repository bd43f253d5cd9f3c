#include "dynamics/explicit/integrator.h"

#include <cmath>

#include "base/error.h"
#include "base/number_text.h"

namespace talus {

namespace {

void requireStep(const BodyState& state, const BodyInertia& inertia, double dt) {
  if (!(dt > 0 && std::isfinite(dt)))
    throw Error("The time step is " + numberText(dt), "", "Give a positive number of seconds");
  if (state.size() != inertia.size())
    throw Error("There are " + std::to_string(state.size()) + " bodies, but masses of " +
                    std::to_string(inertia.size()),
                "", "Use both from one scene");
  requireSound(state);
}

}  // namespace

StepReport Integrator::step(BodyState& state, ForceField& field, const BodyInertia& inertia, double time,
                            double dt, const StateCheck& wanted) {
  requireStep(state, inertia, dt);
  BodyState before;
  ByteWriter memory;
  if (wanted) {
    before = state;
    save(memory);
  }
  MovingSystem system{field, inertia};
  StepReport report = advance(state, system, time, dt);
  report.evaluations = system.evaluations;
  if (!report.converged) return report;
  field.impose(state, time + dt);
  field.confine(state, time + dt);
  report.refused = wanted && !wanted(before, state);
  if (report.refused) {
    state = std::move(before);
    ByteReader reader(memory.bytes());
    load(reader);
  } else {
    field.accept(state, time + dt);
  }
  return report;
}

}  // namespace talus
