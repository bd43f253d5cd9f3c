#pragma once

#include <cstddef>

#include "broadphase/box_arrays.h"

namespace talus::peers {

/// Another library's broad phase. The number of boxes stays that of the first call; all boxes are finite.
class BroadPhasePeer {
 public:
  virtual ~BroadPhasePeer() = default;

  /// Brings the library's structure up to date.
  virtual void setBoxes(const BoxArrays& boxes) = 0;
  /// Finds the overlapping pairs. @return how many, which may be more than overlap exactly.
  virtual std::size_t findPairs() = 0;
};

}  // namespace talus::peers
