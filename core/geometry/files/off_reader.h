#pragma once

#include "geometry/files/polygon_mesh.h"

namespace talus {

/// Reads an ASCII OFF file (Geomview's object file format): points and faces. Colours, normals and texture
/// coordinates of the variants COFF, NOFF and STOFF are ignored.
/// @throws Error for another variant, fewer lines than the counts state, values that are not numbers, a face
/// with fewer than three corners, or a corner that names no point. O(file size).
PolygonMesh readOff(const FileText& file);

}  // namespace talus
