#pragma once

#include "dynamics/certificate/pair_approaches.h"
#include "geometry/mesh/union_find.h"

namespace talus {

/// Limits motions from one state to another so that no body passes through another: the iterates of a step
/// that minimises a potential.
///
/// As PassingGuard, with two differences. Planes between the bodies bound how they approach each other
/// (DividingPlanes). And bodies that would come too close carry out the same fraction of their motions, so
/// that what bodies do together, such as falling, does not hold them back; a fraction of a descent direction
/// remains one. Walls complete their motions or block them; then they may wait for the bodies.
///
/// Results are the same bits for every number of threads.
class MotionGuard {
 public:
  /// @param library, inertia must outlive this. @param bodies one per body of the scene.
  MotionGuard(const ContactLibrary& library, const BodyInertia& inertia, std::vector<GuardedBody> bodies)
      : approaches_(library, inertia, std::move(bodies)) {}

  /// Sets where motions start.
  void begin(const BodyState& state) { near().begin(state); }
  /// The fractions of the motions to a target that the bodies may carry out; empty if no fractions are small
  /// enough beside a wall, see blocked(). Valid until the next call.
  std::span<const double> allowedParts(const BodyState& target, double time);
  /// The same if walls wait for bodies: they all carry out the same fraction of their motions, as those do
  /// that would come too close to them. To be called after allowedParts(), for the same motions.
  std::span<const double> partsWithWalls(const BodyState& target);
  /// The last pair with a wall whose motion no fraction of the other one's allowed, since release().
  const std::optional<BodyPair>& blocked() const { return blocked_; }
  /// To be called when walls have completed their motions after all.
  void release() { blocked_.reset(); }
  /// Clears data of earlier motions that decide between results. For the start of a frame.
  void forget() { near().forget(); }
  /// Divides searches among ranks that all make the same calls. @param ranks must outlive this.
  void divideAmong(DividedWork& ranks) { near().divideAmong(ranks); }

 private:
  /// Fractions of the motions of two bodies; negative: unknown.
  struct Parts {
    double ofA = -1, ofB = -1;
    bool operator==(const Parts&) const = default;
  };

  NearBodies& near() { return approaches_.near(); }
  bool isWall(Index i) const { return approaches_.near().inertia().isWall(static_cast<std::size_t>(i)); }
  bool rests(Index i) const { return isWall(i) && approaches_.near().motion(i).length() == 0; }
  double partOf(Index i) const { return parts_[static_cast<std::size_t>(i)]; }
  Parts partsOf(const BodyPair& pair) const;
  std::span<const double> findParts(const BodyState& target, bool wallsToo);
  bool confine(bool wallsToo);
  void uniteWalls(UnionFind& sets) const;
  void checkWhole();
  bool tooClose(std::size_t k);

  PairApproaches approaches_;
  std::vector<Parts> apart_;  // fractions with which each pair does not come too close, as found last
  std::vector<double> parts_;
  std::optional<BodyPair> blocked_;
};

}  // namespace talus
