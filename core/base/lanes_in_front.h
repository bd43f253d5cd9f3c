#pragma once

#include <cstddef>
#include <cstdint>

namespace talus {

/// For each mask of 8 lanes the numbers of its lanes, and then zeros.
struct LanesInFront {
  static constexpr std::size_t most = 8;
  alignas(32) std::int32_t of[256][most]{};

  constexpr LanesInFront() {
    for (int mask = 0; mask < 256; ++mask) {
      std::size_t count = 0;
      for (int lane = 0; lane < static_cast<int>(most); ++lane)
        if ((mask >> lane & 1) != 0) of[mask][count++] = lane;
    }
  }
};
inline constexpr LanesInFront lanesInFront;

}  // namespace talus
