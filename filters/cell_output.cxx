#include "cell_output.h"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkCellType.h>
#include <vtkIdTypeArray.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkSignedCharArray.h>
#include <vtkUnstructuredGrid.h>

#include "array_memory.h"
#include "geometry/mesh/point_merge.h"

namespace talus::filters {

namespace {

// In the order of VTK_VOXEL: x fastest.
void addCorners(const Box& box, TriangleMesh& points) {
  for (int corner = 0; corner < 8; ++corner)
    points.addPoint(Vec3((corner & 1 ? box.max() : box.min()).x(), (corner & 2 ? box.max() : box.min()).y(),
                         (corner & 4 ? box.max() : box.min()).z())
                        .cast<float>()
                        .cast<double>());
}

template <class Array>
void addArray(vtkUnstructuredGrid& grid, vtkNew<Array>& array, const char* name) {
  array->SetName(name);
  grid.GetCellData()->AddArray(array);
}

void setPoints(const TriangleMesh& merged, vtkUnstructuredGrid& grid) {
  vtkNew<vtkPoints> points;
  points->SetDataTypeToFloat();
  points->SetNumberOfPoints(static_cast<vtkIdType>(merged.pointCount()));
  for (std::size_t i = 0; i < merged.pointCount(); ++i)
    points->SetPoint(static_cast<vtkIdType>(i), merged.x[i], merged.y[i], merged.z[i]);
  grid.SetPoints(points);
}

void setCells(const std::vector<Index>& corners, vtkUnstructuredGrid& grid) {
  vtkNew<vtkIdTypeArray> connectivity;
  setTuples(*connectivity, static_cast<vtkIdType>(corners.size()));
  for (std::size_t i = 0; i < corners.size(); ++i)
    connectivity->SetValue(static_cast<vtkIdType>(i), corners[i]);
  vtkNew<vtkCellArray> cells;
  cells->SetData(8, connectivity);
  grid.SetCells(VTK_VOXEL, cells);
}

}  // namespace

void writeCells(std::span<const BodyCells> bodies, vtkUnstructuredGrid& grid) {
  vtkNew<vtkSignedCharArray> code;
  vtkNew<vtkIntArray> level, triangles, block;
  TriangleMesh corners;
  for (const BodyCells& body : bodies)
    for (const CellBox& cell : body.cells) {
      addCorners(cell.box, corners);
      code->InsertNextValue(static_cast<signed char>(cell.code));
      level->InsertNextValue(cell.level);
      triangles->InsertNextValue(cell.triangles);
      block->InsertNextValue(body.block);
    }
  const MergedMesh merged = mergeDuplicatePoints(corners);
  setPoints(merged.mesh, grid);
  setCells(merged.pointOf, grid);
  addArray(grid, code, "CellCode");
  addArray(grid, level, "Level");
  addArray(grid, triangles, "TriangleCount");
  addArray(grid, block, "Block");
}

}  // namespace talus::filters
