#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/context.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The repairs that made a surface the boundary of a solid.
struct SolidRepairs {
  std::int64_t shells = 0;             ///< number of shells
  std::int64_t turnedShells = 0;       ///< shells that faced the wrong way
  std::int64_t flippedTriangles = 0;   ///< triangles whose orientation differed from the rest of their shell
  std::int64_t repeatedTriangles = 0;  ///< duplicates that were removed
  std::int64_t openings = 0;           ///< openings that were closed

  /// One sentence for a warning with the triangles that were inverted or removed; empty if none were. It
  /// does not mention openings: they matter only where another body overlaps the surface.
  std::string warning(const std::string& name) const;
};

/// A surface with outward triangles, and the closed surface that represents it in inside/outside tests.
struct SolidSurface {
  TriangleMesh surface;              ///< all input triangles in their order, each inverted if necessary
  std::vector<std::uint8_t> turned;  ///< one per triangle: 1 if its second and third vertex were swapped
  SolidRepairs repairs;
  bool manifold = false;  ///< whether every edge of the solid has two triangles and every vertex a single fan

  /// Closed and oriented.
  const TriangleMesh& solid() const { return closed ? *closed : surface; }
  std::optional<TriangleMesh> closed;  ///< only if it differs from `surface`
  /// Of the first triangles of `solid()`: the numbers of those triangles in `surface`. The others close
  /// openings.
  std::vector<Index> source;
};

/// How openings are closed.
enum class OpeningClosure {
  Cones,   ///< each edge that is not used equally often in both directions is connected to the centre of its
           ///< boundary loop
  Patches  ///< triangles between the corners of each outline (HoleTriangulation), moved to where the winding
           ///< number of the open surface is ½ (fitPatches)
};

/// Makes a surface the boundary of a solid, as far as that is decidable:
/// * flipped triangles are inverted (findFlippedPatches);
/// * duplicate triangles are removed, if that closes the surface;
/// * openings are closed. What closes them adds exactly the winding number that the open surface lacks: for a
///   flat opening, the solid is the set of points where the winding number of the open surface exceeds ½, as
///   in InsideOutsideClassifier;
/// * shells with wrong orientation are inverted (judgeShells): bodies face outwards, cavities inwards.
/// @param mesh with merged points, usable (requireUsable).
/// O(n log n), for several shells a search for self-intersections, and for patches what they cost. Advances
/// the context by up to three steps per triangle.
SolidSurface makeSolid(TriangleMesh mesh, Context& context, OpeningClosure closure = OpeningClosure::Cones);

}  // namespace talus
