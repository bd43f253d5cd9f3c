#pragma once

#include <map>
#include <string>
#include <vector>

#include "block_meshes.h"
#include "distributed/communicator.h"
#include "geometry/check/mesh_check.h"

class vtkAlgorithm;
class vtkDataObject;
class vtkPolyData;

namespace talus::filters {

/// The check of a surface that may lie in several blocks and on several ranks. Steps in order: read, gather,
/// check, write.
class CheckedSurface {
 public:
  explicit CheckedSurface(const RankGroup& ranks) : ranks_(ranks) {}

  /// Collects the triangles of this rank's polygons; `surface` receives the result later. @throws Error for
  /// data other than polygons.
  void read(vtkDataObject& surface);
  /// Gathers the blocks of all ranks. Collective.
  void gather();
  /// Checks each block as a whole. Several ranks divide the blocks. @throws as computeShared().
  void check(bool selfIntersections, vtkAlgorithm& filter, Communicator& messages);
  /// Writes cell arrays and field data to the surface passed to read(), and boundary edges to `lines` (on
  /// rank 0).
  void write(vtkPolyData& lines) const;
  /// The triangles with defects, of all blocks (on rank 0).
  void writeDefects(vtkPolyData& triangles) const;
  /// Where these are.
  std::string defectPlaces() const;
  /// The answer for the whole surface.
  std::string answer() const;
  /// Adds the field data `FirstDefect`: the box around the first triangle with a defect; empty without one.
  void writeFirstDefect(vtkDataObject& output) const;

  /// Removes what an earlier check has written, of a surface that is another one now.
  static void forget(vtkPolyData& data);

 private:
  void writeCells(const MeshPiece& piece) const;
  static void describe(vtkPolyData& data, const MeshReport& report, const BlockMesh& block);

  RankGroup ranks_;
  std::vector<MeshPiece> pieces_;
  std::map<int, BlockMesh> blocks_;
  std::map<int, MeshReport> reports_;
};

}  // namespace talus::filters
