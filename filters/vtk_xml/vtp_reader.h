#pragma once

#include "geometry/files/polygon_mesh.h"

namespace talus::filters {

/// Reads the polygons and triangle strips of a VTP file, in the precision of the file; a strip becomes its
/// triangles, behind all polygons. Pieces are joined. Cells with fewer than three corners, vertices, lines
/// and duplicated ghost cells are left out. O(bytes).
/// @throws Error a file that is not whole, or holds something else than polygons. O(file)
PolygonMesh readVtp(const FileText& file);

}  // namespace talus::filters
