#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "dynamics/certificate/near_bodies.h"
#include "dynamics/field/force_field.h"

namespace talus {

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

  /// Starts a step in this state.
  void begin(const BodyState& state);
  void confine(BodyState& state, double time) override;
  void evaluate(const BodyState& /*state*/, double /*time*/, Loads& /*loads*/) override {}
  void accept(const BodyState& state, double time) override;
  void save(ByteWriter& bytes) const override { bytes.all(dissipated_, wallWork_); }
  void load(ByteReader& bytes) override;

  /// Ends an accepted step: takes the energy from the velocities that held bodies have got by forces along
  /// the parts of their motions that were not carried out.
  /// @param damping what dashpots took from a body in the step, J: that is lost in any case, and pays for
  /// nothing.
  void settle(BodyState& state, const std::function<double(std::size_t)>& damping);

  /// The bodies that it guards.
  GuardedBodies& bodies() { return near_; }

  /// A pair with a wall that would have come too close to the other body in the last trial.
  const std::optional<BodyPair>& blocked() const { return trial_.blocked; }
  /// Clears data of earlier steps that decide between results, and the count of bodies held back. For the
  /// start of a frame.
  void forget();
  /// How many times a body was held back in accepted steps since forget().
  std::int64_t held() const { return held_; }
  /// Energy that impulses have dissipated since the start, J.
  double dissipated() const { return dissipated_; }
  /// Work that moving walls have done by impulses since the start, J.
  double wallWork() const { return wallWork_; }

 private:
  /// What a trial of a step has led to.
  struct Trial {
    void begin(std::size_t bodies);

    std::vector<double> parts;  // fractions of the motions that are carried out
    std::vector<double> given;  // kinetic energy that impulses have given to each body, J
    std::vector<BodyPair> held;
    std::optional<BodyPair> blocked;
    std::int64_t count = 0;         // of bodies held back
    double lost = 0, wallWork = 0;  // by impulses, J
  };

  bool tooClose(const ClosingPair& pair) const;
  void hold(ClosingPair& pair);
  void holdAll(std::span<const std::size_t> pairs);
  void block(const BodyPair& pair);
  bool isCaught(const ClosingPair& pair) const;
  void stop(const ClosingPair& pair, BodyState& state);

  NearBodies near_;
  const BodyInertia* inertia_;
  BodyState checked_;  // the last confined state
  Trial trial_;
  std::vector<BodyPair> caught_;  // with a wall that has blocked a step since the last accepted one; sorted
  std::int64_t held_ = 0;
  double dissipated_ = 0, wallWork_ = 0;
};

}  // namespace talus
