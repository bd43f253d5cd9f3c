#pragma once

#include <vector>

#include "arrangement/result/surface_arrangement.h"
#include "block_meshes.h"

class vtkPolyData;

namespace talus::filters {

/// Writes a result: triangles, the cells from which they come, and what is known of the whole.
/// @param blocks number of each surface. @param pieces of this rank; their cell arrays are passed on if all
/// of them have them and `withArrays`.
void writeBody(const ArrangementBody& body, const std::vector<int>& blocks,
               const std::vector<MeshPiece>& pieces, bool withArrays, vtkPolyData& output);

}  // namespace talus::filters
