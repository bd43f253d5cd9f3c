#include "mesh_files.h"

#include <vtkCellArray.h>
#include <vtkDataArray.h>
#include <vtkDoubleArray.h>
#include <vtkFloatArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkTypeInt64Array.h>
#include <vtksys/SystemTools.hxx>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "array_memory.h"
#include "base/error.h"
#include "base/regular_file.h"
#include "geometry/files/obj_reader.h"
#include "geometry/files/off_reader.h"
#include "geometry/files/stl_reader.h"
#include "polygon_triangles.h"
#include "vtk_xml/vtp_reader.h"

namespace talus::filters {

namespace {

/// In bytes, as in the readers of the Python package.
constexpr std::uint64_t largestMesh = std::uint64_t{16} << 30;

template <class Array>
vtkSmartPointer<Array> coordinatesOf(const std::vector<Vec3>& points) {
  auto coordinates = vtkSmartPointer<Array>::New();
  coordinates->SetNumberOfComponents(3);
  setTuples(*coordinates, static_cast<vtkIdType>(points.size()));
  auto* to = coordinates->GetPointer(0);
  for (const Vec3& point : points)
    for (const double x : point) *to++ = static_cast<typename Array::ValueType>(x);
  return coordinates;
}

vtkSmartPointer<vtkPoints> pointsOf(const std::vector<Vec3>& coordinates, bool singlePrecision) {
  auto points = vtkSmartPointer<vtkPoints>::New();
  if (singlePrecision)
    points->SetData(coordinatesOf<vtkFloatArray>(coordinates));
  else
    points->SetData(coordinatesOf<vtkDoubleArray>(coordinates));
  return points;
}

// Cells of so many points each.
vtkSmartPointer<vtkCellArray> cellsOf(const std::vector<std::int64_t>& sizes,
                                      const std::vector<std::int64_t>& points) {
  vtkNew<vtkTypeInt64Array> offsets, corners;
  setTuples(*offsets, static_cast<vtkIdType>(sizes.size()) + 1);
  offsets->SetValue(0, 0);
  std::partial_sum(sizes.begin(), sizes.end(), offsets->GetPointer(1));
  setTuples(*corners, static_cast<vtkIdType>(points.size()));
  std::copy(points.begin(), points.end(), corners->GetPointer(0));
  auto cells = vtkSmartPointer<vtkCellArray>::New();
  cells->SetData(offsets, corners);
  return cells;
}

vtkSmartPointer<vtkDataArray> arrayOf(const PlyColumn& column) {
  constexpr int types[] = {VTK_SIGNED_CHAR, VTK_UNSIGNED_CHAR, VTK_SHORT, VTK_UNSIGNED_SHORT,
                           VTK_INT,         VTK_UNSIGNED_INT,  VTK_FLOAT, VTK_DOUBLE};  // by PlyType
  const int type = types[static_cast<std::size_t>(column.type)];
  auto array = vtkSmartPointer<vtkDataArray>::Take(vtkDataArray::CreateDataArray(type));
  array->SetName(column.name.c_str());
  setTuples(*array, static_cast<vtkIdType>(column.values.size()));
  for (vtkIdType i = 0; i < array->GetNumberOfTuples(); ++i)
    array->SetComponent(i, 0, column.values[static_cast<std::size_t>(i)]);
  return array;
}

}  // namespace

vtkSmartPointer<vtkPolyData> surfaceOf(const PolygonMesh& mesh) {
  auto surface = vtkSmartPointer<vtkPolyData>::New();
  surface->SetPoints(pointsOf(mesh.points, mesh.singlePrecision));
  surface->SetPolys(cellsOf(mesh.sizes, mesh.corners));
  return surface;
}

vtkSmartPointer<vtkPolyData> cloudOf(const PlyPoints& points) {
  std::vector<std::int64_t> numbers(points.points.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  auto cloud = vtkSmartPointer<vtkPolyData>::New();
  cloud->SetPoints(pointsOf(points.points, points.singlePrecision));
  cloud->SetVerts(cellsOf(std::vector<std::int64_t>(numbers.size(), 1), numbers));
  for (const PlyColumn& column : points.columns) cloud->GetPointData()->AddArray(arrayOf(column));
  return cloud;
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
