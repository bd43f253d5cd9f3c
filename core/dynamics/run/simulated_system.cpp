#include "dynamics/run/simulated_system.h"

#include <utility>

#include "base/error.h"
#include "dynamics/run/make_integrator.h"

namespace talus {

namespace {

ContactForceOptions withHalo(ContactForceOptions options, double halo) {
  options.halo = halo;
  return options;
}

std::vector<GuardedBody> guardedBodies(const ForceBodies& all, bool keepClear) {
  std::vector<GuardedBody> bodies;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const ForceBody& body = all[i];
    bodies.push_back({body.number, body.scale, body.extent, body.removed});
    if (keepClear) bodies.back().kept = ContactDynamics::clearance(body) / 2;
  }
  return bodies;
}

// WallWork comes last: it uses the loads of all other fields.
std::vector<ForceField*> actingOn(ActingFields& fields, const SimulationOptions& options) {
  if (fields.impulses) return {&fields.motions, &fields.gravity, &*fields.impulses};
  std::vector<ForceField*> acting{&fields.motions, &fields.gravity, &fields.contacts};
  if (fields.guard && !hasLongSteps(options)) acting.push_back(&*fields.guard);
  acting.push_back(&fields.wallWork);
  return acting;
}

std::unique_ptr<Integrator> integratorOf(SimulatedSystem& system) {
  ActingFields& fields = system.fields;
  const SimulationOptions& options = system.options;
  MotionGuard* guard = fields.iterates ? &*fields.iterates : nullptr;
  if (!system.hasImpulses())
    return makeIntegrator(
        options.integrator, options.implicit,
        {fields.contacts.pairs().iterations(), system.hasBarrier() ? &fields.contacts : nullptr, guard});
  auto steps = std::make_unique<ContactDynamics>(system.scene, fields.contacts.bodies(), system.inertia,
                                                 options.contactDynamics, options.contacts.broadPhase,
                                                 *fields.impulses, guard);
  system.dynamics = steps.get();
  return steps;
}

}  // namespace

ActingFields::ActingFields(const Scene& scene, const SimulationOptions& options, double halo,
                           const BodyInertia& inertia, Context& context)
    : motions(scene),
      gravity(scene.gravity, inertia),
      contacts(scene, inertia, withHalo(options.contacts, halo), context),
      wallWork(contacts),
      sum(std::vector<ForceField*>()) {
  const bool rigid = hasImpulses(options);
  if (rigid) impulses.emplace(inertia, contacts.range());
  if (options.certify || (!rigid && options.contacts.law == ContactLawKind::Barrier)) {
    std::vector<GuardedBody> bodies = guardedBodies(contacts.bodies(), rigid);
    guard.emplace(contacts.bodies().library(), inertia, bodies);
    if (hasLongSteps(options)) iterates.emplace(contacts.bodies().library(), inertia, std::move(bodies));
  }
  sum = FieldSum(actingOn(*this, options));
}

SimulatedSystem::SimulatedSystem(Scene start, const SimulationOptions& given, double halo, Context& context)
    : scene(std::move(start)),
      options(given),
      inertia(scene),
      fields(scene, options, halo, inertia, context),
      integrator(integratorOf(*this)),
      state(inertia.stateOf(scene.bodies)) {}

void SimulatedSystem::evaluate() {
  fields.contacts.explicitContacts().setRecords({});
  fields.sum.impose(state, time);
  fields.sum.gather(state, time);
  loads.clear(state.size());
  withBodyIds(scene.bodies.id, [&] { fields.sum.evaluate(state, time, loads); });
}

}  // namespace talus
