#pragma once

#include <vtkAlgorithm.h>
#include <vtkCellArray.h>
#include <vtkCommand.h>
#include <vtkCompositeDataSet.h>
#include <vtkCubeSource.h>
#include <vtkDataArray.h>
#include <vtkDataSet.h>
#include <vtkDataSetAttributes.h>
#include <vtkFieldData.h>
#include <vtkInformation.h>
#include <vtkNew.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkStringArray.h>
#include <vtkTestErrorObserver.h>

#include <array>
#include <initializer_list>
#include <string>
#include <vector>

namespace fixtures {

using Point = std::array<double, 3>;
template <class T>
using Ptr = vtkSmartPointer<T>;

/// A cube of six quadrilaterals about a centre, its eight corners shared.
inline Ptr<vtkPolyData> cube(const Point& centre = {0, 0, 0}, double side = 2) {
  const auto mesh = Ptr<vtkPolyData>::New();
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  const double h = side / 2;
  for (int i = 0; i < 8; ++i)
    points->InsertNextPoint(centre[0] + (i & 1 ? h : -h), centre[1] + (i & 2 ? h : -h),
                            centre[2] + (i & 4 ? h : -h));
  vtkNew<vtkCellArray> quads;
  for (const std::array<vtkIdType, 4>& q : {std::array<vtkIdType, 4>{0, 2, 3, 1},
                                            {4, 5, 7, 6},
                                            {0, 1, 5, 4},
                                            {2, 6, 7, 3},
                                            {0, 4, 6, 2},
                                            {1, 3, 7, 5}})
    quads->InsertNextCell(4, q.data());
  mesh->SetPoints(points);
  mesh->SetPolys(quads);
  return mesh;
}

/// The cube without its last face.
inline Ptr<vtkPolyData> openCube(const Point& centre = {0, 0, 0}, double side = 2) {
  auto mesh = cube(centre, side);
  vtkNew<vtkCellArray> quads;
  for (vtkIdType i = 0; i < 5; ++i) {
    vtkIdType size = 0;
    const vtkIdType* corners = nullptr;
    mesh->GetPolys()->GetCellAtId(i, size, corners);
    quads->InsertNextCell(size, corners);
  }
  mesh->SetPolys(quads);
  return mesh;
}

/// A mesh of polygons over given points.
inline Ptr<vtkPolyData> polygons(const std::vector<Point>& corners,
                                 const std::vector<std::vector<vtkIdType>>& cells) {
  const auto mesh = Ptr<vtkPolyData>::New();
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  for (const Point& p : corners) points->InsertNextPoint(p.data());
  vtkNew<vtkCellArray> polys;
  for (const auto& cell : cells) polys->InsertNextCell(static_cast<vtkIdType>(cell.size()), cell.data());
  mesh->SetPoints(points);
  mesh->SetPolys(polys);
  return mesh;
}

/// Points, each with a vertex cell.
inline Ptr<vtkPolyData> cloud(const std::vector<Point>& coordinates, int type = VTK_DOUBLE) {
  const auto mesh = Ptr<vtkPolyData>::New();
  vtkNew<vtkPoints> points;
  points->SetDataType(type);
  vtkNew<vtkCellArray> vertices;
  for (const Point& p : coordinates) {
    const vtkIdType id = points->InsertNextPoint(p.data());
    vertices->InsertNextCell({id});
  }
  mesh->SetPoints(points);
  mesh->SetVerts(vertices);
  return mesh;
}

/// A block of a collection by its name; null if there is none.
inline vtkPolyData* block(vtkDataObject* data, const std::string& name) {
  auto* all = vtkPartitionedDataSetCollection::SafeDownCast(data);
  for (unsigned int i = 0; i < all->GetNumberOfPartitionedDataSets(); ++i)
    if (const char* text = all->GetMetaData(i)->Get(vtkCompositeDataSet::NAME()); text && name == text)
      return vtkPolyData::SafeDownCast(all->GetPartitionAsDataObject(i, 0));
  return nullptr;
}

/// Values of a one-component array; empty and a look at `found` if there is none.
inline std::vector<double> values(vtkFieldData* data, const char* name) {
  std::vector<double> result;
  if (vtkDataArray* array = data->GetArray(name))
    for (vtkIdType i = 0; i < array->GetNumberOfTuples(); ++i) result.push_back(array->GetTuple1(i));
  return result;
}

inline std::vector<double> sides(vtkDataSet* data) {
  return values(data->GetAttributes(vtkDataObject::POINT), "Side");
}

inline std::string text(vtkDataObject* data, const char* name, vtkIdType i = 0) {
  auto* array = vtkStringArray::SafeDownCast(data->GetFieldData()->GetAbstractArray(name));
  return array && i < array->GetNumberOfValues() ? std::string(array->GetValue(i)) : "(none)";
}

/// Catches a filter's messages and those of its executive, and counts them.
class Messages : public vtkCommand {
 public:
  static Messages* New() { return new Messages; }
  void Execute(vtkObject*, unsigned long event, void* data) override {
    auto& list = event == vtkCommand::ErrorEvent ? errors : warnings;
    list.emplace_back(static_cast<const char*>(data));
  }
  void listenTo(vtkAlgorithm* filter) {
    filter->AddObserver(vtkCommand::ErrorEvent, this);
    filter->AddObserver(vtkCommand::WarningEvent, this);
  }
  std::vector<std::string> errors, warnings;
};

/// Remembers every progress report, and aborts at one of them.
class ProgressWatcher : public vtkCommand {
 public:
  static ProgressWatcher* New() { return new ProgressWatcher; }
  void Execute(vtkObject* caller, unsigned long, void* data) override {
    seen.push_back(*static_cast<double*>(data));
    if (seen.back() >= abortAt && seen.back() < 1) vtkAlgorithm::SafeDownCast(caller)->SetAbortExecute(1);
  }
  std::vector<double> seen;
  double abortAt = 2;
};

}  // namespace fixtures
