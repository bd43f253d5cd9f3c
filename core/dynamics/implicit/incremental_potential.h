#pragma once

#include "dynamics/certificate/motion_guard.h"
#include "dynamics/explicit/integrator.h"
#include "dynamics/field/potential_contacts.h"
#include "dynamics/implicit/energy_bound.h"
#include "dynamics/implicit/friction_rounds.h"
#include "dynamics/implicit/minimiser.h"
#include "options/implicit_options.h"

namespace talus {

/// Steps as long as frames: backward Euler that minimises the incremental potential
///
///   E(q) = Σ m |x − x̃|²/2 + Σ ψ·I ψ/2 + dt² (U + D − Σ m g·x)
///
/// of all bodies, with positions x, their predictions x̃ = x₀ + dt v₀, and the rotation vectors ψ from the
/// orientations that free rotation predicts. U is the potential of the contacts (BarrierLaw), D that of
/// friction and rolling resistance (HeldSpring, HeldRolling). Velocities follow from positions: v = v₀ + (x −
/// x̃)/dt, and likewise angular momenta. ImplicitOptions::secondOrder: two such stages, see StepInertia.
///
/// * Minimiser: directions to the minima of convex models (StepDirections), line searches (LineSearch). Every
///   iterate is confined by MotionGuard: no body passes through another on the way from iterate to iterate,
///   so the whole step is proven.
/// * Friction is lagged: FrictionRounds. Prescribed bodies: WallProgress.
/// * The sum of kinetic, potential and stored energy never grows by more than the work of walls: EnergyBound.
/// * Bodies that come to rest where the gradient of E jumps rest in the next step, too: RestedBodies.
/// * The restitution is ignored, there are no dashpots. With one stage, collisions shorter than a step are
///   plastic; with two, bodies rebound with 0.1 to 1 of their speed, 0.65 in the mean, by the part of the
///   step at which they meet. Collisions that take 20 steps and more are elastic to 1 % with two stages.
///
/// A step that does not converge leaves the state unchanged: repeat it with a shorter one.
///
/// Source: M. Li et al., "Incremental potential contact", ACM Transactions on Graphics 39(4) (2020) 49; for
/// rigid bodies Z. Ferguson et al., "Intersection-free rigid body dynamics", ACM Transactions on Graphics
/// 40(4) (2021) 183. Deviations: bounds of the motion by support planes instead of continuous collision
/// detection; the potentials, see BarrierLaw and HeldSpring; the slope of E in the line search, whose value
/// rounding spoils; rotation vectors from the prediction.
class IncrementalPotential final : public Integrator {
 public:
  /// @param contacts, guard of the same bodies; must outlive this. The guard may not be part of the field.
  /// @throws Error an option out of its range.
  IncrementalPotential(const ImplicitOptions& options, PotentialContacts& contacts, MotionGuard& guard);
  IntegratorMethod method() const override { return IntegratorMethod::IncrementalPotential; }
  void forget() override { rested_.forget(); }
  void save(ByteWriter& bytes) const override { rested_.save(bytes); }
  void load(ByteReader& bytes) override { rested_.load(bytes); }

 private:
  StepReport advance(BodyState& state, MovingSystem& system, double time, double dt) override;
  bool moveTo(double begin, double end, MovingSystem& system, StepReport& report);

  ImplicitOptions options_;
  PotentialContacts& contacts_;
  LongStage stage_;
  RestedBodies rested_;
  Minimiser minimiser_;
  FrictionRounds friction_;
  EnergyBound energy_;
};

}  // namespace talus
