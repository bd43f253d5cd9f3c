#include "mesh_output.h"

#include <vtkCellArray.h>
#include <vtkDoubleArray.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkTypeInt64Array.h>

#include "array_memory.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus::filters {

void writeMesh(const TriangleMesh& mesh, vtkPolyData& output) {
  vtkNew<vtkDoubleArray> coordinates;
  coordinates->SetNumberOfComponents(3);
  setTuples(*coordinates, static_cast<vtkIdType>(mesh.pointCount()));
  double* to = coordinates->GetPointer(0);
  for (std::size_t p = 0; p < mesh.pointCount(); ++p) {
    *to++ = mesh.x[p];
    *to++ = mesh.y[p];
    *to++ = mesh.z[p];
  }
  vtkNew<vtkTypeInt64Array> corners;
  setTuples(*corners, 3 * static_cast<vtkIdType>(mesh.triangleCount()));
  vtkTypeInt64* corner = corners->GetPointer(0);
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    for (const Index point : mesh.triangle(t)) *corner++ = point;

  vtkNew<vtkPoints> points;
  points->SetData(coordinates);
  vtkNew<vtkCellArray> triangles;
  triangles->SetData(3, corners);
  output.SetPoints(points);
  output.SetPolys(triangles);
}

}  // namespace talus::filters
