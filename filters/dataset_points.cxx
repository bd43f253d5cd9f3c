#include "dataset_points.h"

#include <vtkCellCenters.h>
#include <vtkCellType.h>
#include <vtkDataSet.h>
#include <vtkDoubleArray.h>
#include <vtkFloatArray.h>
#include <vtkNew.h>
#include <vtkPointSet.h>
#include <vtkPoints.h>

#include <limits>

#include "base/parallel.h"

namespace talus::filters {

namespace {

template <class Array>
void copyTuples(Array& array, vtkIdType first, std::span<Vec3> points) {
  const auto* at = array.GetPointer(3 * first);
  for (Vec3& p : points) {
    p = Vec3(static_cast<double>(at[0]), static_cast<double>(at[1]), static_cast<double>(at[2]));
    at += 3;
  }
}

void copyOnThisThread(vtkDataSet& data, vtkIdType first, std::span<Vec3> points) {
  auto* explicitPoints = vtkPointSet::SafeDownCast(&data);
  vtkDataArray* array =
      explicitPoints && explicitPoints->GetPoints() ? explicitPoints->GetPoints()->GetData() : nullptr;
  if (auto* doubles = vtkDoubleArray::FastDownCast(array)) return copyTuples(*doubles, first, points);
  if (auto* floats = vtkFloatArray::FastDownCast(array)) return copyTuples(*floats, first, points);
  for (Vec3& p : points) data.GetPoint(first++, p.data());
}

}  // namespace

void copyPoints(vtkDataSet& data, vtkIdType first, std::span<Vec3> points) {
  constexpr std::size_t grain = 8192;
  Context silent;
  parallelChunks(points.size(), grain, silent, [&](std::size_t begin, std::size_t end) {
    copyOnThisThread(data, first + static_cast<vtkIdType>(begin), points.subspan(begin, end - begin));
  });
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
