#pragma once

#include <vtkSmartPointer.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "attempt.h"
#include "polygon_triangles.h"
#include "rank_group.h"

class vtkDataObject;
class vtkPolyData;

namespace talus::filters {

/// One dataset of this rank.
struct MeshPiece {
  int block = 0;
  vtkSmartPointer<vtkPolyData> data;
  PolygonTriangles triangles;
  std::size_t first = 0;  ///< number of its first triangle in the whole block
  std::string name{};     ///< of the block in its composite, may be empty
  std::string source{};   ///< as SurfaceBlock's
};

/// One block of all ranks, with merged points. Triangles keep their order.
struct BlockMesh {
  TriangleMesh mesh;
  std::int64_t incomplete = 0;  ///< polygons with fewer than three corners
  std::int64_t crossed = 0;     ///< polygons that cross themselves
  std::int64_t ghosts = 0;      ///< ghost cells that were omitted
  std::string source{};         ///< as SurfaceBlock's
};

/// Collects the triangles of this rank's polygons. @throws Error for data other than polygons.
std::vector<MeshPiece> readPieces(const std::vector<vtkDataObject*>& surfaces);
/// The same for surfaces to compute with. @throws Error, also as requireSplit().
/// @param names of these, as the user knows them; may be fewer. Blocks of composites keep their own.
std::vector<MeshPiece> readSplitPieces(const std::vector<vtkDataObject*>& surfaces,
                                       const std::vector<std::string>& names = {});

/// Sets the name of a number from 0. @return whether it was another one.
bool setName(std::vector<std::string>& names, int number, const char* name);

/// Gathers the blocks of all ranks and sets the numbers of the first triangles of `pieces`. Collective.
std::map<int, BlockMesh> gatherBlocks(std::vector<MeshPiece>& pieces, const RankGroup& ranks);

/// Attempts to read this rank's pieces, and if all ranks could, to work with the blocks of all of them.
/// Collective; neither `read` nor `work` may be.
Outcome attemptWithBlocks(
    vtkAlgorithm& filter, const RankGroup& ranks, const std::function<std::vector<MeshPiece>()>& read,
    const std::function<void(std::map<int, BlockMesh> blocks, const std::vector<MeshPiece>& pieces)>& work);

}  // namespace talus::filters
