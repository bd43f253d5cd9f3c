#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/context.h"
#include "base/later.h"
#include "contact/overlap/surface_cells.h"
#include "contact/scene/contact_geometry.h"
#include "geometry/distance/surface_distance.h"
#include "geometry/mesh/box_tree.h"
#include "geometry/mesh/triangle_mesh.h"
#include "options/common_options.h"

namespace talus {

/// A part of an assembly as it is given: a surface in its place.
struct AssemblyPart {
  std::string name;
  TriangleMesh mesh;  ///< equal points need not be merged
};

/// A part that is prepared for what a check asks of it: its points are merged and its edges checked; all else
/// is made when it is first needed. About 0.1 µs a triangle, the tree 0.2 µs more, cells and distances
/// 0.5 µs each, the geometry 1 to 2 µs and its tree 2 µs. Any number of threads may use it.
class PreparedPart {
 public:
  /// @param rule NonZero: overlapping shells are united, 1 µs a triangle.
  /// @throws Error no triangles, a corner that does not exist, is not finite or lies beyond 1e150; with
  /// NonZero triangles that face opposite ways.
  explicit PreparedPart(const AssemblyPart& part, InsideRule rule = InsideRule::Parity);

  const std::string& name() const { return name_; }
  const TriangleMesh& mesh() const { return mesh_; }
  /// The number in the given surface of a triangle, or of the one of which it is a piece.
  Index givenTriangle(Index triangle) const {
    return given_.empty() ? triangle : given_[static_cast<std::size_t>(triangle)];
  }
  const Box& bounds() const { return bounds_; }
  /// Edges with an odd number of triangles, and the middle of the first one.
  std::int64_t openEdges() const { return openEdges_; }
  const Vec3& firstOpening() const { return firstOpening_; }
  bool isClosed() const { return openEdges_ == 0; }
  /// Whether most of its surface faces inwards: its volume is negative.
  bool facesInwards() const { return signedVolume_ < 0; }
  /// That volume, as its triangles face, to rounding.
  double signedVolume() const { return signedVolume_; }
  /// Whether all triangles have an area, and none intersects others but in common corners and edges.
  bool isSimple() const;
  /// A point of each shell.
  const std::vector<Index>& shellPoints() const { return shellPoints_; }

  /// The corners of its triangles, each once.
  const std::vector<Vec3>& corners() const;
  /// Of the boxes of all triangles.
  const BoxTree& tree() const;
  /// Whether a point that is not on the surface lies inside. Exact. @pre closed
  bool holds(const Vec3& p) const;
  /// The solid, for exact verdicts. @pre closed
  const SurfaceCells& cells() const;
  /// Distances from its surface.
  const SurfaceDistance& distance() const;
  /// The part as a body, for depths. @pre closed
  const ContactGeometry& geometry(Context& context) const;
  /// Frees all of these; they are made again if they are needed. Nothing else may use the part meanwhile, nor
  /// what it gave before.
  void releaseSearches();

 private:
  void requireMeasurable() const;
  void uniteShells();
  void checkEdges();
  double sumOfVolumes() const;

  std::string name_;
  TriangleMesh mesh_;
  std::vector<Index> given_;  // of each triangle; empty: its own number
  Box bounds_;
  std::int64_t openEdges_ = 0;
  Vec3 firstOpening_ = Vec3::Zero();
  double signedVolume_ = 0;
  std::vector<Index> shellPoints_;
  Later<std::vector<Vec3>> corners_;
  Later<BoxTree> tree_;
  Later<bool> simple_;
  Later<SurfaceCells> cells_;
  Later<SurfaceDistance> distance_;
  Later<ContactGeometry> geometry_;
};

}  // namespace talus
