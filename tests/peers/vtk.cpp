#include "peers/vtk.h"

#include <vtkCellArray.h>
#include <vtkNew.h>
#include <vtkOBJReader.h>
#include <vtkPLYReader.h>
#include <vtkPoints.h>
#include <vtkSTLReader.h>
#include <vtkSelectEnclosedPoints.h>
#include <vtkTriangleFilter.h>
#include <vtkXMLPolyDataReader.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "geometry/mesh/point_merge.h"

namespace talus::peers {

namespace {

std::string lowerExtension(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension;
}

template <class Reader>
vtkSmartPointer<vtkPolyData> readWith(Reader* reader, const std::string& path) {
  reader->SetFileName(path.c_str());
  vtkNew<vtkTriangleFilter> triangles;
  triangles->SetInputConnection(reader->GetOutputPort());
  triangles->PassVertsOff();
  triangles->PassLinesOff();
  triangles->Update();
  return triangles->GetOutput();
}

vtkSmartPointer<vtkPolyData> readPolyData(const std::string& path) {
  const std::string extension = lowerExtension(path);
  if (extension == ".stl") {
    vtkNew<vtkSTLReader> reader;
    reader->MergingOff();  // ours is exact and keeps every triangle
    return readWith(reader.Get(), path);
  }
  if (extension == ".obj") return readWith(vtkNew<vtkOBJReader>().Get(), path);
  if (extension == ".ply") return readWith(vtkNew<vtkPLYReader>().Get(), path);
  if (extension == ".vtp") return readWith(vtkNew<vtkXMLPolyDataReader>().Get(), path);
  return nullptr;
}

vtkSmartPointer<vtkPoints> newPoints() {
  auto points = vtkSmartPointer<vtkPoints>::New();
  points->SetDataTypeToDouble();
  return points;
}

}  // namespace

TriangleMesh readMesh(const std::string& path) {
  const vtkSmartPointer<vtkPolyData> surface = readPolyData(path);
  return surface ? toMesh(surface) : TriangleMesh();
}

TriangleMesh toMesh(vtkPolyData* surface) {
  TriangleMesh mesh;
  for (vtkIdType i = 0; i < surface->GetNumberOfPoints(); ++i) mesh.addPoint(Vec3(surface->GetPoint(i)));
  vtkCellArray* polygons = surface->GetPolys();
  vtkNew<vtkIdList> ids;
  for (vtkIdType cell = 0; cell < polygons->GetNumberOfCells(); ++cell) {
    polygons->GetCellAtId(cell, ids);
    mesh.addTriangle(static_cast<Index>(ids->GetId(0)), static_cast<Index>(ids->GetId(1)),
                     static_cast<Index>(ids->GetId(2)));
  }
  return mergeDuplicatePoints(mesh).mesh;
}

vtkSmartPointer<vtkPolyData> toPolyData(const TriangleMesh& mesh) {
  const auto points = newPoints();
  for (std::size_t i = 0; i < mesh.pointCount(); ++i)
    points->InsertNextPoint(mesh.point(static_cast<Index>(i)).data());
  vtkNew<vtkCellArray> polygons;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    polygons->InsertNextCell({mesh.a[t], mesh.b[t], mesh.c[t]});
  auto surface = vtkSmartPointer<vtkPolyData>::New();
  surface->SetPoints(points);
  surface->SetPolys(polygons);
  return surface;
}

std::vector<Side> vtkSides(const TriangleMesh& mesh, std::span<const Vec3> points) {
  vtkNew<vtkPolyData> cloud;
  const auto coordinates = newPoints();
  for (const Vec3& p : points) coordinates->InsertNextPoint(p.data());
  cloud->SetPoints(coordinates);
  vtkNew<vtkSelectEnclosedPoints> select;
  select->SetInputData(cloud);
  select->SetSurfaceData(toPolyData(mesh));
  select->Update();
  std::vector<Side> sides;
  for (vtkIdType i = 0; i < cloud->GetNumberOfPoints(); ++i)
    sides.push_back(select->IsInside(i) ? Side::Inside : Side::Outside);
  return sides;
}

VtkSide::VtkSide(const TriangleMesh& mesh) : select_(vtkSmartPointer<vtkSelectEnclosedPoints>::New()) {
  select_->Initialize(toPolyData(mesh));
}

VtkSide::~VtkSide() {
  select_->Complete();
}

void VtkSide::classify(std::span<const Vec3> points, std::span<Side> sides) const {
  for (std::size_t i = 0; i < points.size(); ++i) {
    Vec3 p = points[i];
    sides[i] = select_->IsInsideSurface(p.data()) != 0 ? Side::Inside : Side::Outside;
  }
}

}  // namespace talus::peers
