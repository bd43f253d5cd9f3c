#pragma once

#include <string>

#include "geometry/mesh/triangle_mesh.h"

class vtkPolyData;

namespace talus::filters {

/// Reads a surface by VTK's readers: STL, OBJ, PLY, VTP, by the file's extension. OBJ, PLY and STL come in
/// single precision. Polygons are split into triangles.
/// @throws Error no such file, unknown extension, unreadable or without triangles.
TriangleMesh readMeshFile(const std::string& path);

/// The triangles of a file's surface. @throws Error there are none.
TriangleMesh meshOf(vtkPolyData& surface, const std::string& path);

}  // namespace talus::filters
