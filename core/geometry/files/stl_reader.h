#pragma once

#include "geometry/files/polygon_mesh.h"

namespace talus {

/// Reads an STL file. Whether it is binary follows from its size and bytes, not from its first word: many
/// binary files begin with "solid". Corners with equal coordinates become one point; points are sorted by x,
/// then y, then z.
/// Bytes after the header's last triangle are ignored, with a warning.
/// @throws Error if the file is shorter than its header says, or the text is not STL. O(n log n).
PolygonMesh readStl(const FileText& file);

}  // namespace talus
