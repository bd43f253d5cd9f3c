#pragma once

#include <vector>

namespace talus {

/// Gives memory that was freed back to the system, also between pieces that are in use: the C library keeps
/// it for later, and arrays of other sizes may not fit there. Where it cannot, nothing happens. About 1 ms
/// for 10 MB.
void returnFreeMemory();

/// Removes all items and frees their memory, which clear() and `= {}` keep.
template <class T>
void release(std::vector<T>& items) {
  std::vector<T>().swap(items);
}

}  // namespace talus
