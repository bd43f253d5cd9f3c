#pragma once

#include <map>
#include <string>
#include <vector>

#include "block_meshes.h"
#include "repair/surface_repair.h"

class vtkAlgorithm;
class vtkDataObject;

namespace talus::filters {

/// The repair of a surface that may lie in several blocks and on several ranks. Steps in order: read, gather,
/// repair, write.
class RepairedBlocks {
 public:
  explicit RepairedBlocks(const RankGroup& ranks) : ranks_(ranks) {}

  /// Collects the triangles of this rank's polygons; `surface` receives the result later. @throws Error for
  /// data other than polygons.
  void read(vtkDataObject& surface);
  /// Gathers the blocks of all ranks. Collective.
  void gather();
  /// Repairs each block as a whole: the same on all ranks.
  void repair(const RepairOptions& options, vtkAlgorithm& filter);
  /// Writes triangles, arrays and field data to the surface passed to read(): blocks that changed lie in
  /// their first piece on rank 0.
  void write() const;
  /// The answer for the whole surface.
  std::string answer() const;
  /// What remains, for a warning; empty if all blocks are sound.
  std::string warning() const;

 private:
  bool hasChanged(int block) const;
  /// @param sources the block's pieces as they were, if this is the first one.
  void replace(const MeshPiece& piece, const std::vector<MeshPiece>& sources) const;
  void describe(const MeshPiece& piece) const;

  RankGroup ranks_;
  std::vector<MeshPiece> pieces_;
  std::map<int, BlockMesh> blocks_;
  std::map<int, RepairedSurface> repaired_;
};

}  // namespace talus::filters
