#pragma once

#include <cstdint>

namespace talus {

/// A random number that is a function of its keys only, so that shapes do not depend on the order of their
/// creation. Steele, Lea, Flood, Fast splittable pseudorandom number generators, OOPSLA 2014 (SplitMix64).
class KeyedRandom {
 public:
  explicit KeyedRandom(std::uint64_t seed) : state_(mixed(seed)) {}

  /// A separate generator for each key.
  KeyedRandom operator[](std::int64_t key) const {
    return KeyedRandom(state_ ^ static_cast<std::uint64_t>(key) * 0x9E3779B97F4A7C15u);
  }
  /// The number of this generator, uniform in [0, 1).
  double value() const { return static_cast<double>(mixed(state_) >> 11) * 0x1p-53; }
  /// Uniform in [−1, 1).
  double between() const { return 2 * value() - 1; }

 private:
  static std::uint64_t mixed(std::uint64_t z) {
    z += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace talus
