#pragma once

#include <cstdint>
#include <string>

#include "base/context.h"
#include "geometry/mass/principal_axes.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// Options of massProperties.
struct MassOptions {
  double density = 1;                ///< mass per volume, > 0
  std::string name = "The surface";  ///< its name in messages
  /// Search a single shell for self-intersections, the most expensive step; several shells are always
  /// searched.
  bool selfIntersections = true;
};

/// Mass properties of a rigid body of uniform density. Lengths in the mesh's unit; with a density in kg/m³
/// and a mesh in metres all values are SI.
struct MassProperties {
  double density = 1;
  double volume = 0;                                  ///< length³, > 0
  double mass = 0;                                    ///< density · volume
  Vec3 centroid = Vec3::Zero();                       ///< in the mesh's frame
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< mass · length², about the centroid, mesh's axes
  PrincipalAxes principal{inertia.diagonal(), inertia};  ///< of the inertia; columns in mesh coordinates

  std::int64_t shells = 0;             ///< number of shells of the surface
  std::int64_t cavities = 0;           ///< shells that were subtracted
  std::int64_t correctedShells = 0;    ///< shells whose wrong orientation was corrected
  std::int64_t overlappingShells = 0;  ///< shells that intersect or touch others or themselves
  std::string warning;                 ///< corrections and uncertainties; empty for a valid surface
};

/// Mass properties of the body of uniform density that a surface encloses. By the divergence theorem they
/// are sums over the pyramids between a reference point and each triangle: exact for the polyhedron, up to
/// rounding.
///
/// The reference is first the centre of the mesh, then the centroid, and lengths are scaled, so that
/// neither a distant origin nor a small unit costs digits; sums are compensated.
///
/// Several shells: a shell inside an odd number of others is a cavity, any other a body. Wrong orientation
/// (bodies must face outwards, cavities inwards) is corrected, with a warning. Shells that intersect or touch
/// others (or themselves) keep their orientation, since their nesting is undefined: volume counts with its
/// winding number, again with a warning. If the total volume is negative, all orientations are reversed
/// first. The same applies to a single self-intersecting shell.
/// @param mesh with merged points (mergeDuplicatePoints).
/// @throws Error for a density that is not a positive number; no triangles or bad corners (requireUsable); an
/// open surface; triangles oriented opposite to their neighbours; triangles that repeat others and face the
/// same way; a volume that is zero to rounding; self-intersections that make the inertia negative; properties
/// too large or small for a double. @throws Cancelled. O(n log n), about 0.2 s per 500 000 triangles, and 0.8
/// s for the search for intersections. Runs the context's stages to 1. The bits do not depend on the number
/// of threads. Source: any text on the divergence theorem; B. Schinner's thesis (1995) section 3.2–3.5 has
/// the equal pyramid form for convex bodies.
MassProperties massProperties(const TriangleMesh& mesh, const MassOptions& options, Context& context);

}  // namespace talus
