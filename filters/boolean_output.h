#pragma once

#include <vector>

#include "arrangement/result/surface_arrangement.h"
#include "block_meshes.h"
#include "source_arrays.h"

class vtkPartitionedDataSetCollection;
class vtkPolyData;

namespace talus::filters {

/// Writes a result: triangles, the cells from which they come, and what is known of the whole.
/// @param blocks number of each surface. @param pieces of this rank. @param passed which of their arrays are
/// passed on.
void writeBody(const ArrangementBody& body, const std::vector<int>& blocks,
               const std::vector<MeshPiece>& pieces, PassedArrays passed, vtkPolyData& output);

/// Writes a block for each region, with the numbers of the surfaces that contain it. Parameters as for
/// writeBody().
void writeRegions(const std::vector<ArrangementRegion>& regions, const std::vector<int>& blocks,
                  const std::vector<MeshPiece>& pieces, PassedArrays passed,
                  vtkPartitionedDataSetCollection& output);

}  // namespace talus::filters
