#pragma once

#include "geometry/files/polygon_mesh.h"

namespace talus {

/// Reads a surface from a PLY file: `x`, `y`, `z` of the element `vertex`, `vertex_indices` (or
/// `vertex_index`) of `face` and of `tristrips`, whose strips end by −1; other properties are ignored.
/// @throws Error for an invalid header, a body that is shorter than the header says or has anything but
/// numbers, a face with fewer than three corners, or a corner that names no point. O(file size).
PolygonMesh readPly(const FileText& given);

}  // namespace talus
