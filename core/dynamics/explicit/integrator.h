#pragma once

#include <functional>

#include "dynamics/field/moving_system.h"
#include "options/time_stepping_options.h"

namespace talus {

/// The result of a step.
struct StepReport {
  int evaluations = 0;    ///< of the field
  int iterations = 0;     ///< of an implicit method
  bool converged = true;  ///< false: an implicit method gave up; the state is unchanged
  double reached = 1;     ///< part of the step that walls completed before a long step gave up
  bool refused = false;   ///< true: the caller rejected the new state; the old one is kept
  bool taken() const { return converged && !refused; }
};

/// What a method remembers of the last step about each body: arrays with a vector for each row.
struct BodyMemory {
  bool known = false;  ///< false: nothing
  std::vector<std::vector<Vec3>> arrays;
};

/// Whether the caller wants the state after a step.
using StateCheck = std::function<bool(const BodyState& before, const BodyState& after)>;

/// A time step of all bodies.
///
/// Methods may keep data of the last step. If save() and load() restore these and the memory of the field,
/// a simulation continues bit for bit as if it had not been interrupted. The field moves walls: see
/// ForceField::impose.
class Integrator {
 public:
  virtual ~Integrator() = default;
  virtual IntegratorMethod method() const = 0;

  /// Moves bodies from `time` to time + dt; then the field accepts the new state. dt may differ from step
  /// to step. The bits are the same for every number of threads, if those of the field are.
  /// @param wanted if given, is called before the state is accepted. If it returns false, everything is as
  /// before the step; for this, state and memory are copied in each step.
  /// @throws Error dt is not a positive number; the state is not sound (requireSound) or not of the
  /// inertia's size. Then nothing has changed.
  StepReport step(BodyState& state, ForceField& field, const BodyInertia& inertia, double time, double dt,
                  const StateCheck& wanted = {});

  /// To be called after other changes of bodies or field: the next step uses no data of earlier ones.
  virtual void forget() {}
  /// Its memory body by body, for a run over several ranks whose bodies come and go.
  virtual BodyMemory bodyMemory() const { return {}; }
  /// Takes over such a memory, of other rows.
  virtual void setBodyMemory(BodyMemory /*memory*/) {}
  /// Writes its memory for a snapshot; load() reads what save() of the same method wrote.
  /// @throws Error the bytes end too early.
  virtual void save(ByteWriter& /*bytes*/) const {}
  virtual void load(ByteReader& /*bytes*/) {}

 private:
  /// As step(), without the checks, the final impose() and accept(), and the count of evaluations.
  virtual StepReport advance(BodyState& state, MovingSystem& system, double time, double dt) = 0;
};

}  // namespace talus
