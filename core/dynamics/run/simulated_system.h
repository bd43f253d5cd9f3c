#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "dynamics/certificate/certifier.h"
#include "dynamics/certificate/motion_guard.h"
#include "dynamics/certificate/passing_guard.h"
#include "dynamics/contact_dynamics/contact_dynamics.h"
#include "dynamics/contact_forces/contact_forces.h"
#include "dynamics/contact_forces/wall_work.h"
#include "dynamics/field/field_sum.h"
#include "dynamics/field/gravity.h"
#include "dynamics/field/wall_motions.h"
#include "options/time_stepping_options.h"

namespace talus {

/// Whether contacts act by impulses.
inline bool hasImpulses(const SimulationOptions& options) {
  return options.integrator == IntegratorMethod::ContactDynamics;
}
/// Whether steps are not limited by stiffness, and confined by the integrator itself.
inline bool hasLongSteps(const SimulationOptions& options) {
  return options.integrator == IntegratorMethod::IncrementalPotential || hasImpulses(options);
}

/// What acts on the bodies of a simulation.
struct ActingFields {
  /// @param inertia must outlive this. @param halo m, of each body; 0: the scene's.
  ActingFields(const Scene& scene, const SimulationOptions& options, double halo, const BodyInertia& inertia,
               Context& context);
  ActingFields(const ActingFields&) = delete;
  ActingFields& operator=(const ActingFields&) = delete;

  WallMotions motions;
  Gravity gravity;
  ContactForces contacts;
  WallWork wallWork;
  Certifier certifier;
  std::optional<PassingGuard> guard;     ///< of a certificate, and of Barrier
  std::optional<MotionGuard> iterates;   ///< of long steps
  std::optional<MeanContacts> impulses;  ///< of ContactDynamics
  FieldSum sum;                          ///< of those that an integrator evaluates
};

/// The bodies of a simulation, what acts on them, and their state. Rows are those bodies of the scene that
/// this rank knows.
struct SimulatedSystem {
  /// @param start without faults. @throws Error of the options; Cancelled.
  SimulatedSystem(Scene start, const SimulationOptions& given, double halo, Context& context);
  SimulatedSystem(const SimulatedSystem&) = delete;
  SimulatedSystem& operator=(const SimulatedSystem&) = delete;

  Scene scene;  ///< in its initial state; of several ranks, a share of it
  SimulationOptions options;
  BodyInertia inertia;
  ActingFields fields;
  ContactDynamics* dynamics = nullptr;  ///< the integrator, if it is of this kind
  std::unique_ptr<Integrator> integrator;
  BodyState state;
  Loads loads;                      ///< in this state, gravity included
  double time = 0;                  ///< s
  std::vector<double> speedBounds;  ///< of the points of each body: a buffer

  double halo() const { return fields.contacts.bodies().halo(); }
  bool hasBarrier() const { return options.contacts.law == ContactLawKind::Barrier; }
  bool hasImpulses() const { return talus::hasImpulses(options); }
  bool hasLongSteps() const { return talus::hasLongSteps(options); }
  bool isPresent(std::size_t row) const { return !fields.motions.isRemoved(row, time); }
  bool isGhost(std::size_t row) const { return fields.contacts.bodies()[row].ghost; }
  bool isOwn(std::size_t row) const { return !inertia.isWall(row) && !isGhost(row); }
  std::int64_t idOf(Index row) const { return scene.bodies.id[static_cast<std::size_t>(row)]; }
  /// The loads and contacts in the current state.
  void evaluate();
};

}  // namespace talus
