#pragma once

#include <functional>

#include "dynamics/field/moving_system.h"
#include "options/time_stepping_options.h"

namespace talus {

/// What a step took.
struct StepReport {
  int evaluations = 0;    ///< of the field
  int iterations = 0;     ///< of an implicit method
  bool converged = true;  ///< false: an implicit method gave up; the state is that of the start
  bool refused = false;   ///< true: the caller did not want the state; it is that of the start
  bool taken() const { return converged && !refused; }
};

/// Whether the state is wanted to which a step leads.
using StateCheck = std::function<bool(const BodyState& before, const BodyState& after)>;

/// A time step of all bodies.
///
/// Methods may remember what they need from the last step; with save() and load() of that (and of the
/// field's) a simulation continues bit for bit as if it had not been interrupted. Walls are left to the
/// field: see ForceField::impose.
class Integrator {
 public:
  virtual ~Integrator() = default;
  virtual IntegratorMethod method() const = 0;

  /// Moves bodies from `time` to time + dt, and lets the field accept that. dt may differ from step to step.
  /// Same bits for every number of threads, if the field keeps to that.
  /// @param wanted if given, is asked before the state is accepted. Where it says no, all is as it was
  /// before: for that, state and memory are copied at each step.
  /// @throws Error dt not a positive number; a state that is not sound or not of the inertia's size. Nothing
  /// has changed then.
  StepReport step(BodyState& state, ForceField& field, const BodyInertia& inertia, double time, double dt,
                  const StateCheck& wanted = {});

  /// To be called when others changed the bodies or the field: the next step uses nothing of earlier ones.
  virtual void forget() {}
  /// What it remembers, for a snapshot; load() reads what save() of the same method wrote.
  /// @throws Error the bytes end too early.
  virtual void save(ByteWriter& /*bytes*/) const {}
  virtual void load(ByteReader& /*bytes*/) {}

 private:
  /// As step(), without the checks, the final impose() and accept(), and the count of evaluations.
  virtual StepReport advance(BodyState& state, MovingSystem& system, double time, double dt) = 0;
};

}  // namespace talus
