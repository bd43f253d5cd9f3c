#pragma once

#include <cstdint>
#include <string>

#include "base/context.h"
#include "geometry/mass/principal_axes.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// How the body's mass follows from its surface.
struct MassOptions {
  double density = 1;                ///< mass per volume, > 0
  std::string name = "The surface";  ///< what to call it in messages
  /// Search a single shell for parts that cut each other, which costs most; several always are searched.
  bool selfIntersections = true;
};

/// What a rigid body of even density needs to move. Lengths in the mesh's unit; with a density of kg/m³ and a
/// mesh in metres all of it is SI.
struct MassProperties {
  double density = 1;
  double volume = 0;                                  ///< length³, > 0
  double mass = 0;                                    ///< density · volume
  Vec3 centroid = Vec3::Zero();                       ///< in the mesh's frame
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< mass · length², about the centroid, mesh's axes
  PrincipalAxes principal{inertia.diagonal(), inertia};  ///< of the inertia; columns in the mesh's frame

  std::int64_t shells = 0;             ///< connected pieces of the surface
  std::int64_t cavities = 0;           ///< shells that were subtracted
  std::int64_t correctedShells = 0;    ///< shells that faced the wrong way and were taken the other way round
  std::int64_t overlappingShells = 0;  ///< shells that cut or touch others or themselves
  std::string warning;                 ///< says what was corrected or is doubtful; empty for a sound surface
};

/// Mass properties of the body of even density that a surface encloses.
///
/// The divergence theorem as sums over the pyramids between a reference point and each triangle: exact for
/// the polyhedron, up to rounding. The reference is first the middle of the mesh, then the centroid, and
/// lengths are scaled, so that neither a far origin nor a small unit costs digits; sums are compensated.
///
/// Several shells: a shell within an odd number of others is a cavity, any other a body. One that faces the
/// other way than that asks for (bodies outwards, cavities inwards) is corrected, with a warning. Shells that
/// cut or touch another (or themselves) keep their direction, as it cannot be told what they are: space
/// counts as often as the surface winds around it, again with a warning. If all together enclose a negative
/// volume, everything is turned round first. The same holds for a single shell that cuts itself.
/// @param mesh with merged points (mergeDuplicatePoints).
/// @throws Error density not a positive number; no triangles, bad corners (requireUsable); an open surface;
/// triangles that face the other way than their neighbours; a volume that is zero to rounding; properties too
/// large or small for a double. Cancelled.
/// O(n log n), about 0.2 s per 500 000 triangles, and 0.8 s for the search for intersections. Runs the
/// context's stages to 1. Same bits for every number of threads. Source: any text on the divergence theorem;
/// B. Schinner's thesis (1995) section 3.2–3.5 has the equal pyramid form for convex bodies: see
/// pyramid_decomposition.h.
MassProperties massProperties(const TriangleMesh& mesh, const MassOptions& options, Context& context);

}  // namespace talus
