#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "enclosure/interface/enclosure.h"

namespace talus {

/// Where the points of a row of a lattice lie in a row of CellBits, arranged so that eight of them are looked
/// up at once. The same for all rows of the lattice.
struct RowPlaces {
  static constexpr std::size_t together = 8;

  /// The place of one point.
  struct Place {
    bool outside;        ///< of the grid's bounds
    std::uint32_t word;  ///< counted from the first of the row
    std::uint32_t bit;   ///< of the cell in the word
  };

  RowPlaces() = default;
  explicit RowPlaces(std::span<const Place> places);

  /// Labels a row. Points in boundary cells become Outside for the time being. About 0.2 ns per point.
  /// @param words of the row, and at least `together` behind it that may be read. @param sides one per point.
  /// @param boundary receives the numbers of the points in boundary cells, ascending: room for all points and
  ///   `together` more.
  /// @return how many points are in boundary cells.
  std::size_t label(const std::uint32_t* words, std::span<Side> sides, std::uint32_t* boundary) const;

  std::vector<std::uint32_t> first;  ///< for each `together` points: the first of their words
  std::vector<std::uint32_t> word;   ///< of each point, counted from there
  std::vector<std::uint32_t> bits;   ///< the two bits of its cell; none outside of the bounds
  bool dense = true;                 ///< whether `together` points always lie within as many words
};

}  // namespace talus
