#pragma once

#include "geometry/files/polygon_mesh.h"

namespace talus {

/// Reads a surface from a PLY file: `x`, `y`, `z` of the element `vertex`, `vertex_indices` (or
/// `vertex_index`) of `face`; all else is passed over.
/// @throws Error a header that is not PLY, a body that is shorter than it promises or holds something else
/// than numbers, a face with fewer than three corners, a corner that names no point. O(file).
PolygonMesh readPly(const FileText& file);

}  // namespace talus
