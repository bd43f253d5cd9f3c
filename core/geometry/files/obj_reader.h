#pragma once

#include "geometry/files/polygon_mesh.h"

namespace talus {

/// Reads points and faces of a Wavefront OBJ file; all else is passed over, as it bounds nothing.
/// @throws Error a line that is not OBJ, a coordinate that is no number, a face with fewer than three
/// corners, a corner that names no point. O(file).
PolygonMesh readObj(const FileText& file);

}  // namespace talus
