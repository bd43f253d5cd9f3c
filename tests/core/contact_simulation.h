#pragma once

#include <functional>

#include "dynamics/body/body_inertia.h"
#include "dynamics/contact_forces/contact_forces.h"
#include "dynamics/contact_forces/point_speeds.h"
#include "dynamics/explicit/velocity_verlet.h"
#include "dynamics/field/field_sum.h"
#include "dynamics/field/gravity.h"
#include "dynamics_scenes.h"

/// Small simulations of bodies in contact, for tests.
namespace talus::dynamics {

/// A scene, its contacts, and gravity. Bodies may be placed in contact: halos press from the start.
class Simulation {
 public:
  explicit Simulation(const Scene& scene, const ContactForceOptions& options = {})
      : inertia(scene),
        contacts(scene, inertia, pressing(options), context_),
        gravity_(scene.gravity, inertia),
        fields_({&gravity_, &contacts}),
        state(inertia.stateOf(scene.bodies)) {
    evaluate();
  }

  void step(double dt) {
    verlet.step(state, fields_, inertia, time, dt);
    time += dt;
  }
  void run(double duration, double dt) {
    const auto steps = static_cast<int>(std::ceil(duration / dt));
    for (int i = 0; i < steps; ++i) step(duration / steps);
  }
  /// With steps as long as is stable, until `done` or the time is over.
  void runStably(
      double duration, const std::function<bool()>& done = [] { return false; }) {
    const double end = time + duration;
    while (time < end && !done()) step(std::min(stepPart * stableStep(), duration));
  }

  double stableStep() const {
    return contacts.explicitContacts().stableStep(PointSpeeds(contacts.bodies(), state, time).greatest());
  }
  double energy() const { return motionTotals(state, inertia).kineticEnergy + fields_.potentialEnergy(); }
  double kineticEnergy() const { return motionTotals(state, inertia).kineticEnergy; }
  Vec3 spin(std::size_t i) const { return inertia.angularVelocity(i, state); }
  /// The loads of now, after which the next step begins anew.
  void evaluate() {
    verlet.forget();
    loads.clear(state.size());
    fields_.evaluate(state, time, loads);
  }

 private:
  static ContactForceOptions pressing(ContactForceOptions options) {
    options.startsAtRest = false;
    return options;
  }

  Context context_;

 public:
  BodyInertia inertia;
  ContactForces contacts;

 private:
  Gravity gravity_;
  FieldSum fields_;

 public:
  VelocityVerlet verlet;
  BodyState state;
  Loads loads;
  double time = 0;
  double stepPart = 1;
};

}  // namespace talus::dynamics
