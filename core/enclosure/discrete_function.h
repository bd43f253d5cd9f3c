#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "enclosure/cell_grid.h"
#include "enclosure/cell_planes.h"
#include "enclosure/enclosure.h"

namespace talus {

/// What a cell of a DiscreteFunction holds: the paper's I, B and X.
enum class CellCode : signed char { External = -1, Boundary = 0, Internal = 1 };

/// A cell of a DiscreteFunction, to be shown.
struct CellBox {
  Box box;
  CellCode code = CellCode::External;
  std::int32_t triangles = 0;  ///< that the cell may touch
  std::int32_t level = 0;      ///< 0, or deeper within a crowded cell
};

/// The discrete function representation of Williams and O'Connor, made exact: inside/outside of closed
/// surfaces.
///
/// A grid of cells covers the surface. Internal and external cells answer at once. A boundary cell knows its
/// triangles and the exact winding number of its reference point (its centre); a query there adds the signed
/// crossings of the segment from the reference point to the query with that cell's triangles only.
///
/// Steps of the build: (1) each triangle is registered, conservatively, in the cells it may touch; (2) the
/// winding numbers of all reference points come from one scan along z: each triangle adds ±1 to the columns
/// whose centre line it crosses, from the crossing upwards, and a running sum turns these steps into winding
/// numbers; (3) blocks of 4³ cells keep two bit masks, and lists only for boundary cells.
///
/// Degeneracies: every reference point is moved by an infinitesimal (ε, ε², ε³), symbolically. So no segment
/// or column ever meets an edge or vertex, and a query point in a triangle's plane either lies on the
/// triangle or does not cross it. All signs are exact.
///
/// Queries run in batches: cells by SIMD, then the masks, then the boundary cells' planes in single precision
/// with a proven bound (TrianglePlanes); exact arithmetic answers where they leave doubt, near or on the
/// surface.
///
/// Deviations from the paper: bit masks and ranks in place of offset/run-length arrays; reference points, so
/// that boundary cells are decided exactly instead of by a half-space test, and non-convex bodies are
/// allowed.
///
/// Cost: build O(N) for N triangles of even size; a query O(1): about 4 ns outside boundary cells, 20 to 30
/// ns in them, up to 1 µs within 1e-6 cells of the surface. Memory: memoryBytes(), 200 to 600 bytes per
/// triangle.
class DiscreteFunction final : public Enclosure {
 public:
  /// @param mesh as for makeEnclosure, closed (MeshReport::closed).
  /// @param oriented MeshReport::oriented. Otherwise parities stand in for winding numbers.
  DiscreteFunction(const TriangleMesh& mesh, bool oriented, Context& context);

  Tally classify(std::span<const Vec3> points, std::span<Side> sides,
                 std::span<double> winding) const override;

  /// All cells, to be shown. O(cells).
  std::vector<CellBox> cells() const;

  /// Bytes that this object holds.
  std::size_t memoryBytes() const;

 private:
  using Corners = std::array<Vec3, 3>;

  // 4³ cells. Bit (z·4 + y)·4 + x. Internal: not boundary, winding number `winding`. Others: external,
  // winding number 0.
  struct Block {
    std::uint64_t boundary = 0;
    std::uint64_t internal = 0;
    std::uint32_t firstBoundary = 0;  // number of the block's first boundary cell
    std::int32_t winding = 0;
  };

  struct Workspace;

  void registerTriangles(Context& context, std::vector<std::uint32_t>& count);
  std::vector<std::int32_t> scanColumns(Context& context) const;
  void addColumnSteps(const Corners& t, std::vector<std::int32_t>& steps) const;
  int firstCentreAbove(const Corners& t, int turn, int i, int j) const;
  void buildBlocks(const std::vector<std::uint32_t>& count, const std::vector<std::int32_t>& winding);
  void fillLists(Context& context);
  void buildPlanes(Context& context);
  void setPlanes(const CellGrid::Cell& cell, std::size_t boundaryCell);

  std::size_t cellNumber(const CellGrid::Cell& cell) const;
  std::size_t rank(const Block& block, unsigned bit) const;
  std::span<const std::uint32_t> listOf(std::size_t boundaryCell) const;
  Label classifyInCell(const Vec3& q, const CellGrid::Cell& cell, std::size_t boundaryCell,
                       bool wantWinding) const;
  double windingOnSurface(const Vec3& q, const CellGrid::Cell& cell, std::size_t boundaryCell) const;
  Label labelOf(std::int32_t winding) const;
  void classifyBatch(std::span<const Vec3> points, std::span<Side> sides, std::span<double> winding,
                     Workspace& work) const;

  bool oriented_;
  CellGrid grid_;
  std::vector<Corners> triangles_;  // of non-zero area
  std::vector<Block> block_;
  std::vector<std::int32_t> referenceWinding_;  // of each boundary cell
  std::vector<std::uint32_t> listStart_;        // of each boundary cell, and the end
  std::vector<std::uint32_t> list_;             // triangle · 2 + (reference point on its inner side)
  std::vector<TrianglePlanes> planes_;          // of the entries of list_
};

}  // namespace talus
