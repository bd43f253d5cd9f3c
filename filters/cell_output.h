#pragma once

#include <span>
#include <vector>

#include "enclosure/cells/discrete_function.h"

class vtkUnstructuredGrid;

namespace talus::filters {

/// The cells of one body's DiscreteFunction.
struct BodyCells {
  int block = 0;
  std::vector<CellBox> cells;
};

/// Writes cells as voxels, with the cell arrays `CellCode`, `Level`, `TriangleCount` and `Block`. Corners are
/// rounded to single precision; equal corners are one point, so that faces between cells are not drawn.
void writeCells(std::span<const BodyCells> bodies, vtkUnstructuredGrid& grid);

}  // namespace talus::filters
