#pragma once

#include <vtkType.h>

#include <span>
#include <vector>

#include "base/types.h"

class vtkDataSet;

namespace talus::filters {

/// Copies the coordinates of the points from number `first` on, explicit or implicit, as doubles. Parallel.
/// @param points as many as wanted; the dataset has that many from `first` on.
void copyPoints(vtkDataSet& data, vtkIdType first, std::span<Vec3> points);

/// Centres of all cells: the points at the cells' parametric centres, as vtkCellCenters gives them. NaN for
/// an empty cell.
std::vector<Vec3> cellCentresOf(vtkDataSet& data);

}  // namespace talus::filters
