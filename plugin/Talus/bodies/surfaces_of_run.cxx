#include "bodies/surfaces_of_run.h"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkDataSetAttributes.h>
#include <vtkDoubleArray.h>
#include <vtkIdList.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkUnsignedCharArray.h>
#include <vtkUnstructuredGrid.h>

#include <array>
#include <unordered_map>

namespace talus::plugin {

namespace {

bool has(vtkCellData& data, const char* name, int components) {
  vtkDataArray* array = data.GetArray(name);
  return array && array->GetNumberOfComponents() == components;
}

bool areSurfacesOfBodies(vtkUnstructuredGrid& grid) {
  vtkCellData& data = *grid.GetCellData();
  return grid.GetNumberOfCells() > 0 && has(data, "BodyId", 1) && has(data, "Shape", 1) &&
         has(data, "Orientation", 4) && has(data, "Motion", 1);
}

bool isWall(vtkUnstructuredGrid& grid, vtkIdType cell) {
  return grid.GetCellData()->GetArray("Motion")->GetComponent(cell, 0) != 0;
}

/// Only with their own points.
vtkSmartPointer<vtkPolyData> wallsOf(vtkUnstructuredGrid& grid) {
  const vtkNew<vtkPoints> places;
  places->SetDataType(grid.GetPoints()->GetDataType());
  const vtkNew<vtkCellArray> faces;
  const vtkNew<vtkIdList> corners;
  std::unordered_map<vtkIdType, vtkIdType> taken;
  for (vtkIdType cell = 0; cell < grid.GetNumberOfCells(); ++cell) {
    if (!isWall(grid, cell)) continue;
    grid.GetCellPoints(cell, corners);
    for (vtkIdType i = 0; i < corners->GetNumberOfIds(); ++i) {
      const auto [at, isNew] = taken.try_emplace(corners->GetId(i), places->GetNumberOfPoints());
      if (isNew) places->InsertNextPoint(grid.GetPoint(corners->GetId(i)));
      corners->SetId(i, at->second);
    }
    faces->InsertNextCell(corners);
  }
  auto walls = vtkSmartPointer<vtkPolyData>::New();
  walls->SetPoints(places);
  walls->SetPolys(faces);
  return walls;
}

template <class Array>
void addArray(vtkPolyData& points, const char* name, std::initializer_list<double> values) {
  const vtkNew<Array> array;
  array->SetName(name);
  array->SetNumberOfComponents(static_cast<int>(values.size()));
  array->InsertNextTuple(std::data(values));
  points.GetPointData()->AddArray(array);
}

/// One fixed instance of the first shape, where that is.
vtkSmartPointer<vtkPolyData> oneWall() {
  auto body = vtkSmartPointer<vtkPolyData>::New();
  const vtkNew<vtkPoints> origin;
  origin->InsertNextPoint(0, 0, 0);
  body->SetPoints(origin);
  addArray<vtkIntArray>(*body, "Shape", {0});
  addArray<vtkIntArray>(*body, "Motion", {1});
  addArray<vtkDoubleArray>(*body, "Scale", {1});
  addArray<vtkDoubleArray>(*body, "Orientation", {1, 0, 0, 0});
  return body;
}

vtkSmartPointer<vtkUnstructuredGrid> withoutWalls(vtkUnstructuredGrid& grid) {
  const vtkNew<vtkUnsignedCharArray> hidden;
  hidden->SetName(vtkDataSetAttributes::GhostArrayName());
  hidden->SetNumberOfValues(grid.GetNumberOfCells());
  for (vtkIdType cell = 0; cell < grid.GetNumberOfCells(); ++cell)
    hidden->SetValue(cell, isWall(grid, cell) ? vtkDataSetAttributes::HIDDENCELL : 0);
  auto rest = vtkSmartPointer<vtkUnstructuredGrid>::New();
  rest->ShallowCopy(&grid);
  rest->GetCellData()->AddArray(hidden);
  return rest;
}

}  // namespace

SceneParts partsOfSurfaces(vtkDataObject& data) {
  auto* grid = vtkUnstructuredGrid::SafeDownCast(&data);
  if (!grid || !areSurfacesOfBodies(*grid)) return {};
  return {oneWall(), 0, {wallsOf(*grid)}, withoutWalls(*grid), nullptr, 0};
}

}  // namespace talus::plugin
