#pragma once

#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "broadphase/broad_phase.h"
#include "contact/scene/contact_library.h"
#include "distributed/divided_work.h"
#include "dynamics/body/body_inertia.h"
#include "dynamics/certificate/certified_gap.h"

namespace talus {

/// The properties of a body that guards use.
struct GuardedBody {
  Index shape = 0;  ///< number in the library
  double scale = 1;
  double extent = 0;   ///< maximum distance of a surface point from the position, m
  double removed = 0;  ///< time at which it is removed from the scene, s
  /// Motions need not leave more of a gap than this, m; infinite: they leave a fifth of it.
  double kept = std::numeric_limits<double>::infinity();
};

/// The times at which the same bodies are present as at one time: from `begin` to before `end`, s.
struct SamePresence {
  double begin = 0, end = 0;
  bool holds(double time) const { return begin <= time && time < end; }
};

/// The bodies of a scene for guards: where their surfaces are in a state, which boxes overlap, and searches
/// of pairs, in parallel and divided among ranks.
class GuardedBodies {
 public:
  /// @param library, inertia must outlive this. @param bodies one per body of the scene.
  GuardedBodies(const ContactLibrary& library, const BodyInertia& inertia, std::vector<GuardedBody> bodies);

  std::size_t size() const { return bodies_.size(); }
  const BodyInertia& inertia() const { return *inertia_; }
  const GuardedBody& body(std::size_t i) const { return bodies_[i]; }
  const GuardedBody& body(Index i) const { return bodies_[static_cast<std::size_t>(i)]; }
  bool hasWall(const BodyPair& pair) const {
    return inertia_->isWall(static_cast<std::size_t>(pair.first)) ||
           inertia_->isWall(static_cast<std::size_t>(pair.second));
  }
  bool isPresent(std::size_t i, double time) const { return time < bodies_[i].removed; }
  SamePresence samePresence(double time) const;
  CertifiedBody certified(const BodyState& state, Index i) const;
  Box box(const BodyState& state, std::size_t i) const;
  /// The pairs of boxes that overlap, except those of two walls.
  std::span<const BodyPair> overlapping(const BoxArrays& boxes);

  /// Divides searches among ranks that all make the same calls. @param ranks must outlive this.
  void divideAmong(DividedWork& ranks) { ranks_ = &ranks; }
  bool isDivided() const { return ranks_ != nullptr; }
  /// Computes something for each of these pairs, in parallel and divided among ranks. @param bytes of a
  /// result.
  void compute(std::span<const BodyPair> pairs, std::int64_t bytes, DividedWork::Item item) const;

  /// Calls one(n) for the pairs 0 … count−1, in parallel.
  template <class One>
  static void forEachPair(std::size_t count, const One& one) {
    Context context;
    parallelChunks(count, pairsAtATime, context, [&](std::size_t begin, std::size_t end) {
      for (std::size_t n = begin; n < end; ++n) one(n);
    });
  }

 private:
  static constexpr std::size_t pairsAtATime = 16;

  const ContactLibrary* library_;
  const BodyInertia* inertia_;
  std::vector<GuardedBody> bodies_;
  std::unique_ptr<BroadPhase> phase_;
  DividedWork* ranks_ = nullptr;  // null: all pairs are searched here
};

}  // namespace talus
