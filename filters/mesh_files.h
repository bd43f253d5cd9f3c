#pragma once

#include <string>

#include "geometry/mesh/triangle_mesh.h"

class vtkPolyData;

namespace talus::filters {

/// Reads a surface from STL, OBJ, OFF, PLY (core/geometry/files) or VTP (vtk_xml), by the file's extension,
/// in the precision of the file. Polygons are split into triangles.
/// @param warning is set to that of PolygonMesh.
/// @throws Error for a missing file, an unknown extension, an invalid format, or a surface without triangles.
TriangleMesh readMeshFile(const std::string& path, std::string& warning);

/// The triangles of a file's surface. @throws Error if there are none.
TriangleMesh meshOf(vtkPolyData& surface, const std::string& path);

}  // namespace talus::filters
