#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "block_meshes.h"
#include "distributed/communicator.h"
#include "surrogate/surrogate_nodes.h"

class vtkAlgorithm;
class vtkDataObject;
class vtkPolyData;

namespace talus::filters {

/// The surrogates of a surface that may lie in several blocks and on several ranks. Steps in order: read; if
/// the data changed since the last build: gather, build.
class SurfaceTrees {
 public:
  SurfaceTrees(const RankGroup& ranks, const SurrogateOptions& options) : ranks_(ranks), options_(options) {}

  /// Reads the triangles of this rank's polygons. @throws Error for data other than polygons.
  void read(vtkDataObject& surface);
  /// Whether both were read from the same unchanged data, with the same options.
  bool sameAs(const SurfaceTrees& other) const;
  /// Gathers the blocks of all ranks. Collective.
  void gather();
  /// Builds a tree for each block. Several ranks divide the blocks. @throws Error, and as computeShared().
  void build(vtkAlgorithm& filter, Communicator& messages);

  /// The answer for the whole surface.
  std::string answer() const;
  /// The surrogates by block number.
  const std::map<int, std::vector<SurrogateNode>>& surrogates() const { return surrogates_; }

 private:
  RankGroup ranks_;
  SurrogateOptions options_;
  bool composite_ = false;
  std::vector<std::pair<const void*, std::uint64_t>> stamp_;  // datasets and their modification times
  std::vector<MeshPiece> pieces_;
  std::map<int, BlockMesh> meshes_;
  std::map<int, std::vector<SurrogateNode>> surrogates_;
};

/// Writes surrogates as triangles with cell arrays. @param halo is added to Epsilon and SphereRadius.
void writeSurrogates(const std::map<int, std::vector<SurrogateNode>>& blocks, double halo,
                     vtkPolyData& output);

}  // namespace talus::filters
