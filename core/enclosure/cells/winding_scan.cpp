#include "enclosure/cells/winding_scan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "base/parallel.h"
#include "base/shared_counter.h"
#include "enclosure/cells/cell_block.h"
#include "enclosure/cells/cell_lookup.h"
#include "geometry/exact/predicates.h"

namespace talus {

namespace {

using Corners = std::array<Vec3, 3>;

// Orientation sign of a, b, p, projected along `axis`, with p shifted by (ε, ε², ε³); 0 only if a and b
// project to the same point.
int perturbedTurn(const Vec3& a, const Vec3& b, const Vec3& p, int axis) {
  if (const int turn = orient2d(a, b, p, axis); turn != 0) return turn;
  const int u = (axis + 1) % 3;
  const int v = (axis + 2) % 3;
  const int alongU = a[v] == b[v] ? 0 : (a[v] > b[v] ? 1 : -1);
  const int alongV = a[u] == b[u] ? 0 : (b[u] > a[u] ? 1 : -1);
  const bool uFirst = u < v;  // the axis with the larger infinitesimal comes first
  const int larger = uFirst ? alongU : alongV;
  return larger != 0 ? larger : (uFirst ? alongV : alongU);
}

// Does the line through the perturbed point p along an axis cross the triangle?
bool lineCrosses(const Corners& t, int turn, const Vec3& p, int axis) {
  return perturbedTurn(t[0], t[1], p, axis) == turn && perturbedTurn(t[1], t[2], p, axis) == turn &&
         perturbedTurn(t[2], t[0], p, axis) == turn;
}

bool isBeyond(const Corners& t, int turn, const Vec3& p) {
  return orient3dPerturbed(t[0], t[1], t[2], p) != turn;
}

// The first cell centre beyond the triangle, on a line of cells along an axis that crosses it; the number of
// cells of the line if there is none.
int firstBeyond(const CellGrid& grid, CellGrid::Cell cell, int axis, const Corners& t, int turn) {
  int low = 0;
  int high = grid.size(axis);  // the first centre beyond the triangle is in [low, high]
  while (low < high) {
    const int middle = (low + high) / 2;
    cell[static_cast<std::size_t>(axis)] = middle;
    if (isBeyond(t, turn, grid.centre(cell)))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

// Decides a crossing that rounding left open: its first cell, or the grid's size if there is no crossing.
int decide(const CellGrid& grid, const LineCrossing& line, const Corners& t) {
  const CellGrid::Cell cell{line.x, line.y, 0};
  return lineCrosses(t, line.turn, grid.centre(cell), 2) ? firstBeyond(grid, cell, 2, t, line.turn)
                                                         : grid.size(2);
}

// The winding number at `to`, from the winding number at `from`, which differs in one coordinate only.
std::int32_t windingAlong(int axis, const Vec3& from, const Vec3& to, std::int32_t winding,
                          const TriangleSet& triangles, std::span<const std::uint32_t> numbers) {
  for (const std::uint32_t number : numbers) {
    const Corners t = triangles[number];
    const int turn = orient2d(t[0], t[1], t[2], axis);
    if (turn == 0 || !lineCrosses(t, turn, from, axis)) continue;
    winding += (isBeyond(t, turn, from) ? 1 : 0) * turn - (isBeyond(t, turn, to) ? 1 : 0) * turn;
  }
  return winding;
}

// The changes of winding numbers along the lines of cell centres of the bottom layer, along one axis.
class BottomSteps {
 public:
  BottomSteps(const CellGrid& grid, std::vector<std::int32_t>& steps) : grid_(grid), steps_(steps) {}

  // For axis x, lines through all cells with x = z = 0; for axis y, the line through the first cell.
  void add(int axis, const Corners& t) {
    const int turn = orient2d(t[0], t[1], t[2], axis);
    if (turn == 0) return;
    int first = 0;
    int last = 0;
    if (axis == 0) {
      // Half a cell of tolerance on either side covers all rounding errors.
      const double low = grid_.toCells(std::min({t[0].y(), t[1].y(), t[2].y()}), 1);
      const double high = grid_.toCells(std::max({t[0].y(), t[1].y(), t[2].y()}), 1);
      const double top = grid_.size(1) - 1;
      if (high < -1 || low > top + 2) return;
      first = static_cast<int>(std::clamp(std::floor(low - 1), 0.0, top));
      last = static_cast<int>(std::clamp(std::ceil(high), 0.0, top));
    }
    for (int y = first; y <= last; ++y) addOnLine(axis, {0, y, 0}, t, turn);
  }

 private:
  // A change at the first cell lies before the line, so the start value already includes it.
  void addOnLine(int axis, CellGrid::Cell cell, const Corners& t, int turn) {
    if (!lineCrosses(t, turn, grid_.centre(cell), axis)) return;
    const int at = firstBeyond(grid_, cell, axis, t, turn);
    if (at == 0 || at == grid_.size(axis)) return;
    cell[static_cast<std::size_t>(axis)] = at;
    steps_[static_cast<std::size_t>(cell[1]) * static_cast<std::size_t>(grid_.size(0)) +
           static_cast<std::size_t>(cell[0])] -= turn;
  }

  const CellGrid& grid_;
  std::vector<std::int32_t>& steps_;
};

// Winding numbers of the bottom layer of cells, x first, from the known winding number of a point.
std::vector<std::int32_t> bottomLayer(const CellGrid& grid, const TriangleSet& triangles,
                                      std::span<const std::uint32_t> numbers, const Reference& start) {
  Vec3 at = start.point;
  std::int32_t winding = start.winding;
  for (const int axis : {2, 0, 1}) {
    Vec3 next = at;
    next[axis] = grid.centre(0, axis);
    winding = windingAlong(axis, at, next, winding, triangles, numbers);
    at = next;
  }
  const auto width = static_cast<std::size_t>(grid.size(0));
  std::vector<std::int32_t> layer(width * static_cast<std::size_t>(grid.size(1)), 0);
  BottomSteps steps(grid, layer);
  const double bottom = at.z();
  for (const std::uint32_t number : numbers) {
    const Corners t = triangles[number];
    const auto [low, high] = std::minmax({t[0].z(), t[1].z(), t[2].z()});
    if (low > bottom || high < bottom) continue;
    steps.add(1, t);
    steps.add(0, t);
  }
  layer[0] += winding;
  for (std::size_t i = width; i < layer.size(); i += width) layer[i] += layer[i - width];
  for (std::size_t i = 0; i < layer.size(); ++i)
    if (i % width != 0) layer[i] += layer[i - 1];
  return layer;
}

// Largest magnitude of a count. In a narrow scan a sum of at most this magnitude plus four steps of at most
// this magnitude plus one fit in a byte.
template <class Count>
constexpr std::int32_t maximumOf = std::is_same_v<Count, std::int8_t> ? 20 : 1 << 30;

// Prefix sums of four of the 16 columns: those of a lower octant and of the octant above it.
template <class Count>
void sumOctantPair(Count* lower, Count* upper, Count* carry) {
  for (std::size_t i = 0; i < 4; ++i) {
    lower[i] = static_cast<Count>(lower[i] + carry[i]);
    lower[4 + i] = static_cast<Count>(lower[4 + i] + lower[i]);
    upper[i] = static_cast<Count>(upper[i] + lower[4 + i]);
    upper[4 + i] = static_cast<Count>(upper[4 + i] + upper[i]);
    carry[i] = upper[4 + i];
  }
}

constexpr std::uint64_t lowBits = 0x0101010101010101;  // the lowest bit of each byte

// Adds bytes without carries between them.
std::uint64_t addBytes(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t top = 0x80 * lowBits;
  return ((a & ~top) + (b & ~top)) ^ ((a ^ b) & top);
}

// The same for bytes, four at once, since this sum runs over every cell.
void sumOctantPair(std::int8_t* lower, std::int8_t* upper, std::int8_t* carry) {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::uint32_t below = 0;
  std::memcpy(&a, lower, 8);
  std::memcpy(&b, upper, 8);
  std::memcpy(&below, carry, 4);
  if ((a | b | below) == 0) return;
  a = addBytes(a, below);
  a = addBytes(a, a << 32);
  b = addBytes(b, a >> 32);
  b = addBytes(b, b << 32);
  below = static_cast<std::uint32_t>(b >> 32);
  std::memcpy(lower, &a, 8);
  std::memcpy(upper, &b, 8);
  std::memcpy(carry, &below, 4);
}

// Prefix sums along z within a block, starting from the cells below.
template <class Count>
void sumBlock(Count* cells, std::array<Count, 16>& carry) {
  for (std::size_t o = 0; o < 4; ++o) sumOctantPair(cells + 8 * o, cells + 32 + 8 * o, &carry[4 * o]);
}

template <class Count>
LargeArray<Count> zeros(std::size_t size) {
  LargeArray<Count> counts(size);
  std::fill(counts.begin(), counts.end(), Count{0});
  return counts;
}

}  // namespace

WindingScan::WindingScan(const CellGrid& grid, const TriangleSet& triangles,
                         std::span<const std::uint32_t> numbers, const std::optional<Reference>& start,
                         bool oriented, bool wide)
    : grid_(grid), triangles_(triangles), oriented_(oriented), shared_(concurrency() > 1) {
  if (start) bottom_ = bottomLayer(grid, triangles, numbers, *start);
  const std::size_t cells = blockCount(grid) * 64;
  if (wide)
    wide_ = zeros<std::int32_t>(cells);
  else
    narrow_ = zeros<std::int8_t>(cells);
}

void WindingScan::add(std::span<const LineCrossing> crossings) {
  if (narrow_.size() > 0)
    addTo(narrow_, crossings);
  else
    addTo(wide_, crossings);
}

bool WindingScan::sum() {
  if (narrow_.size() > 0)
    sumOf(narrow_);
  else
    sumOf(wide_);
  return !overflow_;
}

template <class Count>
void WindingScan::addTo(LargeArray<Count>& counts, std::span<const LineCrossing> crossings) {
  for (const LineCrossing& line : crossings) {
    const int first =
        line.first != LineCrossing::undecided ? line.first : decide(grid_, line, triangles_[line.triangle]);
    // Crossings below the first centre are already in the bottom layer, if that is known.
    if (first == grid_.size(2) || (first == 0 && !bottom_.empty())) continue;
    const CellPlace place = placeOf(grid_, {line.x, line.y, first});
    const Count old =
        fetchAdd(counts[std::size_t{place.block} * 64 + place.bit], static_cast<Count>(-line.turn), shared_);
    if (std::abs(static_cast<std::int32_t>(old)) >= maximumOf<Count>) overflow_ = true;
  }
}

std::int32_t WindingScan::bottom(std::size_t x, std::size_t y) const {
  const auto width = static_cast<std::size_t>(grid_.size(0));
  if (bottom_.empty() || x >= width || y >= static_cast<std::size_t>(grid_.size(1))) return 0;
  return oriented_ ? bottom_[y * width + x] : bottom_[y * width + x] & 1;
}

template <class Count>
void WindingScan::sumOf(LargeArray<Count>& counts) {
  const std::size_t width = blockCount(grid_, 0);
  const std::size_t layer = width * blockCount(grid_, 1);
  const auto watch = [this](std::int32_t winding) {
    if (std::abs(winding) > maximumOf<Count>) overflow_ = true;
  };
  Context quiet;
  constexpr std::size_t columnsPerChunk = 256;
  parallelChunks(layer, columnsPerChunk, quiet, [&](std::size_t begin, std::size_t end) {
    for (std::size_t column = begin; column < end; ++column) {
      std::array<Count, 16> carry{};  // winding numbers of the cells below, octant by octant
      for (std::size_t i = 0; i < 16; ++i) {
        const std::int32_t winding = bottom(column % width * 4 + (i / 4 % 2) * 2 + i % 2,
                                            column / width * 4 + (i / 8) * 2 + i / 2 % 2);
        watch(winding);
        carry[i] = static_cast<Count>(winding);
      }
      for (std::size_t block = column; block < blockCount(grid_); block += layer) {
        sumBlock(&counts[block * 64], carry);
        for (Count& winding : carry) {
          watch(winding);
          if (!oriented_) winding = static_cast<Count>(winding & 1);
        }
        for (std::size_t i = 0; i < 64 && !oriented_; ++i)
          counts[block * 64 + i] = static_cast<Count>(counts[block * 64 + i] & 1);
      }
    }
  });
}

WindingScan::Summary WindingScan::summary(std::size_t block) const {
  Summary summary;
  if (narrow_.size() > 0) {
    // Nearly always all cells are 0 or 1, or all 0 or −1.
    std::array<std::uint64_t, 8> octants{};
    std::memcpy(octants.data(), &narrow_[block * 64], 64);
    std::uint64_t any = 0;
    std::uint64_t notOne = 0;
    std::uint64_t notMinusOne = 0;
    for (std::size_t o = 0; o < 8; ++o) {
      const std::uint64_t odd = octants[o] & lowBits;
      any |= octants[o];
      notOne |= octants[o] ^ odd;
      notMinusOne |= octants[o] ^ (odd * 0xff);
      summary.odd |= (odd * 0x0102040810204080 >> 56) << (8 * o);
    }
    if (any == 0) return summary;
    summary.winding = notOne == 0 ? 1 : -1;
    if (notOne == 0 || notMinusOne == 0) return summary;
    summary = {};
  }
  for (unsigned bit = 0; bit < 64; ++bit) {
    const std::int32_t winding = (*this)(block, bit);
    const std::uint64_t mask = std::uint64_t{1} << bit;
    if ((winding & 1) != 0) summary.odd |= mask;
    if ((winding & 1) != 0 && summary.winding == 0) summary.winding = winding;
    if (winding != 0 && winding != summary.winding) summary.further |= mask;
  }
  return summary;
}

}  // namespace talus
