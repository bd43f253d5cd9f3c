#pragma once

#include <memory>
#include <vector>

#include "enclosure/cells/cell_level.h"
#include "enclosure/cells/triangle_set.h"
#include "enclosure/interface/enclosure.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The discrete function representation of Williams and O'Connor, made exact: inside/outside of closed
/// surfaces.
///
/// A grid of cells covers the surface. Internal and external cells give the label directly. Each octant of 2³
/// cells that triangles pass through stores its triangles and the exact winding number of a reference point;
/// a query in a boundary cell adds the signed crossings of the segment from the reference point to the query
/// with only that octant's triangles. Octants with very many triangles contain a nested finer grid
/// (CellLevel).
///
/// Steps of the build: (1) the cells that each triangle may touch, conservatively (rasterize); (2) the
/// winding numbers of all cell centres (WindingScan); (3) the octants' lists. Planes for fast queries
/// (PlaneGroup) are made for an octant when a point first lies in one of its boundary cells (PlaneArena).
///
/// Degeneracies: every reference point is shifted by an infinitesimal (ε, ε², ε³), symbolically. So no
/// segment or line of centres ever meets an edge or vertex, and the segment to a query point in a triangle's
/// plane either ends on the triangle or does not cross it. All signs are exact.
///
/// Queries run in batches: cells by SIMD, then the masks, then the planes in 16-bit fixed point with a proven
/// bound; exact arithmetic decides where they are inconclusive, near or on the surface.
///
/// Deviations from the paper: bit masks and ranks in place of offset/run-length arrays; reference points, so
/// that boundary cells are decided exactly instead of by a half-space test, and non-convex bodies are
/// allowed.
///
/// Cost: build O(N) for N triangles, about 0.2 µs each, and later 0.3 µs for the planes of an octant; a query
/// O(1): about 3 ns outside boundary cells, 10 to 20 ns in them, 100 to 250 ns on the surface and within 1e-5
/// cells of it. Memory: memoryBytes(), with the planes of all octants about 120 to 350 bytes per triangle,
/// and 40 to 65 with MemoryUse::Lean, where queries in boundary cells take 100 to 300 ns.
class DiscreteFunction final : public Enclosure {
 public:
  /// @param mesh as for makeEnclosure, closed (MeshReport::closed).
  /// @param oriented MeshReport::oriented. Otherwise parities replace winding numbers.
  /// @param memory use of memory. @param budget the maximum number of bytes, for MemoryUse::Budget.
  /// @throws Error if even the form with the least memory exceeds the budget.
  DiscreteFunction(const TriangleMesh& mesh, bool oriented, Context& context,
                   MemoryUse memory = MemoryUse::Fast, std::size_t budget = 0);

  /// Makes the planes of all octants now: sooner than one by one, if that many points follow. Otherwise they
  /// are made when a point first needs them.
  void prepareForManyPoints(Context& context);

  Tally classify(std::span<const Vec3> points, std::span<Side> sides,
                 std::span<double> winding) const override;

  std::optional<Tally> classifyLattice(const PointLattice& points, std::span<Side> sides, Context& context,
                                       double done) const override;

  /// All cells (octants), for display. O(cells).
  std::vector<CellBox> cells() const;

  /// Memory of this object in bytes, once all planes are made.
  std::size_t memoryBytes() const override;

 private:
  TriangleSet triangles_;
  std::unique_ptr<CellLevel> root_;
};

}  // namespace talus
