#pragma once

#include <span>
#include <vector>

#include "base/bytes.h"
#include "broadphase/body_pairs.h"
#include "contact/convex/convex_pair.h"
#include "dynamics/law/rolling_spring.h"
#include "dynamics/law/tangential_spring.h"

namespace talus {

/// The stored state of two bodies that overlap deeply.
struct RecoveryMemory {
  double overlap = 0;    ///< minimum depth since the deep overlap began, m; 0: there is none
  double elastic = 1;    ///< remaining fraction of the elastic forces and energy
  double push = 0;       ///< force that pushes them apart, N …
  double pushEnd = 0;    ///< … up to this distance of their centres, m
  Index stalled = 0;     ///< accepted steps that did not reduce the overlap
  Index sinceStart = 0;  ///< 1: they have been near each other since the start
};

/// How deep two bodies lie within each other.
enum class Overlap : Index {
  None,
  Shallow,
  Passed,  ///< deeper than half of the thinner one's thickness, some time since they were apart: counted
};

/// The stored state of two bodies that are near each other.
struct PairMemory {
  BodyPair bodies;
  FeaturePair features;   ///< closest features, where the next search starts
  Index firstSpring = 0;  ///< index in ContactMemory::springs, of tangential springs
  Index springs = 0;
  Index rolling = -1;  ///< index in ContactMemory::rolling; −1: none
  Overlap overlap = Overlap::None;
  RecoveryMemory recovery{};
  double withheld = 0;       ///< range − reach, m: > 0 for bodies that started closer
  Vec3 axis = Vec3::Zero();  ///< last separating direction, in the world; zero: none
};
static_assert(sizeof(PairMemory) == 112, "no padding: its bytes go into snapshots, which are compared");

/// The state that contacts keep from one accepted step to the next: pairs sorted by bodies, their springs in
/// that order. Plain data.
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
  /// Appends another memory, whose pairs all come after those of this one.
  void append(const ContactMemory& other);

  void save(ByteWriter& bytes) const;
  /// @throws Error bytes that end early or contradict each other.
  void load(ByteReader& bytes, std::size_t bodyCount);
};

/// Memory in consecutive blocks, which were filled in parallel.
using MemoryBlocks = std::vector<ContactMemory>;

/// All blocks as one.
ContactMemory joined(MemoryBlocks blocks);

/// Finds pairs in blocks, in ascending order.
class MemoryWalk {
 public:
  struct Found {
    const PairMemory* pair = nullptr;  ///< null: no memory
    const ContactMemory* block = nullptr;
  };

  /// @param from the first pair that may be asked for. O(log pairs).
  MemoryWalk(const MemoryBlocks& blocks, const BodyPair& from);
  /// @param bodies not before those of the last call.
  Found find(const BodyPair& bodies);

 private:
  const MemoryBlocks& blocks_;
  std::size_t block_ = 0, pair_ = 0;
};

}  // namespace talus
