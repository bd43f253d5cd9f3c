#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "contact/overlap/cell_tree.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// A closed surface sorted into cells, with its edges: the data of a body for contact by discrete functions
/// (Williams and O'Connor, section 5). Built once per shape, shared by its bodies. Immutable, so any number
/// of threads may query it.
///
/// Triangles are entered in all cells that their boxes touch. The paper's offset/run-length maps of equal
/// cells are replaced by cells halved down to the size of the triangles: searches in zones and along edges
/// skip empty regions in large steps, and a cell has few triangles, whatever their size.
///
/// Build O(N log N); about 150 bytes per triangle.
class SurfaceCells {
 public:
  /// An edge and the two triangles that share it: `left` traverses it from → to, `right` to → from. If four
  /// or more triangles share an edge, it is listed once for every two of them.
  struct Edge {
    Index from = 0, to = 0;
    Index left = 0, right = 0;
  };

  /// @param mesh with merged points, closed and oriented outward.
  /// @throws Error if requireUsable() refuses the mesh, or if an edge is not traversed equally often in both
  /// directions.
  explicit SurfaceCells(TriangleMesh mesh);

  const TriangleMesh& mesh() const { return mesh_; }
  const Box& bounds() const { return bounds_; }
  const std::vector<Edge>& edges() const { return edges_; }
  /// The triangle's three edges, in no particular order.
  const std::array<Index, 3>& edgesOf(Index triangle) const {
    return triangleEdges_[static_cast<std::size_t>(triangle)];
  }
  /// Edges that begin or end at a point.
  std::span<const Index> edgesAt(Index point) const;
  /// One point of each shell (connected part).
  const std::vector<Index>& shellPoints() const { return shellPoints_; }
  /// Number of the shell that a point belongs to.
  Index shellOf(Index point) const { return shell_[static_cast<std::size_t>(point)]; }

  /// Whether a box may touch a triangle; false is certain. O(log N).
  bool mayTouch(const Box& box) const;
  /// Whether a point, moved by an infinitesimal as in orient3dPerturbed, lies inside: by the parity of the
  /// crossings of a ray along an axis. Exact. O(cells along the ray).
  bool holds(const Vec3& p) const;
  /// The triangles in occupied cells that touch a box and that `enter` accepts; ascending, each once. `enter`
  /// is called for large cells first; if it returns false, their contents are skipped.
  template <class Enter>
  std::vector<Index> trianglesWhere(const Box& within, const Enter& enter) const;
  /// Calls visit(triangle) for the triangles in the occupied cells that `enter` accepts, as above, but one
  /// cell after the other, and for some triangles several times.
  template <class Enter, class Visit>
  void forEachTriangleIn(const Enter& enter, const Visit& visit) const;
  /// The triangles in the cells along a segment: at least all that come within `slack` of it along each axis.
  /// Ascending, each once. O(cells along it · log N + triangles found).
  /// @param found overwritten; a buffer that callers reuse.
  void trianglesAlong(const Vec3& from, const Vec3& to, double slack, std::vector<Index>& found) const;

 private:
  void pairEdges();
  void listEdgesOfPoints();
  void findShells();
  void fillCells();
  static void append(std::span<const std::uint32_t> numbers, std::vector<Index>& found);
  static void sortUnique(std::vector<Index>& numbers);

  TriangleMesh mesh_;
  Box bounds_;
  std::vector<Edge> edges_;
  std::vector<std::array<Index, 3>> triangleEdges_;
  std::vector<std::uint32_t> pointBegin_;  // of each point's edges, and the end
  std::vector<Index> pointEdges_;
  std::vector<Index> shell_;
  std::vector<Index> shellPoints_;
  CellTree cells_;
};

template <class Enter>
std::vector<Index> SurfaceCells::trianglesWhere(const Box& within, const Enter& enter) const {
  std::vector<Index> found;
  cells_.descend(within, enter, [&found](std::span<const std::uint32_t> numbers) {
    append(numbers, found);
    return true;
  });
  sortUnique(found);
  return found;
}

template <class Enter, class Visit>
void SurfaceCells::forEachTriangleIn(const Enter& enter, const Visit& visit) const {
  cells_.descend(bounds_, enter, [&](std::span<const std::uint32_t> numbers) {
    for (const std::uint32_t number : numbers) visit(static_cast<Index>(number));
    return true;
  });
}

}  // namespace talus
