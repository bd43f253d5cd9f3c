#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/context.h"
#include "geometry/mesh/boundary_loops.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// Defects of a triangle. Bits of MeshReport::defects, the codes of the cell array `Defect`.
enum class Defect : std::uint8_t {
  None = 0,
  Boundary = 1,           ///< an edge that no other triangle shares
  NonManifold = 2,        ///< an edge that three or more triangles share, or a vertex where two fans touch
  Duplicate = 4,          ///< the same three corners as another triangle
  Degenerate = 8,         ///< zero area
  Flipped = 16,           ///< orientation differs from the rest of its surface (findFlippedPatches)
  SelfIntersecting = 32,  ///< intersects a triangle that is not its neighbour, or a neighbour beyond their
                          ///< common edge or vertex
  NonFinite = 64          ///< a NaN or infinite corner
};

constexpr std::uint8_t bit(Defect defect) {
  return static_cast<std::uint8_t>(defect);
}

/// The most severe defect of a triangle, the codes of the cell array `WorstDefect`. The numbers are stored in
/// files: append, never renumber.
enum class WorstDefect : std::uint8_t {
  Sound = 0,
  Boundary = 1,
  NonManifold = 2,
  Duplicate = 3,
  Degenerate = 4,
  Flipped = 5,
  SelfIntersecting = 6,
  NonFinite = 7
};

/// The first of the bits of Defect that is set, in the order of MeshReport::findings.
WorstDefect worstDefect(std::uint8_t bits);

/// One kind of defect that a mesh has.
struct Finding {
  std::string defect;  ///< name of its counter, for example "BoundaryEdges"
  std::int64_t count = 0;
  std::string effect;  ///< its effect on the labels of the classifier, in a sentence
  std::string repair;  ///< the step of Surface Repair that mends it
};

/// The result of a mesh check: properties, counts, and the defects of each triangle.
struct MeshReport {
  /// Every edge has an even number of triangles: the surface separates inside from outside.
  bool closed = false;
  /// Triangles use every edge equally often in both directions, so the winding number is an integer.
  bool oriented = false;
  /// Every edge has one or two triangles, and every vertex a single fan.
  bool manifold = false;
  /// The surface bounds a convex body; its triangles face outwards and have non-zero area. Exact: never true
  /// for any other surface, whether or not self-intersections were searched for; false for bodies so flat
  /// that their rounded centre lies outside.
  bool convex = false;
  /// Whether self-intersections were searched for.
  bool intersectionsChecked = false;

  std::int64_t points = 0;
  std::int64_t triangles = 0;
  std::int64_t edges = 0;
  std::int64_t boundaryEdges = 0;
  std::int64_t nonManifoldEdges = 0;
  std::int64_t oddEdges = 0;             ///< non-manifold edges of an odd number of triangles
  std::int64_t oddWithoutRepeats = 0;    ///< oddEdges that remain odd without duplicate triangles
  std::int64_t misorientedEdges = 0;     ///< edges of two triangles with the same direction in both
  std::int64_t nonManifoldVertices = 0;  ///< pinched vertices
  std::int64_t duplicateTriangles = 0;   ///< triangles that repeat an earlier one
  std::int64_t repeatedTriangles = 0;    ///< of these, that face the same way: volume counts once for each
  std::int64_t degenerateTriangles = 0;
  std::int64_t flippedTriangles = 0;
  std::int64_t flippedPatches = 0;  ///< connected groups of flipped triangles
  std::int64_t nonFiniteTriangles = 0;
  std::int64_t selfIntersections = 0;  ///< pairs of triangles
  bool intersectionsCounted = true;    ///< false: there are more pairs than were examined
  std::int64_t components = 0;         ///< number of shells
  /// Shells whose orientation contradicts their nesting (bodies outwards and cavities inwards, or all
  /// reversed). Determined for closed, oriented, finite surfaces whose self-intersections were searched for;
  /// shells that intersect others do not count.
  std::int64_t misdirectedShells = 0;
  /// Length³; positive for outward orientation. Misdirected shells count with the orientation that their
  /// nesting requires, as in massProperties. Meaningful if closed and oriented; NaN if a triangle is not
  /// finite.
  double signedVolume = 0;
  double area = 0;  ///< length²; NaN if a triangle is not finite
  Box bounds;
  /// crackTolerance(): within this fraction of the diagonal of the bounds points must be merged so that the
  /// surface becomes closed; 0: that does not close it, or it was not searched for.
  double crackTolerance = 0;

  /// Bits of Defect, one entry per triangle.
  std::vector<std::uint8_t> defects;
  /// Shell of each triangle, numbered from 0 in the order of the shells' first triangles. A triangle with a
  /// repeated vertex belongs to a shell that has one of its vertices, or to shell 0.
  std::vector<Index> component;
  /// Boundary edges as pairs of points of the merged mesh, in the direction in which their triangle uses
  /// them.
  std::vector<std::array<Index, 2>> boundary;
  /// The same edges, grouped by opening.
  BoundaryLoops loops;

  /// The defects in one line (counts, and the location of the first defect); empty for a surface without
  /// defects.
  std::string problem;
  /// The consequence for inside/outside labels, in a sentence. Never empty.
  std::string consequence;
  /// Every kind of defect found, with its effect on the labels; the most severe first.
  std::vector<Finding> findings;

  /// Whether the surface is open only because of duplicate triangles.
  bool openByRepeats() const { return !closed && boundaryEdges == 0 && oddWithoutRepeats == 0 && edges > 0; }
};

/// Options of checkMesh.
struct MeshCheckOptions {
  bool selfIntersections = true;  ///< the expensive part: O(n log n) plus exact tests of near pairs
  /// Search also if the surface is open or not oriented.
  bool whereOpen = true;
  /// Search for MeshReport::crackTolerance of open surfaces.
  bool cracks = false;
};

/// The number of steps by which checkMesh advances the context: begin a stage of this many steps before the
/// call.
std::int64_t meshCheckSteps(const TriangleMesh& mesh, const MeshCheckOptions& options);

/// Checks a mesh with merged points (mergeDuplicatePoints). Bad geometry is reported in the result, not
/// thrown.
///
/// Degenerate triangles: a triangle that uses a point twice is ignored in the topology (it uses its only edge
/// once in each direction, so parity and orientation do not change); a triangle of zero area with three
/// different vertices is not ignored. Neither is tested for self-intersections. Self-intersections:
/// neighbours across an edge count if they are folded onto each other, neighbours at a vertex if they share
/// other points, duplicates never. The context's current stage advances by meshCheckSteps(); no stage is
/// begun here.
/// @throws Error only for invalid point indices. O(n log n). Thread-safe; deterministic.
MeshReport checkMesh(const TriangleMesh& mesh, const MeshCheckOptions& options, Context& context);

}  // namespace talus
