#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "broadphase/broad_phase.h"
#include "contact/scene/contact_library.h"
#include "dynamics/body/body_inertia.h"
#include "dynamics/certificate/closing_pair.h"
#include "dynamics/field/force_field.h"

namespace talus {

/// A body as the guard knows it.
struct GuardedBody {
  Index shape = 0;  ///< number in the library
  double scale = 1;
  double extent = 0;   ///< farthest point of the surface from the position, m
  double removed = 0;  ///< when it is removed from the scene, s
};

/// What is proven of a state.
struct Certificate {
  double leastGap = 0;        ///< proven of all pairs, m; at most the range that was looked at
  std::int64_t proven = 0;    ///< pairs of bodies that have a proven gap
  std::int64_t unproven = 0;  ///< pairs that have none: they touch, overlap, or are apart by rounding only
  std::int64_t meeting = 0;   ///< of these, pairs that share a point by exact predicates
  BodyPair first{-1, -1};     ///< rows of the first pair without a proof
};

/// Lets no body pass through another, for any forces, law and length of the step.
///
/// A step moves each body straight on and by the shortest turn (StepMotion). For every pair whose swept boxes
/// overlap the guard knows a proven gap at the begin of the step (GapFinder). Where their motion might use
/// up more than four fifths of it, both do only a fraction of their motion: so the gap never closes within a
/// step, and the next one begins with a proven gap again. The proof: docs/guide/no-passing.md.
///
/// A body is held back by its own pairs alone. In a pair the velocities lose the part of their normal
/// approach that was not carried out, by an impulse: momentum and angular momentum are kept, energy is lost
/// and counted. Walls are not held back: a wall that would come too near blocks the step (blocked()), which
/// is to be tried again with half its length.
///
/// A field that exerts nothing: it confines every trial state of a step before its forces are evaluated, so
/// that no law sees bodies that overlap. Results depend on the state at the begin of a step and on the
/// steps since forget(), and are the same bits for every number of threads.
/// Cost: 0.2 µs a pair of near boxes of convex grains and step.
class PassingGuard final : public ForceField {
 public:
  /// @param library, inertia must outlive this. @param bodies one for each body of the scene.
  PassingGuard(const ContactLibrary& library, const BodyInertia& inertia, std::vector<GuardedBody> bodies);
  ~PassingGuard() override;

  /// A step begins in this state.
  void begin(const BodyState& state, double time);
  void confine(BodyState& state, double time) override;
  void evaluate(const BodyState& /*state*/, double /*time*/, Loads& /*loads*/) override {}
  void accept(const BodyState& state, double time) override;
  void save(ByteWriter& bytes) const override { bytes.value(dissipated_); }
  void load(ByteReader& bytes) override;

  /// Two bodies of which one is a wall that would come too near to the other in the last trial.
  const std::optional<BodyPair>& blocked() const { return blocked_; }
  /// Forgets what only saves time, and the count of bodies held: when a frame begins.
  void forget();
  /// How many times a body was held back in accepted steps since forget().
  std::int64_t held() const { return held_; }
  /// Energy that impulses have dissipated since the start, J.
  double dissipated() const { return dissipated_; }

  /// What is proven of a state; each pair is checked again. @param range of boxes around bodies: bodies whose
  /// boxes, grown by half of it, do not overlap are farther apart than that.
  Certificate certify(const BodyState& state, double time, double range);

 private:
  struct Near;
  struct Workers;

  Pose poseOf(const BodyState& state, std::size_t i) const;
  CertifiedBody certified(const BodyState& state, std::size_t i) const;
  bool isPresent(std::size_t i, double time) const { return time < bodies_[i].removed; }
  std::span<const BodyPair> pairsOf(const BoxArrays& boxes) { return phase_->update(boxes), phase_->pairs(); }
  void measureMotions(const BodyState& state);
  void findNear(double time);
  void carryOver(std::span<const BodyPair> pairs);
  void boundGap(Near& near);
  bool tooClose(const ClosingPair& pair) const;
  void hold(ClosingPair& pair);
  void holdAll();
  void stop(const ClosingPair& pair, BodyState& state);
  double inverseMassAt(std::size_t i, const BodyState& state, const Vec3& lever, const Vec3& normal) const;

  const ContactLibrary* library_;
  const BodyInertia* inertia_;
  std::vector<GuardedBody> bodies_;
  std::unique_ptr<BroadPhase> phase_;
  std::unique_ptr<Workers> workers_;
  BodyState before_;   // at the begin of the step
  double time_ = 0;    // then
  BodyState checked_;  // the last one that was confined
  std::vector<StepMotion> motions_;
  std::vector<double> parts_;  // of the motions that are done
  BoxArrays boxes_;
  std::vector<Near> near_, earlier_;
  std::optional<BodyPair> blocked_;
  std::int64_t heldNow_ = 0, held_ = 0;
  double lost_ = 0, dissipated_ = 0;
};

}  // namespace talus
