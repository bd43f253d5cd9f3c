#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/context.h"
#include "geometry/mesh/boundary_loops.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// What can be wrong with a triangle. Bits of MeshReport::defects, the codes of the cell array `Defect`.
enum class Defect : std::uint8_t {
  None = 0,
  Boundary = 1,  ///< an edge that no other triangle shares
  NonManifold =
      2,           ///< an edge that three or more triangles share, or a corner that pinches two fans together
  Duplicate = 4,   ///< the same three corners as another triangle
  Degenerate = 8,  ///< zero area
  Flipped = 16,    ///< faces the other way than the rest of its surface (findFlippedPatches)
  SelfIntersecting =
      32,         ///< meets a triangle that is not its neighbour, or its neighbour beyond what they share
  NonFinite = 64  ///< a NaN or infinite corner
};

constexpr std::uint8_t bit(Defect defect) {
  return static_cast<std::uint8_t>(defect);
}

/// One kind of defect that a mesh has.
struct Finding {
  std::string defect;  ///< name of its count, such as "BoundaryEdges"
  std::int64_t count = 0;
  std::string effect;  ///< what it does to the labels of the classifier, in a sentence
};

/// The finding of a mesh check: verdicts, counts, and the defects of each triangle.
struct MeshReport {
  /// Every edge has an even number of triangles: the surface separates inside from outside.
  bool closed = false;
  /// Every edge is run through equally often in both directions: the winding number is an integer.
  bool oriented = false;
  /// Every edge has one or two triangles, and no vertex pinches two fans together.
  bool manifold = false;
  /// The boundary of a convex body with outward triangles of non-zero area. Exact: never true for any other
  /// surface, whether or not self-intersections were searched for; false for bodies so flat that their
  /// rounded centre falls outside.
  bool convex = false;
  /// Was the search for self-intersections run?
  bool intersectionsChecked = false;

  std::int64_t points = 0;
  std::int64_t triangles = 0;
  std::int64_t edges = 0;
  std::int64_t boundaryEdges = 0;
  std::int64_t nonManifoldEdges = 0;
  std::int64_t oddEdges = 0;             ///< non-manifold edges of an odd number of triangles
  std::int64_t oddWithoutRepeats = 0;    ///< of these, those that stay odd if repeated triangles are left out
  std::int64_t misorientedEdges = 0;     ///< edges of two triangles that both run the same way
  std::int64_t nonManifoldVertices = 0;  ///< pinched vertices
  std::int64_t duplicateTriangles = 0;   ///< triangles that repeat an earlier one
  std::int64_t degenerateTriangles = 0;
  std::int64_t flippedTriangles = 0;
  std::int64_t flippedPatches = 0;  ///< connected groups of flipped triangles
  std::int64_t nonFiniteTriangles = 0;
  std::int64_t selfIntersections = 0;  ///< pairs of triangles
  bool intersectionsCounted = true;    ///< false: there are more pairs, too many to look at all
  std::int64_t components = 0;         ///< pieces connected over edges
  /// Pieces that face the other way than their nesting asks for: bodies outwards, cavities inwards, or all
  /// the other way round. Known of closed, oriented, finite surfaces whose self-intersections were searched
  /// for; pieces that meet others do not count.
  std::int64_t misdirectedShells = 0;
  /// Length³; positive for outward orientation. Misdirected pieces count as their nesting asks for, so that
  /// it is what massProperties finds. Meaningful where closed and oriented; NaN if a triangle is not finite.
  double signedVolume = 0;
  double area = 0;  ///< length²; NaN if a triangle is not finite
  Box bounds;

  /// Bits of Defect, one entry per triangle.
  std::vector<std::uint8_t> defects;
  /// Connected piece of each triangle, numbered from 0 in order of their first triangle. A triangle with a
  /// repeated corner belongs to a piece that has one of its corners, or to piece 0.
  std::vector<Index> component;
  /// Boundary edges as pairs of points of the merged mesh, in the direction their triangle runs.
  std::vector<std::array<Index, 2>> boundary;
  /// The same edges by opening.
  BoundaryLoops loops;

  /// One line naming what is wrong and where (counts, and the place of the first defect); empty for a sound
  /// surface.
  std::string problem;
  /// What that means for inside/outside labels, in a sentence. Never empty.
  std::string consequence;
  /// Every kind of defect that was found, with what it does to the labels; the gravest first.
  std::vector<Finding> findings;

  /// Closed, but for triangles that are there more than once.
  bool openByRepeats() const { return !closed && boundaryEdges == 0 && oddWithoutRepeats == 0 && edges > 0; }
};

/// What checkMesh looks for.
struct MeshCheckOptions {
  bool selfIntersections = true;  ///< the costly part: O(n log n) plus exact tests of near pairs
  /// Look for them also if the surface is open, or its triangles face different ways.
  bool whereOpen = true;
};

/// Steps by which checkMesh advances the context: begin a stage of this many before the call.
std::int64_t meshCheckSteps(const TriangleMesh& mesh, const MeshCheckOptions& options);

/// Checks a mesh with merged points (mergeDuplicatePoints). Never throws for bad geometry: that is its
/// result.
///
/// Degenerate triangles: one that names a point twice takes no part in the topology (it runs along its one
/// edge once in each direction, so parity and orientation are those without it); one of zero area with three
/// different corners does. Both are left out of the search for self-intersections.
/// Self-intersections: neighbours over an edge count if they are folded onto each other, neighbours over a
/// vertex if they share more than it, duplicates never.
/// The context's current stage advances by meshCheckSteps(); no stage is begun here.
/// @throws Error only for corners that name no point. O(n log n). Thread-safe; deterministic.
MeshReport checkMesh(const TriangleMesh& mesh, const MeshCheckOptions& options, Context& context);

}  // namespace talus
