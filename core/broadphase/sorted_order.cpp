#include "broadphase/sorted_order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <numeric>

#include "broadphase/float_boxes.h"

namespace talus {

namespace {

// A key in the upper half, a position in the lower one.
std::vector<std::uint64_t> keysWithPositions(std::span<const float> keys) {
  std::vector<std::uint64_t> items(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i)
    items[i] = static_cast<std::uint64_t>(sortableBits(keys[i])) << 32 | i;
  return items;
}

void takePositions(const std::vector<std::uint64_t>& items, std::vector<std::uint32_t>& order) {
  order.resize(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) order[i] = static_cast<std::uint32_t>(items[i]);
}

constexpr int digitBits = 11;
constexpr std::size_t digits = std::size_t{1} << digitBits;

constexpr std::size_t fewItems = 512;  // for which comparing takes less time than clearing counts of digits

// Sorts items stably by the bits [firstBit, 64) of their keys.
template <class Item, class Key>
void radixSortItems(std::vector<Item>& items, int firstBit, const Key& key) {
  if (items.size() <= fewItems) {
    std::stable_sort(items.begin(), items.end(),
                     [&](const Item& a, const Item& b) { return key(a) >> firstBit < key(b) >> firstBit; });
    return;
  }
  std::vector<Item> other(items.size());
  for (int shift = firstBit; shift < 64; shift += digitBits) {
    const auto digit = [&](const Item& item) {
      return static_cast<std::size_t>(key(item) >> shift) & (digits - 1);
    };
    std::array<std::size_t, digits> begins{};
    for (const Item& item : items) ++begins[digit(item)];
    if (!items.empty() && begins[digit(items.front())] == items.size()) continue;  // all have the same digit
    std::exclusive_scan(begins.begin(), begins.end(), begins.begin(), std::size_t{0});
    for (const Item& item : items) other[begins[digit(item)]++] = item;
    items.swap(other);
  }
}

struct TaggedKey {
  std::uint64_t key;
  std::uint32_t tag;
};

constexpr std::uint64_t signBit = std::uint64_t{1} << 63;

std::uint64_t sortableBits(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x + 0.0);  // + 0: no negative zero
  return bits ^ ((bits & signBit) != 0 ? ~std::uint64_t{0} : signBit);
}

double doubleOf(std::uint64_t key) {
  return std::bit_cast<double>(key ^ ((key & signBit) != 0 ? signBit : ~std::uint64_t{0}));
}

}  // namespace

void heapsortOrder(std::span<const float> keys, std::vector<std::uint32_t>& order) {
  std::vector<std::uint64_t> items = keysWithPositions(keys);
  std::make_heap(items.begin(), items.end());
  std::sort_heap(items.begin(), items.end());
  takePositions(items, order);
}

void radixOrder(std::span<const float> keys, std::vector<std::uint32_t>& order) {
  std::vector<std::uint64_t> items = keysWithPositions(keys);
  radixSortItems(items, 32, [](std::uint64_t item) { return item; });
  takePositions(items, order);
}

void radixSort(std::vector<double>& values, std::vector<std::uint32_t>& tags) {
  std::vector<TaggedKey> items(values.size());
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = {sortableBits(values[i]), tags[i]};
  radixSortItems(items, 0, [](const TaggedKey& item) { return item.key; });
  for (std::size_t i = 0; i < items.size(); ++i) {
    values[i] = doubleOf(items[i].key);
    tags[i] = items[i].tag;
  }
}

}  // namespace talus
