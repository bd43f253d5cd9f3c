#pragma once

#include <vector>

#include "base/types.h"

class vtkDataSet;

namespace talus::filters {

/// Coordinates of all points of a dataset, explicit or implicit, as doubles.
std::vector<Vec3> pointsOf(vtkDataSet& data);

/// Centres of all cells: the points at the cells' parametric centres, as vtkCellCenters gives them. NaN for
/// an empty cell.
std::vector<Vec3> cellCentresOf(vtkDataSet& data);

}  // namespace talus::filters
