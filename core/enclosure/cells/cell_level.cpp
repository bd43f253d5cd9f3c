#include "enclosure/cells/cell_level.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/parallel.h"
#include "base/shared_counter.h"
#include "enclosure/cells/cell_raster.h"
#include "geometry/exact/predicates.h"

// The construction of a level. Its queries are in cell_query.cpp.

namespace talus {

namespace {

constexpr std::size_t trianglesPerChunk = 512;        // triangles per parallel chunk
constexpr std::uint32_t trianglesBeforeNesting = 48;  // an octant with more triangles gets a nested level
constexpr int maximumDepth = 4;
// Maximum average number of octants that a triangle may touch: with large triangles cells are larger, which
// bounds the memory.
constexpr double maximumPerTriangle = 12;
constexpr double maximumInNested = 6;  // the same for nested levels
constexpr double additionalTouches = 4096;

// Sums over triangles of the extents of their boxes, as parts of a box around all, and of the products of
// two.
struct ExtentSums {
  double count = 0;
  Vec3 single = Vec3::Zero(), product = Vec3::Zero();

  ExtentSums(const TriangleSet& triangles, std::span<const std::uint32_t> numbers, const Box& box)
      : count(static_cast<double>(numbers.size())) {
    const auto inverse = [](double size) { return std::isfinite(1 / size) ? 1 / size : 0.0; };
    const Vec3 perSize = box.sizes().unaryExpr(inverse);
    for (const std::uint32_t number : numbers) {
      const Vec3 part = boxOf(triangles[number]).intersection(box).sizes().cwiseProduct(perSize);
      single += part;
      product += Vec3(part.y() * part.z(), part.z() * part.x(), part.x() * part.y());
    }
  }

  // Estimate, rather too high, of the octants that the triangles touch in a grid.
  double touches(const CellGrid& grid) const {
    const Vec3 octants = 0.5 * Vec3(grid.size(0), grid.size(1), grid.size(2));
    const Vec3 products(octants.y() * octants.z(), octants.z() * octants.x(), octants.x() * octants.y());
    return count + single.dot(octants) + 0.5 * product.dot(products);
  }
};

CellGrid gridFor(const TriangleSet& triangles, std::span<const std::uint32_t> numbers, const Box& box,
                 double cellsPerTriangle, int depth) {
  const auto count = static_cast<double>(numbers.size());
  double cells = cellsPerTriangle * count;
  const double maximum =
      depth == 0 ? maximumPerTriangle * count + additionalTouches : maximumInNested * count;
  const ExtentSums extents(triangles, numbers, box);
  while (cells > 64 && extents.touches(CellGrid(box, cells)) > maximum) cells /= 4;
  return {box, cells};
}

// From the first cell of a block to that of the next, without the divisions of cellAt.
void toNextBlock(const CellGrid& grid, CellGrid::Cell& first) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    first[axis] += 4;
    if (first[axis] < grid.size(static_cast<int>(axis))) return;
    first[axis] = 0;
  }
}

// A box around the triangles that none of them touches.
Box boxAround(const TriangleSet& triangles, std::span<const std::uint32_t> numbers) {
  Box box;
  for (const std::uint32_t number : numbers) box.extend(boxOf(triangles[number]));
  constexpr double roundings = 8 * std::numeric_limits<double>::epsilon();
  const Vec3 magnitude = box.min().cwiseAbs().cwiseMax(box.max().cwiseAbs());
  const Vec3 margin = (1e-3 * box.sizes().maxCoeff() + roundings * magnitude.array()).matrix();
  return {box.min() - margin, box.max() + margin};
}

}  // namespace

// The lists that are too long, and their triangles.
struct CellLevel::Crowd {
  std::vector<std::uint32_t> lists;
  std::vector<std::uint32_t> begin;    // of each list's triangles, with an end marker
  std::vector<std::uint32_t> numbers;  // of the triangles
};

CellLevel::CellLevel(const TriangleSet& triangles, std::span<const std::uint32_t> numbers, const Box& box,
                     const std::optional<Reference>& start, const CellLevelOptions& options, Context& context,
                     int depth)
    : triangles_(triangles),
      options_(options),
      depth_(depth),
      grid_(gridFor(triangles, numbers, box, options.cellsPerTriangle, depth)),
      cells_(grid_),
      block_(blockCount(grid_)) {
  Crowd crowd;
  {
    const Touches touches = rasterizeAll(numbers, start, context);
    std::vector<std::uint32_t> next = countTriangles(touches);
    crowd.lists = crowdedLists(next, numbers.size());
    beginLists(next, crowd);
    fillLists(numbers, touches, next, crowd, context);
  }
  nest(crowd, context);
}

// Sets the cells and the winding numbers of reference points.
CellLevel::Touches CellLevel::rasterizeAll(std::span<const std::uint32_t> numbers,
                                           const std::optional<Reference>& start, Context& context) {
  BlockMasks boundary(block_.size());
  std::fill(boundary.begin(), boundary.end(), 0U);
  WindingScan scan(grid_, triangles_, numbers, start, options_.oriented, false);
  Touches touches = touchBlocks(numbers, scan, boundary, context);
  if (scan.sum()) {
    setCells(scan, boundary);
    return touches;
  }
  WindingScan wide(grid_, triangles_, numbers, start, options_.oriented, true);
  Context quiet;
  touches = touchBlocks(numbers, wide, boundary, quiet);
  wide.sum();
  setCells(wide, boundary);
  return touches;
}

CellLevel::Touches CellLevel::touchBlocks(std::span<const std::uint32_t> numbers, WindingScan& scan,
                                          BlockMasks& boundary, Context& context) {
  Touches touches((numbers.size() + trianglesPerChunk - 1) / trianglesPerChunk);
  const bool shared = concurrency() > 1;
  parallelChunks(numbers.size(), trianglesPerChunk, context, [&](std::size_t begin, std::size_t end) {
    Raster raster;
    raster.touches.reserve(8 * trianglesPerChunk);
    raster.crossings.reserve(4 * trianglesPerChunk);
    rasterize(grid_, triangles_, numbers.subspan(begin, end - begin), raster);
    scan.add(raster.crossings);
    std::vector<Touch>& mine = touches[begin / trianglesPerChunk];
    mine.reserve(raster.touches.size());
    for (const BlockTouch& touch : raster.touches) __builtin_prefetch(&boundary[touch.block], 1);
    for (const BlockTouch& touch : raster.touches) {
      fetchOr(boundary[touch.block], touch.cells, shared);
      mine.push_back({touch.block, touch.triangle, octantsOf(touch.cells)});
    }
  });
  return touches;
}

void CellLevel::setCells(const WindingScan& scan, const BlockMasks& touched) {
  constexpr std::int32_t maximum = std::numeric_limits<std::int16_t>::max();
  std::uint32_t lists = 0;
  CellGrid::Cell first{0, 0, 0};
  for (std::size_t b = 0; b < block_.size(); ++b) {
    const WindingScan::Summary summary = scan.summary(b);
    // A block stores one winding number: cells with another one become boundary cells without triangles.
    const bool fits = std::abs(summary.winding) <= maximum;
    const std::uint64_t boundary = touched[b] | (fits ? summary.further : summary.further | summary.odd);
    if ((boundary | summary.odd) != 0) cells_.setBlock(first, boundary, summary.odd & ~boundary);
    toNextBlock(grid_, first);
    block_[b] = {lists, fits ? static_cast<std::int16_t>(summary.winding) : std::int16_t{0},
                 static_cast<std::uint8_t>(octantsOf(boundary))};
    lists += bitCounts[block_[b].octants];
  }
  list_ = LargeArray<List>(lists + std::size_t{1});
  list_[lists].winding = 0;
  for (std::size_t b = 0; b < block_.size(); ++b)
    forEachBit(block_[b].octants,
               [&](unsigned octant) { list_[listOf(block_[b], octant)].winding = scan(b, 8 * octant); });
}

// Visits the touches of a chunk. What belongs to them may lie anywhere in memory, so it is fetched before:
// the blocks 16 touches ahead, and 8 ahead what belongs to the block's first list, by fetch(list).
template <class Fetch, class Visit>
void CellLevel::forEachTouch(const std::vector<Touch>& chunk, const Fetch& fetch, const Visit& visit) const {
  constexpr std::size_t touchesAhead = 8;
  for (std::size_t n = 0; n < chunk.size(); ++n) {
    if (n + 2 * touchesAhead < chunk.size()) __builtin_prefetch(&block_[chunk[n + 2 * touchesAhead].block]);
    if (n + touchesAhead < chunk.size()) fetch(block_[chunk[n + touchesAhead].block].firstList);
    visit(chunk[n], block_[chunk[n].block]);
  }
}

std::vector<std::uint32_t> CellLevel::countTriangles(const Touches& touches) const {
  std::vector<std::uint32_t> count(list_.size(), 0);
  for (const std::vector<Touch>& chunk : touches)
    forEachTouch(
        chunk, [&](std::uint32_t list) { __builtin_prefetch(&count[list], 1); },
        [&](const Touch& touch, const Block& block) {
          forEachBit(touch.octants, [&](unsigned octant) { ++count[listOf(block, octant)]; });
        });
  return count;
}

// The longest lists, in ascending order: they get nested levels. In total they have hardly more triangles
// than this level. That bounds the memory where splitting does not help, for example at a vertex of very many
// triangles.
std::vector<std::uint32_t> CellLevel::crowdedLists(const std::vector<std::uint32_t>& count,
                                                   std::size_t triangles) const {
  if (depth_ == maximumDepth) return {};
  std::vector<std::uint32_t> lists;
  for (std::uint32_t list = 0; list < count.size(); ++list)
    if (count[list] > trianglesBeforeNesting) lists.push_back(list);
  std::stable_sort(lists.begin(), lists.end(),
                   [&count](std::uint32_t a, std::uint32_t b) { return count[a] > count[b]; });
  std::size_t sum = 0;
  std::size_t taken = 0;
  while (taken < lists.size() && sum + count[lists[taken]] <= triangles + triangles / 4)
    sum += count[lists[taken++]];
  lists.resize(taken);
  std::sort(lists.begin(), lists.end());
  return lists;
}

// Lays out the lists one after another. Replaces the counts by the positions of the lists' first entries.
void CellLevel::beginLists(std::vector<std::uint32_t>& count, Crowd& crowd) {
  std::uint32_t entries = 0;
  std::uint32_t inCrowds = 0;
  std::size_t groups = 0;
  for (std::uint32_t list = 0; list < count.size(); ++list) {
    list_[list].begin = entries;
    list_[list].planes = PlaneArena::unmade;
    const std::size_t inCrowd = crowd.begin.size();
    if (inCrowd < crowd.lists.size() && crowd.lists[inCrowd] == list) {
      crowd.begin.push_back(inCrowds);
      count[list] = std::exchange(inCrowds, inCrowds + count[list]);
    } else {
      groups += groupsFor(count[list]);
      count[list] = std::exchange(entries, entries + count[list]);
    }
  }
  crowd.begin.push_back(inCrowds);
  crowd.numbers.resize(inCrowds);
  numbers_ = LargeArray<std::uint32_t>(entries);
  if (options_.withPlanes) planes_ = PlaneArena(groups);
}

void CellLevel::fillLists(std::span<const std::uint32_t> numbers, const Touches& touches,
                          std::vector<std::uint32_t>& next, Crowd& crowd, Context& context) {
  const bool shared = concurrency() > 1;
  parallelChunks(numbers.size(), trianglesPerChunk, context, [&](std::size_t begin, std::size_t) {
    const auto fetch = [&](std::uint32_t list) {
      __builtin_prefetch(&next[list], 1);
      __builtin_prefetch(&list_[list]);
    };
    forEachTouch(touches[begin / trianglesPerChunk], fetch, [&](const Touch& touch, const Block& block) {
      forEachBit(touch.octants, [&](unsigned octant) {
        const std::uint32_t list = listOf(block, octant);
        const std::uint32_t at = fetchAdd(next[list], std::uint32_t{1}, shared);
        (triangleCount(list) == 0 ? crowd.numbers[at] : numbers_[at]) = touch.triangle;
      });
    });
  });
}

Box CellLevel::octantBox(const CellGrid::Cell& firstCell, double inflation) const {
  Vec3 low;
  Vec3 high;
  for (int axis = 0; axis < 3; ++axis) {
    const int first = firstCell[static_cast<std::size_t>(axis)];
    const int last = std::min(first + 2, grid_.size(axis));
    low[axis] = grid_.bounds().min()[axis] + (first - inflation) * grid_.cellSize()[axis];
    high[axis] = grid_.bounds().min()[axis] + (last + inflation) * grid_.cellSize()[axis];
  }
  return {low, high};
}

void CellLevel::nest(const Crowd& crowd, Context& context) {
  if (crowd.lists.empty()) return;
  std::vector<CellGrid::Cell> firstCells;
  for (std::size_t b = 0; b < block_.size(); ++b)
    forEachBit(block_[b].octants, [&](unsigned octant) {
      if (firstCells.size() < crowd.lists.size() &&
          listOf(block_[b], octant) == crowd.lists[firstCells.size()])
        firstCells.push_back(cellAt(grid_, {static_cast<std::uint32_t>(b), 8 * octant}));
    });
  nested_.resize(crowd.lists.size());
  Context quiet;
  parallelChunks(crowd.lists.size(), 1, quiet, [&](std::size_t i, std::size_t) {
    context.throwIfCancelled();
    const auto numbers =
        std::span(crowd.numbers).subspan(crowd.begin[i], crowd.begin[i + 1] - crowd.begin[i]);
    nested_[i].list = crowd.lists[i];
    nested_[i].triangles = static_cast<std::uint32_t>(numbers.size());
    const Box box = octantBox(firstCells[i], cellInflation).intersection(boxAround(triangles_, numbers));
    if (box.isEmpty()) return;  // no triangle is in this octant
    const Reference start{grid_.centre(firstCells[i]), list_[crowd.lists[i]].winding};
    Context own;
    nested_[i].level =
        std::make_unique<CellLevel>(triangles_, numbers, box, start, options_, own, depth_ + 1);
  });
}

std::size_t CellLevel::memoryBytes() const {
  std::size_t sum = sizeof(*this) + cells_.memoryBytes() + block_.memoryBytes() + list_.memoryBytes() +
                    planes_.memoryBytes() + numbers_.memoryBytes() + nested_.capacity() * sizeof(Nested);
  for (const Nested& nested : nested_)
    if (nested.level) sum += nested.level->memoryBytes();
  return sum;
}

void CellLevel::appendCells(std::vector<CellBox>& cells) const {
  for (std::size_t b = 0; b < block_.size(); ++b)
    for (unsigned octant = 0; octant < 8; ++octant) {
      const CellGrid::Cell first = cellAt(grid_, {static_cast<std::uint32_t>(b), 8 * octant});
      if (first[0] >= grid_.size(0) || first[1] >= grid_.size(1) || first[2] >= grid_.size(2)) continue;
      const Block& block = block_[b];
      CellBox shown{.box = octantBox(first, 0), .level = depth_};
      if ((block.octants >> octant & 1) != 0) {
        const std::uint32_t list = listOf(block, octant);
        shown.code = CellCode::Boundary;
        shown.triangles = static_cast<std::int32_t>(triangleCount(list));
        if (const Nested* nested = nestedAt(list); nested != nullptr) {
          shown.triangles = static_cast<std::int32_t>(nested->triangles);
          nested->level->appendCells(cells);
        }
      } else if (CellBits::isInside(cells_[cells_.wordOf(first)] >>
                                    static_cast<unsigned>(first[0]) % CellBits::cellsPerWord)) {
        shown.code = CellCode::Internal;
      }
      cells.push_back(shown);
    }
}

}  // namespace talus
