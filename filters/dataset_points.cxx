#include "dataset_points.h"

#include <vtkCellCenters.h>
#include <vtkCellType.h>
#include <vtkDataSet.h>
#include <vtkDoubleArray.h>
#include <vtkNew.h>

#include <limits>

namespace talus::filters {

std::vector<Vec3> pointsOf(vtkDataSet& data) {
  const vtkIdType count = data.GetNumberOfPoints();
  std::vector<Vec3> points(static_cast<std::size_t>(count));
  for (vtkIdType i = 0; i < count; ++i) data.GetPoint(i, points[static_cast<std::size_t>(i)].data());
  return points;
}

std::vector<Vec3> cellCentresOf(vtkDataSet& data) {
  const vtkIdType count = data.GetNumberOfCells();
  if (count == 0) return {};
  vtkNew<vtkDoubleArray> centres;
  centres->SetNumberOfComponents(3);
  centres->SetNumberOfTuples(count);
  vtkCellCenters::ComputeCellCenters(&data, centres);
  std::vector<Vec3> points(static_cast<std::size_t>(count));
  for (vtkIdType i = 0; i < count; ++i) {
    Vec3& point = points[static_cast<std::size_t>(i)];
    if (data.GetCellType(i) == VTK_EMPTY_CELL)
      point.setConstant(std::numeric_limits<double>::quiet_NaN());
    else
      centres->GetTypedTuple(i, point.data());
  }
  return points;
}

}  // namespace talus::filters
