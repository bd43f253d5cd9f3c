#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/context.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// A body as a function of position: negative inside, positive outside, near the surface approximately the
/// signed distance. Continuous; called from many threads.
using Field = std::function<double(const Vec3&)>;

/// The surface of a body given by a field, closed and manifold for any field: marching tetrahedra on a
/// body-centred cubic lattice.
///
/// Each lattice site is inside or outside; each tetrahedron that has both kinds of corners gets one or two
/// triangles, whose corners lie within its edges. So every edge has two triangles, every point one fan, and
/// nothing intersects itself. Sites closer to the surface than a fifth of the spacing are first pushed away
/// from it, but never so far that a tetrahedron could be inverted: this avoids slivers. (Labelle and
/// Shewchuk, Isosurface stuffing, SIGGRAPH 2007, move such sites onto the surface instead, where it may
/// become non-manifold.)
///
/// Deterministic: the same bits for any number of threads.
class LatticeSurface {
 public:
  /// Decides the side of every site: two calls of the field and two bytes a cube.
  /// @param domain contains the body; parts outside are cut off. @param spacing edge of the lattice's cubes,
  /// a length. Advances the context by layers(domain, spacing) steps.
  LatticeSurface(Field field, const Box& domain, double spacing, Context& context);

  /// Layers of cubes that the lattice has: the steps of the constructor, and a third of those of mesh().
  static std::int64_t layers(const Box& domain, double spacing);

  /// How many triangles mesh() has. O(cubes).
  std::int64_t triangleCount() const;
  /// The triangles, facing outwards. Every point is used. Advances the context by three times the layers.
  TriangleMesh mesh(Context& context) const;

 private:
  using Cell = Eigen::Vector3i;
  struct Site;
  struct Edge;
  struct Settled;
  struct Points;

  std::size_t indexOf(const Cell& c) const;
  bool isInside(const Site& site) const;
  Vec3 positionOf(const Site& site) const;
  Settled settle(const Site& site) const;
  Vec3 crossing(const Site& from, const Site& to) const;
  static Edge edgeBetween(const Site& p, const Site& q);
  unsigned crossedEdges(const Cell& cell) const;
  Points numberPoints(Context& context) const;
  template <class Visit>
  void forEachCell(int layer, const Visit& visit) const;
  template <class Visit>
  void forEachTetrahedron(const Cell& cell, const Visit& visit) const;
  template <class Add>
  void cutTetrahedron(const std::array<Site, 4>& sites, unsigned sides, const Points& points,
                      const TriangleMesh& mesh, const Add& add) const;
  void addTriangles(const Points& points, TriangleMesh& mesh, Context& context) const;

  Field field_;
  double spacing_;
  Vec3 origin_;
  Cell size_;  // cubes along each axis, each with the site at its low corner and the one at its centre
  std::vector<std::uint8_t> corners_, centres_;  // 1: inside
};

}  // namespace talus
