#pragma once

#include <atomic>

namespace talus {

/// Adds to a counter and returns its previous value.
/// @param shared other threads may add at the same time. The addition is relaxed: read the counters after the
/// end of the parallel loop. If false, a plain addition, several times as fast.
template <class Count>
Count fetchAdd(Count& counter, Count value, bool shared) {
  if (shared) return std::atomic_ref<Count>(counter).fetch_add(value, std::memory_order_relaxed);
  const Count old = counter;
  counter = static_cast<Count>(old + value);
  return old;
}

/// Sets bits of a mask; otherwise as fetchAdd.
template <class Mask>
Mask fetchOr(Mask& mask, Mask bits, bool shared) {
  if (shared) return std::atomic_ref<Mask>(mask).fetch_or(bits, std::memory_order_relaxed);
  const Mask old = mask;
  mask |= bits;
  return old;
}

}  // namespace talus
