#pragma once

#include "geometry/files/polygon_mesh.h"

namespace talus {

/// Reads points and faces of a Wavefront OBJ file; other elements, and comments, are ignored.
/// @throws Error for a line that is not OBJ, a coordinate that is not a number, a face with fewer than three
/// corners, or a corner that names no point. O(file size).
PolygonMesh readObj(const FileText& file);

}  // namespace talus
