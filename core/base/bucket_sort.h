#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace talus {

/// Sorts items by a key; those of one key keep their order. O(n + keys); a second array for its duration.
/// @param key of an item, below `keys`. @return the end of the items of each key.
template <class Item, class Key>
std::vector<std::size_t> countingSort(std::vector<Item>& items, std::size_t keys, const Key& key) {
  std::vector<std::size_t> end(keys + 1, 0);
  for (const Item& item : items) ++end[key(item) + 1];
  for (std::size_t k = 0; k < keys; ++k) end[k + 1] += end[k];
  std::vector<Item> sorted(items.size());
  for (Item& item : items) sorted[end[key(item)]++] = std::move(item);  // now the end of its own key
  items = std::move(sorted);
  return end;
}

/// Sorts items by a key, then by operator<, which must agree with the key: a counting sort, then a sort of
/// the few items of each key. O(n + keys + n log(items of a key)); a second array for its duration.
/// @param key of an item, below `keys`.
template <class Item, class Key>
void bucketSort(std::vector<Item>& items, std::size_t keys, const Key& key) {
  const std::vector<std::size_t> end = countingSort(items, keys, key);
  auto begin = items.begin();
  for (std::size_t k = 0; k < keys; ++k) {
    const auto next = items.begin() + static_cast<std::ptrdiff_t>(end[k]);
    if (next - begin > 1) std::sort(begin, next);
    begin = next;
  }
}

}  // namespace talus
