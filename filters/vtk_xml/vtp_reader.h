#pragma once

#include "geometry/files/polygon_mesh.h"

namespace talus::filters {

/// Reads the polygons and triangle strips of a VTP file, in the precision of the file; a strip becomes its
/// triangles, after all polygons. Pieces are joined. Cells with fewer than three corners, vertices, lines and
/// duplicated ghost cells are omitted.
/// @throws Error for an incomplete file, or other data than polygons. O(file size).
PolygonMesh readVtp(const FileText& file);

}  // namespace talus::filters
