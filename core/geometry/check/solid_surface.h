#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/context.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// What it took to make a surface the boundary of a solid.
struct SolidRepairs {
  std::int64_t shells = 0;             ///< connected pieces
  std::int64_t turnedShells = 0;       ///< pieces that faced the wrong way
  std::int64_t flippedTriangles = 0;   ///< that faced the other way than the rest of their piece
  std::int64_t repeatedTriangles = 0;  ///< left out: they repeat others
  std::int64_t openings = 0;           ///< closed by cones

  /// In a sentence what was turned or left out, for a warning; empty if nothing was. Openings are not told:
  /// they matter only where something overlaps the surface.
  std::string warning(const std::string& name) const;
};

/// A surface with its triangles turned outwards, and the closed surface that stands for it where inside and
/// outside are asked.
struct SolidSurface {
  TriangleMesh surface;              ///< all triangles as given, with their numbers, each turned if need be
  std::vector<std::uint8_t> turned;  ///< one a triangle: 1 if its second and third corner were swapped
  SolidRepairs repairs;
  bool manifold = false;  ///< of the solid: edges of two triangles, and no pinched point

  /// Closed and oriented.
  const TriangleMesh& solid() const { return closed ? *closed : surface; }
  std::optional<TriangleMesh> closed;  ///< where it is not `surface` itself
};

/// Makes a surface the boundary of a solid, so far as that can be told:
/// * flipped triangles are turned (findFlippedPatches);
/// * triangles that repeat others are left out, if that closes the surface;
/// * openings are closed by cones: each edge that is not run through equally often in both directions is
///   joined to the middle of the boundary that it belongs to. The cones' own winding numbers are what the
///   winding number of the open surface lacks: of a flat opening, the solid is where that exceeds ½, as
///   InsideOutsideClassifier has it;
/// * shells that face the wrong way are turned (judgeShells): bodies face outwards, cavities inwards.
/// @param mesh with merged points, usable (requireUsable).
/// O(n log n), and for several shells a search for self-intersections. Advances the context by up to three
/// steps a triangle.
SolidSurface makeSolid(TriangleMesh mesh, Context& context);

}  // namespace talus
