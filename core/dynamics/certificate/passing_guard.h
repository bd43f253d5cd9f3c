#pragma once

#include <functional>
#include <map>
#include <memory>

#include "dynamics/certificate/near_bodies.h"
#include "dynamics/field/force_field.h"

namespace talus {

/// The result of the checks of a state.
struct Certificate {
  double leastGap = 0;        ///< proven for all pairs, m; at most the range searched
  std::int64_t proven = 0;    ///< pairs of bodies with a proven gap
  std::int64_t unproven = 0;  ///< pairs without one: they touch, overlap, or are too close for rounding
  std::int64_t meeting = 0;   ///< of these, pairs that share a point by exact predicates
  BodyPair first{-1, -1};     ///< rows of the first pair without a proof
};

/// Prevents every body from passing through another, for any forces, law and step length.
///
/// A step moves each body along a straight line and by the shortest rotation (StepMotion). For every pair
/// whose swept boxes overlap, the guard has a proven gap at the start of the step (GapFinder). If their
/// motion might use up more than four fifths of it, both bodies carry out only a fraction of their motion:
/// so the gap never closes within a step, and the next step starts with a proven gap again. The proof:
/// docs/guide/no-passing.md.
///
/// Only its own pairs hold a body back. An impulse between the bodies of a pair removes the part of their
/// normal approach velocity that was not carried out: momentum and angular momentum are conserved, and the
/// energy loss is counted. Forces act during the whole step; what they do beyond the part of a motion that
/// was carried out is taken back (settle()): then what is held never gains energy. Walls are not held back: a
/// wall that would come too close blocks the step (blocked()), which must then be repeated with half its
/// length. In the repeated step an impulse gives the body the wall's velocity along the normal, so that it
/// gives way however soft the law is.
///
/// The guard is a field without forces: it confines every trial state of a step before forces are
/// evaluated, so that laws are never evaluated for overlapping bodies. Results depend on the state at the
/// start of a step and on the steps since forget(), and are the same bits for every number of threads.
/// Cost: 0.2 µs per step and pair of convex grains whose motions might use up the gap of an earlier step.
class PassingGuard final : public ForceField {
 public:
  /// @param library, inertia must outlive this. @param bodies one per body of the scene.
  PassingGuard(const ContactLibrary& library, const BodyInertia& inertia, std::vector<GuardedBody> bodies);
  ~PassingGuard() override;

  /// Starts a step in this state.
  void begin(const BodyState& state);
  void confine(BodyState& state, double time) override;
  void evaluate(const BodyState& /*state*/, double /*time*/, Loads& /*loads*/) override {}
  void accept(const BodyState& state, double time) override;
  void save(ByteWriter& bytes) const override {
    bytes.value(dissipated_);
    bytes.value(wallWork_);
  }
  void load(ByteReader& bytes) override;

  /// Ends an accepted step: takes the energy from the velocities that held bodies have got by forces along
  /// the parts of their motions that were not carried out.
  /// @param damping what dashpots took from a body in the step, J: that is lost in any case, and pays for
  /// nothing.
  void settle(BodyState& state, const std::function<double(std::size_t)>& damping);

  /// Divides searches among ranks that all make the same calls. @param ranks must outlive this.
  void divideAmong(DividedWork& ranks) { near_.divideAmong(ranks); }

  /// A pair with a wall that would have come too close to the other body in the last trial.
  const std::optional<BodyPair>& blocked() const { return blocked_; }
  /// Clears data of earlier steps that decide between results, and the count of bodies held back. For the
  /// start of a frame.
  void forget();
  /// How many times a body was held back in accepted steps since forget().
  std::int64_t held() const { return held_; }
  /// Energy that impulses have dissipated since the start, J.
  double dissipated() const { return dissipated_; }
  /// Work that moving walls have done by impulses since the start, J.
  double wallWork() const { return wallWork_; }

  /// Checks all pairs of a state, without data of earlier checks. @param range bodies whose boxes, grown by
  /// half of it, do not overlap are farther apart than the range.
  Certificate certify(const BodyState& state, double time, double range);

 private:
  struct Workers;
  /// Bodies connected by held pairs.
  struct Group {
    std::vector<std::size_t> bodies;
    bool meetsWall = false;
  };

  void forgetTrial();
  bool tooClose(const ClosingPair& pair) const;
  void hold(ClosingPair& pair);
  void holdAll(std::span<const std::size_t> pairs);
  void block(const BodyPair& pair);
  bool isCaught(const ClosingPair& pair) const;
  void stop(const ClosingPair& pair, BodyState& state);
  std::map<Index, Group> heldGroups() const;
  double workOfForces(std::size_t i, const BodyState& state) const;
  double inverseMassAt(std::size_t i, const BodyState& state, const Vec3& lever, const Vec3& normal) const;

  NearBodies near_;
  const BodyInertia* inertia_;
  std::unique_ptr<Workers> workers_;
  BodyState checked_;            // the last confined state
  std::vector<double> parts_;    // fractions of the motions that are carried out
  std::vector<double> stopped_;  // kinetic energy that impulses have given to each body in this trial, J
  std::vector<BodyPair> heldPairs_;
  std::optional<BodyPair> blocked_;
  std::vector<BodyPair> caught_;  // with a wall that has blocked a step since the last accepted one; sorted
  std::int64_t heldNow_ = 0, held_ = 0;
  double lost_ = 0, dissipated_ = 0;
  double workNow_ = 0, wallWork_ = 0;
};

}  // namespace talus
