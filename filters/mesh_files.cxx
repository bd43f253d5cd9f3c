#include "mesh_files.h"

#include <vtkCellArray.h>
#include <vtkDoubleArray.h>
#include <vtkFloatArray.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkTypeInt64Array.h>
#include <vtksys/SystemTools.hxx>

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "array_memory.h"
#include "base/error.h"
#include "base/regular_file.h"
#include "geometry/files/obj_reader.h"
#include "geometry/files/off_reader.h"
#include "geometry/files/ply_reader.h"
#include "geometry/files/stl_reader.h"
#include "polygon_triangles.h"
#include "vtk_xml/vtp_reader.h"

namespace talus::filters {

namespace {

/// In bytes, as in the readers of the Python package.
constexpr std::uint64_t largestMesh = std::uint64_t{16} << 30;

template <class Array>
vtkSmartPointer<Array> coordinatesOf(const PolygonMesh& mesh) {
  auto coordinates = vtkSmartPointer<Array>::New();
  coordinates->SetNumberOfComponents(3);
  setTuples(*coordinates, static_cast<vtkIdType>(mesh.points.size()));
  auto* to = coordinates->GetPointer(0);
  for (const Vec3& point : mesh.points)
    for (const double x : point) *to++ = static_cast<typename Array::ValueType>(x);
  return coordinates;
}

}  // namespace

vtkSmartPointer<vtkPolyData> surfaceOf(const PolygonMesh& mesh) {
  vtkNew<vtkPoints> points;
  if (mesh.singlePrecision)
    points->SetData(coordinatesOf<vtkFloatArray>(mesh));
  else
    points->SetData(coordinatesOf<vtkDoubleArray>(mesh));
  vtkNew<vtkTypeInt64Array> offsets, corners;
  setTuples(*offsets, static_cast<vtkIdType>(mesh.sizes.size()) + 1);
  offsets->SetValue(0, 0);
  std::partial_sum(mesh.sizes.begin(), mesh.sizes.end(), offsets->GetPointer(1));
  setTuples(*corners, static_cast<vtkIdType>(mesh.corners.size()));
  std::copy(mesh.corners.begin(), mesh.corners.end(), corners->GetPointer(0));
  vtkNew<vtkCellArray> polygons;
  polygons->SetData(offsets, corners);
  auto surface = vtkSmartPointer<vtkPolyData>::New();
  surface->SetPoints(points);
  surface->SetPolys(polygons);
  return surface;
}

PolygonReader polygonReader(const std::string& extension, const std::string& name) {
  if (extension == ".stl") return readStl;
  if (extension == ".obj") return readObj;
  if (extension == ".off") return readOff;
  if (extension == ".ply") return readPly;
  if (extension == ".vtp") return readVtp;
  throw Error("Surfaces are not read from '" + extension + "' files", name,
              "Give STL, OBJ, OFF, PLY or VTP; scene.shape() of the Python package takes any surface");
}

TriangleMesh meshOf(vtkPolyData& surface, const std::string& path) {
  TriangleMesh mesh = splitTrianglesOf(surface, "The surface in " + path).mesh;
  if (mesh.triangleCount() == 0)
    throw Error("The file cannot be read, or contains no triangles", path, "Open it in ParaView to see why");
  return mesh;
}

TriangleMesh readMeshFile(const std::string& path, std::string& warning) {
  using vtksys::SystemTools;
  const std::string extension = SystemTools::LowerCase(SystemTools::GetFilenameLastExtension(path));
  const PolygonReader read = polygonReader(extension, path);
  const std::string content = contentOfFile(path, largestMesh);
  const PolygonMesh mesh = read({content, path});
  warning = mesh.warning;
  return meshOf(*surfaceOf(mesh), path);
}

}  // namespace talus::filters
