#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/context.h"
#include "base/large_array.h"
#include "enclosure/cells/cell_bits.h"
#include "enclosure/cells/cell_block.h"
#include "enclosure/cells/cell_grid.h"
#include "enclosure/cells/cell_lookup.h"
#include "enclosure/cells/cell_planes.h"
#include "enclosure/cells/lattice_cells.h"
#include "enclosure/cells/plane_arena.h"
#include "enclosure/cells/plane_maker.h"
#include "enclosure/cells/triangle_set.h"
#include "enclosure/cells/winding_scan.h"
#include "enclosure/interface/enclosure.h"

namespace talus {

/// The kind of a cell of a DiscreteFunction: the paper's I, B and X.
enum class CellCode : signed char { External = -1, Boundary = 0, Internal = 1 };

/// A cell of a DiscreteFunction, for display.
struct CellBox {
  Box box;
  CellCode code = CellCode::External;
  std::int32_t triangles = 0;  ///< number of triangles that the cell may touch
  std::int32_t level = 0;      ///< 0, or deeper within a crowded cell
};

/// Options of a CellLevel.
struct CellLevelOptions {
  bool oriented = true;          ///< if false, parities replace winding numbers
  bool withPlanes = true;        ///< store planes for fast queries, or only the triangles' indices
  double cellsPerTriangle = 64;  ///< approximate; smaller for large triangles
};

/// One uniform grid of a DiscreteFunction, with finer nested grids in its crowded octants.
///
/// Two bits per cell are stored (CellBits): whether a triangle may touch it (a boundary cell), and whether it
/// lies inside. Cells are grouped in blocks of 4³, and these in octants of 2³. Octants with boundary cells
/// store the list of their triangles and the winding number of their reference point, the centre of their
/// first cell. An octant with too many triangles has a nested level, whose box fits those triangles.
class CellLevel {
 public:
  /// @param triangles outlives this. @param numbers the triangles that may touch the box.
  /// @param start as for WindingScan. @param context advanced by two steps per triangle.
  CellLevel(const TriangleSet& triangles, std::span<const std::uint32_t> numbers, const Box& box,
            const std::optional<Reference>& start, const CellLevelOptions& options, Context& context,
            int depth = 0);

  /// Labels points. Points outside of the box are outside of the surface. Arguments as for
  /// Enclosure::classify. Returns Tally::ambiguous.
  std::int64_t classify(std::span<const Vec3> points, std::span<Side> sides, std::span<double> winding) const;

  /// Labels rows [begin, end) of a lattice: a row has points that differ only in x; rows are numbered y
  /// fastest. Same labels as classify().
  /// @param lattice in this level's grid. @param sides of the whole lattice.
  std::int64_t classifyRows(const LatticeCells& lattice, std::size_t begin, std::size_t end,
                            std::span<Side> sides) const;
  const CellGrid& grid() const { return grid_; }

  /// Makes all planes at once, with all threads.
  void makeAllPlanes(Context& context) const;

  /// Appends the octants, each followed by those of its nested level, if there is one.
  void appendCells(std::vector<CellBox>& cells) const;
  std::size_t memoryBytes() const;

 private:
  struct Block {
    std::uint32_t firstList = 0;  // number of the first octant with boundary cells
    std::int16_t winding = 0;     // winding number of the inside cells
    std::uint8_t octants = 0;     // octants with boundary cells
  };
  using BlockMasks = LargeArray<std::uint64_t>;  // one bit per cell of each block
  // The triangles of an octant with boundary cells; a list ends where the next begins.
  struct List {
    std::uint32_t begin;
    std::int32_t winding;              // at the reference point
    mutable PlaneArena::Place planes;  // made when a point first lies in the octant's boundary cells
  };
  // A nested level that replaces a list.
  struct Nested {
    std::uint32_t list = 0;
    std::uint32_t triangles = 0;
    std::unique_ptr<CellLevel> level;
  };
  // Octants that a triangle may touch.
  struct Touch {
    std::uint32_t block = 0;
    std::uint32_t triangle = 0;
    std::uint32_t octants = 0;
  };
  using Touches = std::vector<std::vector<Touch>>;  // one vector per parallel chunk
  struct Crowd;
  struct ExactQuery;
  struct PlaneOrder;
  struct Workspace;
  struct RowPoints;

  Touches rasterizeAll(std::span<const std::uint32_t> numbers, const std::optional<Reference>& start,
                       Context& context);
  Touches touchBlocks(std::span<const std::uint32_t> numbers, WindingScan& scan, BlockMasks& boundary,
                      Context& context);
  void setCells(const WindingScan& scan, const BlockMasks& touched);
  template <class Fetch, class Visit>
  void forEachTouch(const std::vector<Touch>& chunk, const Fetch& fetch, const Visit& visit) const;
  std::vector<std::uint32_t> countTriangles(const Touches& touches) const;
  std::vector<std::uint32_t> crowdedLists(const std::vector<std::uint32_t>& count,
                                          std::size_t triangles) const;
  void beginLists(std::vector<std::uint32_t>& count, Crowd& crowd);
  void fillLists(std::span<const std::uint32_t> numbers, const Touches& touches,
                 std::vector<std::uint32_t>& next, Crowd& crowd, Context& context);
  void nest(const Crowd& crowd, Context& context);
  Box octantBox(const CellGrid::Cell& firstCell, double inflation) const;

  std::uint32_t listOf(const Block& block, unsigned octant) const {
    return block.firstList + rankBelow(block.octants, octant);
  }
  CellGrid::Cell firstCellOf(const CellGrid::Cell& cell) const {
    return {cell[0] & ~1, cell[1] & ~1, cell[2] & ~1};
  }
  std::uint32_t triangleCount(std::uint32_t list) const { return list_[list + 1].begin - list_[list].begin; }
  std::span<const std::uint32_t> trianglesIn(std::uint32_t list) const {
    return {numbers_.data() + list_[list].begin, triangleCount(list)};
  }
  static std::uint32_t groupsFor(std::uint32_t triangles) {
    constexpr auto size = static_cast<std::uint32_t>(PlaneGroup::size);
    return (triangles + size - 1) / size;
  }
  const Nested* nestedAt(std::uint32_t list) const;
  Label labelOf(std::int32_t winding) const;
  int isAmbiguous(const Label& label) const {
    return options_.oriented && label.side == Side::Outside && label.winding != 0 ? 1 : 0;
  }
  std::array<std::int16_t, 3> fixedPointOf(const Vec3& p, const Vec3& reference) const;
  PlaneQuery planeQuery(std::uint32_t list, const std::array<std::int16_t, 3>& q) const;
  ExactQuery exactQuery(const Vec3& q, std::int32_t winding) const;
  ExactQuery askExactly(const Vec3& q, std::uint32_t list) const;
  void doubtAll(std::uint32_t query, std::uint32_t list, PlaneDoubts& doubts) const;
  void askAll(const PlaneDoubts& doubts, std::span<ExactQuery> queries) const;
  void ask(std::uint32_t triangle, std::int32_t change, ExactQuery& query) const;
  void settle(std::size_t begin, std::size_t end, std::span<Side> sides, std::span<double> winding,
              Workspace& work) const;
  Label labelOf(const ExactQuery& query, std::uint32_t list, bool wantWinding) const;
  double windingOnSurface(const Vec3& q, std::uint32_t list) const;
  std::size_t lookUp(std::span<const Vec3> points, std::span<Side> sides, std::span<double> winding,
                     Workspace& work) const;
  void findLists(std::size_t waiting, Workspace& work) const;
  std::size_t classifyNested(std::span<const Vec3> points, std::span<Side> sides, std::span<double> winding,
                             std::size_t waiting, Workspace& work) const;
  void classifyByPlanes(std::span<const Vec3> points, std::span<Side> sides, std::span<double> winding,
                        std::size_t waiting, Workspace& work) const;
  void classifyByTriangles(std::span<const Vec3> points, std::span<Side> sides, std::span<double> winding,
                           std::size_t begin, std::size_t waiting, Workspace& work) const;
  std::size_t findPlanes(std::span<const Vec3> points, std::size_t waiting, Workspace& work) const;
  bool setQueries(std::size_t waiting, Workspace& work) const;
  void makePlanes(std::span<const PlaneOrder> orders) const;
  void fetchTriangles(std::span<const PlaneOrder> orders) const;
  void settleReferences(std::span<const PlaneSource> sources, std::span<const std::uint32_t> doubtful,
                        PlaneGroup* groups) const;
  void classifyWaiting(std::span<const Vec3> points, std::span<Side> sides, std::span<double> winding,
                       std::size_t waiting, Workspace& work) const;

  const TriangleSet& triangles_;
  CellLevelOptions options_;
  int depth_ = 0;
  CellGrid grid_;
  CellBits cells_;
  LargeArray<Block> block_;
  LargeArray<List> list_;              // with an end marker
  LargeArray<std::uint32_t> numbers_;  // the triangles of the lists, one list after another
  mutable PlaneArena planes_;
  std::vector<Nested> nested_;  // in the order of lists
};

}  // namespace talus
