#pragma once

#include <memory>

#include "enclosure/interface/point_source.h"

class vtkDataSet;

namespace talus::filters {

/// The points of a dataset, which outlives the source: read where they lie if they are xyz triples of
/// doubles, converted from any other array, computed for images and rectilinear grids, which are lattices
/// unless an image is turned. The same bits as vtkDataSet::GetPoint gives.
std::unique_ptr<PointSource> pointsOf(vtkDataSet& data);

/// Centres of all cells: the points at the cells' parametric centres, as vtkCellCenters gives them. NaN for
/// an empty cell. A lattice where the dataset's points are one and no cell is hidden; else a copy.
std::unique_ptr<PointSource> cellCentresOf(vtkDataSet& data);

}  // namespace talus::filters
