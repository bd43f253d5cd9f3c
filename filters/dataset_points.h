#pragma once

#include <memory>

#include "enclosure/interface/point_source.h"

class vtkDataSet;

namespace talus::filters {

/// The points of a dataset, which must outlive the source: read in place if they are xyz triples of doubles,
/// converted from any other array, computed for images and rectilinear grids, which are lattices unless an
/// image is rotated. The bits equal those of vtkDataSet::GetPoint.
std::unique_ptr<PointSource> pointsOf(vtkDataSet& data);

/// Centres of all cells: the points at the cells' parametric centres, as from vtkCellCenters. NaN for an
/// empty cell. A lattice if the dataset's points form one and no cell is hidden; otherwise a copy.
std::unique_ptr<PointSource> cellCentresOf(vtkDataSet& data);

}  // namespace talus::filters
