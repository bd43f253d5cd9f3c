#pragma once

#include <optional>
#include <vector>

#include "geometry/convex/flat_faces.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// For each triangle of a surface the polygon of the surface's convex hull on which it lies.
///
/// A triangle lies on a polygon if its vertices lie within twice `tolerance` of the polygon's plane and of
/// the polygon's box. Then the whole triangle does, so narrow notches and shallow bowls of many small angles
/// are detected. The surface must also cover the hull once: this is tested by the volume, which would
/// otherwise be 0, twice as large or negative.
/// @param mesh closed and oriented. @param hull of its points, with the polygons `faces`.
/// @param tolerance a length > 0.
/// @return no value if the surface is not its hull to within the tolerance.
/// O((points + triangles) · log faces).
std::optional<std::vector<Index>> matchHull(const TriangleMesh& mesh, const TriangleMesh& hull,
                                            const FlatFaces& faces, double tolerance);

}  // namespace talus
