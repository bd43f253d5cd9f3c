#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace talus {

/// Cells are grouped in blocks of 4³, and blocks in octants of 2³. One bit represents a cell of a block,
/// octant by octant (Morton order): bit = octant · 8 + index in the octant, both counted x first.

/// The contribution of a coordinate within the block, 0 to 3, to the index of a cell's bit.
constexpr unsigned axisBits(unsigned axis, unsigned coordinate) {
  return ((coordinate >> 1) << (3 + axis)) | ((coordinate & 1) << axis);
}
/// Bit of a cell from its coordinates within the block.
constexpr unsigned cellBit(unsigned x, unsigned y, unsigned z) {
  return axisBits(0, x) | axisBits(1, y) | axisBits(2, z);
}
/// The coordinates of a cell within its block, from its bit.
constexpr std::array<unsigned, 3> coordinatesOf(unsigned bit) {
  const auto along = [bit](unsigned axis) { return ((bit >> (3 + axis)) & 1) * 2 + ((bit >> axis) & 1); };
  return {along(0), along(1), along(2)};
}

/// One bit for each octant that has a cell in the mask.
constexpr unsigned octantsOf(std::uint64_t cells) {
  constexpr std::uint64_t low = 0x7f7f7f7f7f7f7f7f;
  const std::uint64_t high = (((cells & low) + low) | cells) & ~low;  // bit 7 of each octant in use
  return static_cast<unsigned>((high >> 7) * 0x0102040810204080 >> 56);
}

/// Number of set bits among eight: std::popcount is a function call on processors before SSE 4.2, for which
/// this is compiled.
inline constexpr auto bitCounts = [] {
  std::array<std::uint8_t, 256> counts{};
  for (unsigned mask = 0; mask < 256; ++mask) counts[mask] = static_cast<std::uint8_t>(std::popcount(mask));
  return counts;
}();

/// Number of set bits below `bit` in a mask of eight.
inline std::uint32_t rankBelow(unsigned mask, unsigned bit) {
  return bitCounts[mask & ((1U << bit) - 1)];
}

/// Calls visit(number) for each set bit, lowest first.
template <class Mask, class Visit>
void forEachBit(Mask mask, const Visit& visit) {
  for (; mask != 0; mask = static_cast<Mask>(mask & (mask - 1)))
    visit(static_cast<unsigned>(std::countr_zero(mask)));
}

}  // namespace talus
