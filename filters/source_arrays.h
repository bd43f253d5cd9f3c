#pragma once

#include <vector>

#include "block_meshes.h"

class vtkPolyData;

namespace talus::filters {

/// A triangle of a block; −1: none.
struct SourceTriangle {
  int block = 0;
  Index triangle = -1;
};

/// Which arrays of the sources a result gets.
enum class PassedArrays {
  None,
  Cells,          ///< those of their cells
  CellsAndPoints  ///< also those of their points; at new points interpolated in the triangle there
};

/// Writes to a result, which has its points and triangles, the cell array `SourceCell`: of which cell each
/// triangle is a part; −1: of none, or of one on another rank. Passes on arrays that all pieces have; cells
/// without a source get 0.
/// @param mesh the result. @param sources one per triangle. @param pieces of this rank.
void writeSources(const TriangleMesh& mesh, const std::vector<SourceTriangle>& sources,
                  const std::vector<MeshPiece>& pieces, PassedArrays passed, vtkPolyData& output);

}  // namespace talus::filters
