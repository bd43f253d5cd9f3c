#pragma once

#include <array>
#include <cstdint>

#include "enclosure/cells/cell_level.h"

namespace talus {

// A point that exact arithmetic decides. Triangles that planes decide are already in the winding number.
struct CellLevel::ExactQuery {
  Vec3 q, reference;
  std::int32_t winding;
  bool onSurface;
};

// An octant whose planes are to be made.
struct CellLevel::PlaneOrder {
  std::uint32_t list;
  Vec3 reference;
};

// Arrays of a batch, uninitialized until they are filled.
struct CellLevel::Workspace {
  /// Points per batch: enough to hide the memory latency, few enough to stay in the first-level cache.
  static constexpr std::size_t size = 256;

  struct Waiting {
    std::uint32_t point;
    std::uint32_t list;
  };
  std::int64_t ambiguous = 0;                         // Tally::ambiguous, of all batches
  std::array<std::uint32_t, size> word, bit, octant;  // as in CellPlaces
  std::array<Waiting, size> waiting;                  // points in boundary cells
  std::array<std::array<std::int16_t, 3>, size>
      rounded;  // points in the coordinates of their octants' planes
  std::array<PlaneQuery, size> queries;
  std::array<PlaneVerdict, size> verdicts;

  PlaneDoubts doubts;                  // triangles to test exactly, ascending by query
  std::array<ExactQuery, size> exact;  // the queries that these number
};

}  // namespace talus
