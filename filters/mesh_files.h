#pragma once

#include <vtkSmartPointer.h>

#include <string>

#include "geometry/files/ply_reader.h"
#include "geometry/files/polygon_mesh.h"
#include "geometry/mesh/triangle_mesh.h"

class vtkPolyData;

namespace talus::filters {

/// Reads the polygons of a file, in the precision of the file. @throws Error a broken file.
using PolygonReader = PolygonMesh (*)(const FileText& file);

/// The reader of STL, OBJ, OFF, PLY (core/geometry/files) or VTP (vtk_xml).
/// @param extension in lower case, with its dot. @param name of the file. @throws Error another extension.
PolygonReader polygonReader(const std::string& extension, const std::string& name);

vtkSmartPointer<vtkPolyData> surfaceOf(const PolygonMesh& mesh);

/// Points with a vertex each, and their other numbers as point arrays.
vtkSmartPointer<vtkPolyData> cloudOf(const PlyPoints& points);

/// Reads the triangles of a file, by its extension. Polygons are split into triangles.
/// @param warning is set to that of PolygonMesh.
/// @throws Error for a missing file, an unknown extension, an invalid format, or a surface without triangles.
TriangleMesh readMeshFile(const std::string& path, std::string& warning);

/// The triangles of a file's surface. @throws Error if there are none.
TriangleMesh meshOf(vtkPolyData& surface, const std::string& path);

}  // namespace talus::filters
