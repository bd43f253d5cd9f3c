#pragma once

#include <array>
#include <span>

#include "base/types.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The distance within which points must be merged so that an open surface becomes closed: where neighbouring
/// triangles have corners that differ a little, their boundary edges then meet in pairs.
/// @param boundary edges of only one triangle, as pairs of points. All other edges have an even number.
/// @return 0 if merging does not close it: the openings are holes.
///
/// It is the largest distance of a boundary point to the nearest other one, rounded up to one digit as a
/// fraction of the diagonal of the surface's box, at least 1e-9: filters that merge points ask for that
/// fraction. Such merging is tried on the boundary here, and an edge may not shrink to a point. O(n log n)
/// for n boundary edges.
double crackTolerance(const TriangleMesh& mesh, std::span<const std::array<Index, 2>> boundary);

}  // namespace talus
