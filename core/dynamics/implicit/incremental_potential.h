#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <optional>

#include "dynamics/certificate/motion_guard.h"
#include "dynamics/explicit/integrator.h"
#include "dynamics/field/potential_contacts.h"
#include "dynamics/implicit/barrier_model.h"
#include "dynamics/implicit/contact_islands.h"
#include "dynamics/implicit/energy_bound.h"
#include "dynamics/implicit/secant_pairs.h"
#include "dynamics/implicit/step_inertia.h"
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
/// * Directions lead to the minimum of a convex model of each island (BarrierModel): contact points keep
///   their normals, barriers and friction act in full. Near the minimum they are Newton's, improved by
///   secants (SecantPairs). A line search by the slope of E, and by its value as long as walls rest. Every
///   iterate is confined by MotionGuard: no body passes through another on the way from iterate to iterate,
///   so the whole step is proven.
/// * Friction is lagged: its limits are those at the start of the step, then those of rough minima, up to
///   three times, until the forces agree. Each time bodies start anew: what slid with less friction would
///   stay where it came to, such as a card that fell.
/// * Prescribed bodies move as far as the bodies that they push give way; then further.
/// * The sum of kinetic, potential and stored energy never grows by more than the work of walls: EnergyBound.
/// * Bodies that come to rest where the gradient of E jumps rest in the next step, too, as long as
///   the same is left of their loads.
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
  void forget() override { rest_.clear(); }
  void save(ByteWriter& bytes) const override;
  void load(ByteReader& bytes) override;

 private:
  /// Bodies that share a line search: those connected by contacts.
  struct Search {
    std::vector<std::size_t> bodies;
    double slope = 0;   ///< of −E/dt² along the motion at its start, > 0
    double length = 1;  ///< fraction of the motion
    double last = 0;    ///< the slope at the last trial, if the motion was cut after it
    bool small = true;  ///< the residual
    bool led = false;   ///< walls move that touch it: it gives way, whatever its potential
    bool ended = true;
    bool cut = false;  ///< the motion was shortened, since E would grow
  };

  /// A body that a minimisation left where the gradient of E jumps: what was left of its loads.
  struct Rest {
    std::int64_t known = 0;  ///< whether it is such a body
    Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  };

  StepReport advance(BodyState& state, MovingSystem& system, double time, double dt) override;
  double timeAt(double progress) const { return begin_ + progress * (end_ - begin_); }
  bool moveTo(double begin, double end, MovingSystem& system, StepReport& report);
  void restart();
  bool solve(MovingSystem& system, StepReport& report);
  bool minimise(MovingSystem& system, StepReport& report);
  void findResidual(const BodyInertia& inertia);
  std::vector<ContactIsland> takeStock(const MovingSystem& system);
  void findPull(LinearContacts contacts, const BodyInertia& inertia);
  bool isSmall(std::size_t i, const BodyInertia& inertia, double part) const;
  bool isSmall(std::span<const std::size_t> bodies, const BodyInertia& inertia) const;
  bool restAgain(std::span<const std::size_t> bodies, const BodyInertia& inertia) const;
  bool isDriven(const LinearContact& contact, const BodyInertia& inertia) const;
  double tolerance() const;
  bool dropConverged(const std::vector<ContactIsland>& islands, const BodyInertia& inertia);
  void direct(const std::vector<ContactIsland>& islands, const BodyInertia& inertia);
  void directIsland(const ContactIsland& island, const BodyInertia& inertia, Loads& residual);
  void beginSearches(const BodyInertia& inertia);
  void scale(std::size_t i, double part);
  void truncate(MovingSystem& system);
  void settle(const BodyInertia& inertia);
  double farthest(std::size_t i, const BodyInertia& inertia) const;
  void search(MovingSystem& system);
  void noteStuck();
  void noteHeld();
  void confine(MovingSystem& system);
  bool shorten(Search& search);
  void shortenAll();
  double slopeOf(const Search& search) const { return workOf(residual_, motion_, search.bodies); }
  void place(const Search& search);
  double potential(const MovingSystem& system) const;
  void remember(bool always);
  void moveBody(std::size_t i, double part);
  bool frictionAgrees(const BodyInertia& inertia, double change) const;

  ImplicitOptions options_;
  PotentialContacts* contacts_;
  MotionGuard* guard_;

  double begin_ = 0, end_ = 0;       // of the stage
  StepInertia inertia_;              // in the stage
  BodyState start_, ahead_;          // of the stage; with walls at its end
  double progress_ = 0, begun_ = 0;  // of prescribed motions, now and in the last iterate
  BodyState from_, now_;             // the last iterate; the current trial
  Loads loads_, before_;             // in now_; in the same state with other friction
  double potential_ = 0;             // E/h² of the last iterate, J
  std::optional<double> first_;      // the same at the start
  bool wallsMove_ = false;           // in this stage
  bool rough_ = false;               // the minimum is only to tell the limits of friction
  Loads residual_, last_;            // of the current trial; of the last iterate
  std::vector<double> pull_;         // sum of the magnitudes of all forces on each body, N
  tbb::enumerable_thread_specific<BarrierModel> models_;
  Motions motion_;
  Motions left_;  // of the motions to the models' minima, where bodies were held back
  EnergyBound energy_;
  SecantPairs secants_;
  std::vector<double> parts_;  // of the motion that each body may carry out
  std::vector<Search> searches_;
  std::vector<char> held_;      // bodies of large islands that the guard held back in the last iterate
  std::vector<char> stuck_;     // bodies to which models were no help in this minimisation
  std::vector<char> settled_;   // bodies that this minimisation does not move any more
  std::vector<Rest> rest_;      // of the last step
  std::vector<Rest> nextRest_;  // of this one
};

}  // namespace talus
