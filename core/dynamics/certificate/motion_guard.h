#pragma once

#include "dynamics/certificate/dividing_planes.h"
#include "dynamics/certificate/near_bodies.h"
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
      : near_(library, inertia, std::move(bodies)) {}

  /// From now on bodies that touch or overlap where motions start do not hold each other back.
  void leaveTouching() { leavesTouching_ = true; }
  /// Sets where motions start.
  void begin(const BodyState& state) { near_.begin(state); }
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
  void forget() { near_.forget(); }
  /// Divides searches among ranks that all make the same calls. @param ranks must outlive this.
  void divideAmong(DividedWork& ranks) { near_.divideAmong(ranks); }

 private:
  /// Fractions of the motions of two bodies; negative: unknown.
  struct Parts {
    double ofA = -1, ofB = -1;
    bool operator==(const Parts&) const = default;
  };

  bool isWall(Index i) const { return near_.inertia().isWall(static_cast<std::size_t>(i)); }
  bool rests(Index i) const { return isWall(i) && near_.motion(i).length() == 0; }
  double partOf(Index i) const { return parts_[static_cast<std::size_t>(i)]; }
  std::span<const double> findParts(const BodyState& target, bool wallsToo);
  bool confine(bool wallsToo);
  void uniteWalls(UnionFind& sets) const;
  void findClosing();
  void findApproaches(const BodyState& target, const std::vector<std::size_t>& pairs);
  std::vector<std::size_t> unproven() const;
  double unplanedOf(std::size_t n) const;
  void findApproach(std::size_t n, const BodyState& target);
  void checkWhole();
  bool tooClose(std::size_t k);
  bool comesTooClose(std::size_t n, const Parts& parts);
  double commonPart(std::size_t n);
  double partBesideWall(std::size_t n, bool wallIsA);

  NearBodies near_;
  tbb::enumerable_thread_specific<DividingPlanes> planes_;
  std::vector<std::optional<PartedApproach>> approaches_;  // of pairs that might come too close
  std::vector<std::size_t> closing_;                       // their numbers
  std::vector<Parts> apart_;  // fractions with which each of them does not, as found last
  std::vector<double> parts_;
  std::optional<BodyPair> blocked_;
  bool leavesTouching_ = false;
};

}  // namespace talus
