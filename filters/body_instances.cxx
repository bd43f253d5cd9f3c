#include "body_instances.h"

#include <vtkCellArray.h>
#include <vtkCellType.h>
#include <vtkDataArray.h>
#include <vtkDataSetAttributes.h>
#include <vtkDoubleArray.h>
#include <vtkNew.h>
#include <vtkPointSet.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkTypeInt64Array.h>
#include <vtkUnstructuredGrid.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "array_memory.h"
#include "base/parallel.h"

namespace talus::filters {

namespace {

constexpr std::size_t bodiesPerChunk = 64;

/// Number of the first point or triangle of each body, and the total.
std::vector<vtkIdType> firstItems(const Scene& scene, InstanceItems items) {
  std::vector<vtkIdType> first{0};
  first.reserve(scene.bodies.size() + 1);
  for (const Index shape : scene.bodies.shape) {
    const TriangleMesh& mesh = scene.shapes[static_cast<std::size_t>(shape)].mesh;
    const std::size_t count = items == InstanceItems::Points ? mesh.pointCount() : mesh.triangleCount();
    first.push_back(first.back() + static_cast<vtkIdType>(count));
  }
  return first;
}

void placePoints(const TriangleMesh& mesh, const Body& body, double* to) {
  const Eigen::Matrix3d turn = body.orientation.matrix();
  for (std::size_t p = 0; p < mesh.pointCount(); ++p, to += 3) {
    const Vec3 point = body.position + turn * (body.scale * mesh.point(static_cast<Index>(p)));
    std::memcpy(to, point.data(), 3 * sizeof(double));
  }
}

void placeTriangles(const TriangleMesh& mesh, vtkTypeInt64 firstPoint, vtkTypeInt64* to) {
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    for (const Index corner : mesh.triangle(t)) *to++ = firstPoint + corner;
}

void setCells(vtkPointSet& output, vtkCellArray* triangles) {
  if (auto* grid = vtkUnstructuredGrid::SafeDownCast(&output)) grid->SetCells(VTK_TRIANGLE, triangles);
  if (auto* surface = vtkPolyData::SafeDownCast(&output)) surface->SetPolys(triangles);
}

/// Writes the tuple of `bytes` bytes at `from` count times. Copies of what is written already are long ones.
void repeat(const char* from, std::size_t bytes, std::size_t count, char* to) {
  if (count == 0) return;
  std::memcpy(to, from, bytes);
  for (std::size_t done = 1; done < count; done *= 2)
    std::memcpy(to + done * bytes, to, std::min(done, count - done) * bytes);
}

vtkSmartPointer<vtkDataArray> emptyLike(vtkDataArray& array, vtkIdType tuples) {
  auto copy = vtk::TakeSmartPointer(vtkDataArray::CreateDataArray(array.GetDataType()));
  copy->SetName(array.GetName());
  copy->SetNumberOfComponents(array.GetNumberOfComponents());
  setTuples(*copy, tuples);
  return copy;
}

}  // namespace

void expandBodies(const Scene& scene, vtkPointSet& output, Context& context) {
  const auto firstPoint = firstItems(scene, InstanceItems::Points);
  const auto firstTriangle = firstItems(scene, InstanceItems::Triangles);
  vtkNew<vtkDoubleArray> coordinates;
  coordinates->SetNumberOfComponents(3);
  setTuples(*coordinates, firstPoint.back());
  vtkNew<vtkTypeInt64Array> corners;
  setTuples(*corners, 3 * firstTriangle.back());
  double* point = coordinates->GetPointer(0);
  vtkTypeInt64* corner = corners->GetPointer(0);
  parallelChunks(scene.bodies.size(), bodiesPerChunk, context, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Body body = scene.bodies[i];
      const TriangleMesh& mesh = scene.shapes[static_cast<std::size_t>(body.shape)].mesh;
      placePoints(mesh, body, point + 3 * firstPoint[i]);
      placeTriangles(mesh, firstPoint[i], corner + 3 * firstTriangle[i]);
    }
  });
  vtkNew<vtkPoints> points;
  points->SetData(coordinates);
  output.SetPoints(points);
  vtkNew<vtkCellArray> triangles;
  triangles->SetData(3, corners);
  setCells(output, triangles);
}

void expandArrays(const Scene& scene, InstanceItems items, vtkDataSetAttributes& bodies,
                  vtkDataSetAttributes& output, Context& context) {
  const auto first = firstItems(scene, items);
  for (int a = 0; a < bodies.GetNumberOfArrays(); ++a) {
    vtkDataArray* from = bodies.GetArray(a);
    if (!from) continue;
    const vtkSmartPointer<vtkDataArray> to = emptyLike(*from, first.back());
    const auto components = static_cast<std::size_t>(from->GetNumberOfComponents());
    const std::size_t bytes = components * static_cast<std::size_t>(from->GetDataTypeSize());
    const auto* source = static_cast<const char*>(from->GetVoidPointer(0));
    auto* target = static_cast<char*>(to->GetVoidPointer(0));
    parallelChunks(scene.bodies.size(), bodiesPerChunk, context, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        repeat(source + i * bytes, bytes, static_cast<std::size_t>(first[i + 1] - first[i]),
               target + static_cast<std::size_t>(first[i]) * bytes);
    });
    output.AddArray(to);
  }
}

}  // namespace talus::filters
