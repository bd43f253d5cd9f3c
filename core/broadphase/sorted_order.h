#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace talus {

/// Positions 0 … n-1 in the order of their keys, equal keys in the order of positions.
using SortOrder = void (*)(std::span<const float> keys, std::vector<std::uint32_t>& order);

/// By heapsort (Williams and O'Connor, section 2.3). O(n log n) whatever the keys.
void heapsortOrder(std::span<const float> keys, std::vector<std::uint32_t>& order);

/// By radix sort, 11 bits at a time; few items by comparing them. O(n).
void radixOrder(std::span<const float> keys, std::vector<std::uint32_t>& order);

/// Sorts values with their tags, stably, in the same way by the doubles' bits. O(n). No NaN.
void radixSort(std::vector<double>& values, std::vector<std::uint32_t>& tags);

}  // namespace talus
