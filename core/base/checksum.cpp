#include "base/checksum.h"

#include <array>

namespace talus {

namespace {

constexpr std::uint64_t polynomial = 0xC96C5795D7870F42;  // of ECMA-182, lowest power first

/// What each value of a byte adds.
constexpr std::array<std::uint64_t, 256> makeTable() {
  std::array<std::uint64_t, 256> table{};
  for (std::uint64_t i = 0; i < table.size(); ++i) {
    std::uint64_t rest = i;
    for (int bit = 0; bit < 8; ++bit) rest = (rest >> 1) ^ ((rest & 1) != 0 ? polynomial : 0);
    table[i] = rest;
  }
  return table;
}

constexpr std::array<std::uint64_t, 256> table = makeTable();

}  // namespace

std::uint64_t checksum(std::span<const std::byte> bytes) {
  std::uint64_t rest = ~std::uint64_t{0};
  for (const std::byte byte : bytes)
    rest = table[(rest ^ std::to_integer<std::uint64_t>(byte)) & 255] ^ (rest >> 8);
  return ~rest;
}

}  // namespace talus
