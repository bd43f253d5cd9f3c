#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <span>
#include <vector>

#include "dynamics/certificate/dividing_planes.h"
#include "dynamics/certificate/near_bodies.h"

namespace talus {

/// The pairs of bodies that might come too close in a motion, and how both bodies of each approach each
/// other. Divided among threads and ranks; the same bits for any number of them.
class PairApproaches {
 public:
  /// @param library, inertia must outlive this. @param bodies one per body of the scene.
  PairApproaches(const ContactLibrary& library, const BodyInertia& inertia, std::vector<GuardedBody> bodies)
      : near_(library, inertia, std::move(bodies)) {}

  NearBodies& near() { return near_; }
  const NearBodies& near() const { return near_; }
  /// Finds the pairs in the motions to a target, with planes between parts that are very near each other.
  void find(const BodyState& target, double time);
  /// Looks farther for planes between the bodies of some pairs.
  void lookFarther(const BodyState& target, std::span<const std::size_t> pairs);

  std::size_t size() const { return approaches_.size(); }
  const ClosingPair& pair(std::size_t k) const { return near_.pairs()[closing_[k]]; }
  /// Whether the bodies of a pair come too close with these fractions of their motions. Parts without planes
  /// do not count as long as lookFarther() may find some: see isUnproven().
  bool comesTooClose(std::size_t k, double partOfA, double partOfB) const;
  /// Whether parts without planes might come too close, so that one must look farther.
  bool isUnproven(std::size_t k, double partOfA, double partOfB) const;
  /// The greatest fraction that both bodies may carry out.
  double commonPart(std::size_t k) const;
  /// The greatest fraction that a body may carry out while a wall completes its motion.
  double partBesideWall(std::size_t k, bool wallIsA) const;

 private:
  void findOne(std::size_t k, const BodyState& target);
  double unplaned(std::size_t k) const;

  NearBodies near_;
  tbb::enumerable_thread_specific<DividingPlanes> planes_;
  std::vector<std::size_t> closing_;        // numbers of the pairs
  std::vector<PartedApproach> approaches_;  // of each of them
};

}  // namespace talus
