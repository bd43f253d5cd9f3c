#pragma once

#include "geometry/files/polygon_mesh.h"

namespace talus {

/// Reads an STL file. The kind is told by the file's size and bytes, not by its first word: many binary files
/// begin with "solid". Corners of equal coordinates become one point; points are in the order of x, then y,
/// then z.
/// @throws Error a size that does not fit the header, or text that is not STL. O(n log n).
PolygonMesh readStl(const FileText& file);

}  // namespace talus
