#pragma once

#include <span>
#include <vector>

#include "base/bytes.h"
#include "broadphase/body_pairs.h"
#include "contact/convex/convex_pair.h"
#include "dynamics/law/rolling_spring.h"
#include "dynamics/law/tangential_spring.h"

namespace talus {

/// What is remembered of two bodies that overlap deeply.
struct RecoveryMemory {
  double overlap = 0;    ///< the least depth since that began, m; 0: they do not
  double elastic = 1;    ///< this part of the elastic forces and energy is left
  double push = 0;       ///< force by which they are pushed, N …
  double pushEnd = 0;    ///< … up to this distance of their centres, m
  Index stalled = 0;     ///< accepted steps that have not lessened the overlap
  Index sinceStart = 0;  ///< 1: they have been near each other since the start
};

/// What is remembered of two bodies that are near each other.
struct PairMemory {
  BodyPair bodies;
  FeaturePair features;   ///< closest ones: where the next search begins
  Index firstSpring = 0;  ///< tangential springs, in ContactMemory::springs
  Index springs = 0;
  Index rolling = -1;  ///< in ContactMemory::rolling; −1: none
  Index unused = 0;    ///< for no padding
  RecoveryMemory recovery{};
  double withheld = 0;       ///< what the reach is short of the range, m: bodies began nearer to each other
  Vec3 axis = Vec3::Zero();  ///< along which the bodies were apart, in the world; zero: they were not
};
static_assert(sizeof(PairMemory) == 112, "no padding: its bytes go into snapshots, which are compared");

/// What contacts remember from one accepted step to the next: pairs sorted by bodies, their springs in that
/// order. Plain data.
struct ContactMemory {
  std::vector<PairMemory> pairs;
  std::vector<TangentialSpring> springs;
  std::vector<RollingSpring> rolling;

  void clear() {
    pairs.clear();
    springs.clear();
    rolling.clear();
  }
  std::span<const TangentialSpring> springsOf(const PairMemory& pair) const {
    return std::span(springs).subspan(static_cast<std::size_t>(pair.firstSpring),
                                      static_cast<std::size_t>(pair.springs));
  }
  /// Appends another's, whose pairs come after all of this one's.
  void append(const ContactMemory& other);

  void save(ByteWriter& bytes) const;
  /// @throws Error bytes that end early or do not fit together.
  void load(ByteReader& bytes, std::size_t bodyCount);
};

/// Memory in blocks, one after the other, as they were filled in parallel.
using MemoryBlocks = std::vector<ContactMemory>;

/// All blocks as one.
ContactMemory joined(const MemoryBlocks& blocks);

/// Goes through the pairs of blocks in ascending order.
class MemoryWalk {
 public:
  struct Found {
    const PairMemory* pair = nullptr;  ///< null: no memory
    const ContactMemory* block = nullptr;
  };

  /// @param from where it starts. O(log pairs).
  MemoryWalk(const MemoryBlocks& blocks, const BodyPair& from);
  /// @param bodies not before those of the last call.
  Found find(const BodyPair& bodies);

 private:
  const MemoryBlocks& blocks_;
  std::size_t block_ = 0, pair_ = 0;
};

}  // namespace talus
