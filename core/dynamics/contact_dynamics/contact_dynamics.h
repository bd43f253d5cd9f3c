#pragma once

#include "dynamics/certificate/motion_guard.h"
#include "dynamics/contact_dynamics/clearance_pass.h"
#include "dynamics/contact_dynamics/energy_budget.h"
#include "dynamics/contact_dynamics/rebound.h"
#include "dynamics/contact_dynamics/squeeze.h"
#include "dynamics/contact_dynamics/step_bounds.h"
#include "dynamics/contact_dynamics/step_record.h"
#include "dynamics/contact_dynamics/step_solver.h"
#include "dynamics/explicit/integrator.h"

namespace talus {

/// Nonsmooth contact dynamics: rigid bodies whose impulses satisfy the laws of Signorini and Coulomb, with a
/// restitution. One search for contacts a step; no modulus, no halo.
///
/// A step finds the impulses with which bodies that move on do not come closer than the clearance by its end,
/// also where they are still apart at its start (ImpulseProblem). So positions are changed by velocities that
/// satisfy the laws. Then those that came fast rebound (Rebound). Rotations are free rotations. What the
/// linearised gaps leave of an approach, a guard takes from the motion, so that no body passes through
/// another.
///
/// A body in contact has the velocity of the middle of the step, one in flight that of its end: flights are
/// exact parabolas, and rest is exactly zero. Sources: J. J. Moreau, "Unilateral contact and dry friction in
/// finite freedom dynamics" (1988); M. Jean, "The non-smooth contact dynamics method", Computer Methods in
/// Applied Mechanics and Engineering 177 (1999) 235.
class ContactDynamics final : public Integrator {
 public:
  /// @param contacts become those of each step; must outlive this, as the other objects. @param guard null:
  /// none.
  ContactDynamics(const Scene& scene, const ForceBodies& bodies, const BodyInertia& inertia,
                  const ContactDynamicsOptions& options, BroadPhaseMethod broadPhase, MeanContacts& contacts,
                  MotionGuard* guard);

  IntegratorMethod method() const override { return IntegratorMethod::ContactDynamics; }
  void forget() override;
  void save(ByteWriter& bytes) const override;
  void load(ByteReader& bytes) override;
  /// Divides searches among ranks that all take the same steps. @param ranks must outlive this.
  void divideAmong(DividedWork& ranks) { near_.divideAmong(ranks); }

  /// The distance that a body keeps from thicker ones, m.
  static double clearance(const ForceBody& body) { return StepProblem::clearance(body); }
  /// The longest step from a state, s.
  double longestStep(const BodyState& state, const BodyInertia& inertia, double time) const {
    return longestContactStep(bodies_, inertia, gravity_, state, time);
  }
  /// How much older the velocity of a body is than its position, s.
  double lag(std::size_t i) const { return i < lags_.size() ? lags_[i] : 0; }
  /// Of the last step: see ConeSolver::residual().
  double residual() const { return last_.residual; }
  std::int64_t boxPairs() const { return near_.boxPairs(); }
  /// A body without room in the last step.
  const std::optional<Squeeze>& squeezed() const { return last_.squeezed; }
  /// Bodies that were held back in the last step.
  std::int64_t held() const { return last_.held; }

 private:
  StepReport advance(BodyState& state, MovingSystem& system, double time, double dt) override;
  void move(const BodyInertia& inertia, double dt, BodyState& target);
  bool guardMotion(const BodyState& start, double time, const BodyInertia& inertia, BodyState& target);
  void finish(const StepStart& start, std::span<const Vec3> further, const BodyInertia& inertia,
              BodyState& target);

  struct Step {
    double residual = 0;
    std::int64_t held = 0;      // bodies
    std::vector<double> parts;  // of the motions, that the guard allows
    std::optional<Squeeze> squeezed;
  };

  const ForceBodies& bodies_;
  Vec3 gravity_;
  MotionGuard* guard_;
  NearContacts near_;
  StepProblem step_;
  ImpulseProblem problem_;
  std::vector<ImpulseBody> moved_;  // with the velocities of the motion, before restitution
  StepSolver solver_;
  ClearancePass clearance_;
  Rebound rebound_;
  GivenImpulses given_;
  EnergyBudget budget_;
  StepRecord record_;
  std::vector<double> lags_;
  Step last_;
};

}  // namespace talus
