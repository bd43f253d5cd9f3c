#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "contact/overlap/surface_cells.h"
#include "dynamics/halo/edge_potential.h"
#include "dynamics/halo/signed_distance.h"

namespace talus {

/// The data of a closed surface of any form for the potential of HaloArea: signed distances, the area around
/// each vertex, and convex edges. Built once per shape, immutable.
///
/// Area: the vertex's Voronoi region on the surface; obtuse triangles are split as by Meyer, Desbrun,
/// Schröder and Barr, "Discrete differential-geometry operators for triangulated 2-manifolds" (2003),
/// section 3.3.
class SurfaceHalo {
 public:
  struct Edge {
    Vec3 direction = Vec3::Zero(), outward = Vec3::Zero();
    double length = 0, halfCosine = 1;
    double sharpness = 0;  ///< 0: flat or concave
    Index owner = -1;      ///< a triangle beside it, not degenerate; −1: there is none
    bool counts = true;    ///< in SurfaceBarrier; false: it is all that is left of a degenerate triangle
  };

  /// @param cells must outlive this.
  explicit SurfaceHalo(const SurfaceCells& cells);

  const SurfaceCells& cells() const { return cells_; }
  const std::vector<double>& vertexArea() const { return vertexArea_; }
  const SignedDistance& distance() const { return distance_; }
  double area() const { return area_; }
  const Edge& edge(Index e) const { return edges_[static_cast<std::size_t>(e)]; }
  /// The points that a triangle represents: each point has one such triangle around it.
  std::span<const Index> pointsOf(Index triangle) const {
    const Represented& own = represented_[static_cast<std::size_t>(triangle)];
    return std::span(own.points).first(own.pointCount);
  }
  /// The edges that count and that a triangle owns.
  std::span<const Index> edgesOf(Index triangle) const {
    const Represented& own = represented_[static_cast<std::size_t>(triangle)];
    return std::span(own.edges).first(own.edgeCount);
  }
  /// The sharp edges to whose left a triangle lies.
  std::span<const Index> sharpEdgesOf(Index triangle) const {
    const Represented& own = represented_[static_cast<std::size_t>(triangle)];
    return std::span(own.sharp).first(own.sharpCount);
  }
  Vec3 point(Index i) const { return cells_.mesh().point(i); }

 private:
  // Together, since a search asks for them pair of triangles by pair.
  struct Represented {
    std::array<Index, 3> points{}, edges{}, sharp{};
    std::uint8_t pointCount = 0, edgeCount = 0, sharpCount = 0;
  };

  void addArea(Index t);
  void addEdge(std::size_t e);
  void represent(Index t, std::vector<char>& taken);
  void mergeEdges(const std::array<Index, 3>& edges);

  const SurfaceCells& cells_;
  SignedDistance distance_;
  std::vector<double> vertexArea_;
  std::vector<Represented> represented_;
  std::vector<Edge> edges_;
  double area_ = 0;
};

}  // namespace talus
