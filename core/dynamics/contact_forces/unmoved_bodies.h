#pragma once

#include <span>
#include <vector>

#include "broadphase/body_pairs.h"
#include "dynamics/body/moving_body.h"

namespace talus {

/// Which bodies have, to the bit, the poses of the evaluation before at the same time: their pairs need not
/// be computed again. O(bodies).
class UnmovedBodies {
 public:
  /// From one evaluation to the next.
  void update(std::span<const MovingBody> bodies, double time);
  /// In the next evaluation all bodies count as moved.
  void forget() { poses_.clear(); }
  bool both(const BodyPair& pair) const { return rests(pair.first) && rests(pair.second); }

 private:
  bool rests(Index i) const { return rests_[static_cast<std::size_t>(i)] != 0; }

  double time_ = 0;
  std::vector<Pose> poses_;
  std::vector<char> rests_;
};

}  // namespace talus
