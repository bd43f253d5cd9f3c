#pragma once

#include <span>
#include <vector>

#include "base/bytes.h"
#include "broadphase/body_pairs.h"
#include "contact/convex_pair.h"
#include "dynamics/rolling_spring.h"
#include "dynamics/tangential_spring.h"

namespace talus {

/// What is remembered of two bodies that are near each other.
struct PairMemory {
  BodyPair bodies;
  FeaturePair features;   ///< closest ones: where the next search begins
  Index firstSpring = 0;  ///< tangential springs, in ContactMemory::springs
  Index springs = 0;
  Index rolling = -1;  ///< in ContactMemory::rolling; −1: none
  Index stalled = 0;   ///< accepted steps for which the bodies have overlapped deeply without getting apart
  double overlap = 0;  ///< the least depth of these, m
  Vec3 axis = Vec3::Zero();  ///< along which the bodies were apart, in the world; zero: they were not
};
static_assert(sizeof(PairMemory) == 72, "no padding: its bytes go into snapshots, which are compared");

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
    const PairMemory* pair = nullptr;  ///< null: nothing is remembered
    const ContactMemory* block = nullptr;
  };

  /// @param from where it starts. O(log pairs).
  MemoryWalk(const MemoryBlocks& blocks, const BodyPair& from);
  /// @param bodies not before those that were asked for last.
  Found find(const BodyPair& bodies);

 private:
  const MemoryBlocks& blocks_;
  std::size_t block_ = 0, pair_ = 0;
};

}  // namespace talus
