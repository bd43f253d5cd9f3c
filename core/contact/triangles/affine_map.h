#pragma once

namespace talus {

/// x ↦ linear · x + shift. Plain data for kernels.
template <class T>
struct AffineMap {
  T linear[3][3];
  T shift[3];
};

}  // namespace talus
