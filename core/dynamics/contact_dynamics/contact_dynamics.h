#pragma once

#include "dynamics/certificate/motion_guard.h"
#include "dynamics/contact_dynamics/clearance_pass.h"
#include "dynamics/contact_dynamics/rebound.h"
#include "dynamics/contact_dynamics/rest.h"
#include "dynamics/contact_dynamics/squeeze.h"
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

  /// The distance that a body keeps from thicker ones, m.
  static double clearance(const ForceBody& body) { return StepProblem::clearance(body); }
  /// The longest step from a state, s.
  double longestStep(const BodyState& state, const BodyInertia& inertia, double time) const;
  /// How much older the velocity of a body is than its position, s.
  double lag(std::size_t i) const { return i < lags_.size() ? lags_[i] : 0; }
  /// Of the last step: see ConeSolver::residual().
  double residual() const { return residual_; }
  std::int64_t boxPairs() const { return near_.boxPairs(); }
  /// A body without room in the last step.
  const std::optional<Squeeze>& squeezed() const { return squeezed_; }
  /// Bodies that were held back in the last step.
  std::int64_t held() const { return held_; }

 private:
  StepReport advance(BodyState& state, MovingSystem& system, double time, double dt) override;
  void findReaches(double dt);
  double restSpeed(double dt) const;
  double slowSpeed(double dt) const;
  void stopResting(double time, double dt);
  void move(const BodyInertia& inertia, double dt, BodyState& target);
  void give(const BodyPair& bodies, const ImpulsePoint& point, const Vec3& impulse,
            const BodyInertia& inertia, BodyState& target, const Vec3& shift = Vec3::Zero());
  static void turn(const ImpulsePair& pair, const BodyInertia& inertia, BodyState& target);
  bool guardMotion(const BodyState& start, double time, BodyState& target);
  void giveEnergies(const BodyState& start, const BodyState& target, const BodyInertia& inertia);
  void finish(double dt, const std::vector<Vec3>& further, const BodyInertia& inertia, BodyState& target);
  void record(double dt, const std::vector<Vec3>& further, const StepWorks& works);
  void limit(const std::vector<Vec3>& further, const BodyInertia& inertia, BodyState& target);
  void findLosses(const BodyInertia& inertia, const BodyState& target);
  StepWorks works(const std::vector<Vec3>& further) const;
  StepWorks worksOf(const std::vector<Vec3>& further, std::size_t begin, std::size_t end) const;

  const ForceBodies& bodies_;
  ContactDynamicsOptions options_;
  Vec3 gravity_;
  MeanContacts& contacts_;
  MotionGuard* guard_;
  NearContacts near_;
  StepProblem step_;
  ImpulseProblem problem_;
  std::vector<ImpulseBody> moved_;  // with the velocities of the motion, before restitution
  ConeSolver solver_;
  Rest rest_;
  ClearancePass clearance_;
  Rebound rebound_;
  std::vector<double> lags_;
  std::vector<char> pressed_;  // bodies that impulses act on in this step
  std::vector<double> reaches_, energies_, losses_;
  std::vector<MeanContact> newContacts_;  // buffers
  std::vector<MeanMoment> newMoments_;
  double residual_ = 0;
  double smallest_ = 0;  // thickness of a body that moves, m
  std::int64_t held_ = 0;
  std::optional<Squeeze> squeezed_;
};

}  // namespace talus
