#include "block_meshes.h"

#include <vtkPolyData.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "geometry/mesh/point_merge.h"
#include "ghost_cells.h"
#include "surface_blocks.h"
#include "surface_gather.h"

namespace talus::filters {

namespace {

vtkPolyData& requirePolygons(const SurfaceBlock& block) {
  auto* data = vtkPolyData::SafeDownCast(block.data);
  if (!data)
    throw Error("Block " + std::to_string(block.number) + " is not polygonal data",
                std::string("it is a ") + block.data->GetClassName(), "Use Extract Surface first",
                {.surface = "Block " + std::to_string(block.number)});
  return *data;
}

bool areSeveral(const std::vector<vtkDataObject*>& surfaces) {
  return surfaces.size() > 1 || (!surfaces.empty() && surfaces[0]->IsA("vtkCompositeDataSet"));
}

void nameSurfaces(const std::vector<vtkDataObject*>& surfaces, const std::vector<std::string>& names,
                  std::vector<MeshPiece>& pieces) {
  for (MeshPiece& piece : pieces)
    for (std::size_t i = 0; i < std::min(surfaces.size(), names.size()); ++i)
      if (piece.data == surfaces[i] && !names[i].empty()) piece.name = piece.source = names[i];
}

}  // namespace

std::vector<MeshPiece> readPieces(const std::vector<vtkDataObject*>& surfaces) {
  std::vector<MeshPiece> pieces;
  for (const SurfaceBlock& block : surfaceBlocks(surfaces)) {
    vtkPolyData& data = requirePolygons(block);
    const auto read = [&] { return trianglesOf(data); };
    const std::string name = blockName(block.number, block.source, areSeveral(surfaces));
    pieces.push_back(
        {block.number, &data, withSubject({.surface = name}, read), 0, block.name, block.source});
  }
  return pieces;
}

std::vector<MeshPiece> readSplitPieces(const std::vector<vtkDataObject*>& surfaces,
                                       const std::vector<std::string>& names) {
  std::vector<MeshPiece> pieces = readPieces(surfaces);
  nameSurfaces(surfaces, names, pieces);
  for (const MeshPiece& piece : pieces)
    requireSplit(piece.triangles, blockName(piece.block, piece.source, areSeveral(surfaces)));
  return pieces;
}

bool setName(std::vector<std::string>& names, int number, const char* name) {
  if (number < 0) return false;
  const auto place = static_cast<std::size_t>(number);
  if (names.size() <= place) names.resize(place + 1);
  return std::exchange(names[place], name ? name : "") != names[place];
}

std::map<int, BlockMesh> gatherBlocks(std::vector<MeshPiece>& pieces, const RankGroup& ranks) {
  BlockMeshes mine;
  std::map<int, std::int64_t> incomplete, crossed, ghosts;
  std::map<int, std::string> sources;
  for (MeshPiece& piece : pieces) {
    TriangleMesh& mesh = mine[piece.block];
    piece.first = mesh.triangleCount();
    mesh.append(piece.triangles.mesh);
    incomplete[piece.block] += static_cast<std::int64_t>(piece.triangles.tooFew.size());
    crossed[piece.block] += static_cast<std::int64_t>(piece.triangles.crossed.size());
    ghosts[piece.block] += ghostCellsOf(*piece.data);
    sources[piece.block] = piece.source;
  }
  GatheredSurface all = gatherSurface(std::move(mine), ranks);
  for (MeshPiece& piece : pieces) piece.first += all.firstOwn[piece.block];
  for (const int copy : all.copies) incomplete[copy] = crossed[copy] = ghosts[copy] = 0;
  std::map<int, BlockMesh> blocks;
  for (auto& [number, mesh] : all.meshes)
    blocks[number] = {mergeDuplicatePoints(mesh).mesh, ranks.sum(incomplete[number]),
                      ranks.sum(crossed[number]), ranks.sum(ghosts[number]),
                      ranks.firstText(sources[number])};
  return blocks;
}

Outcome attemptWithBlocks(
    vtkAlgorithm& filter, const RankGroup& ranks, const std::function<std::vector<MeshPiece>()>& read,
    const std::function<void(std::map<int, BlockMesh>, const std::vector<MeshPiece>&)>& work) {
  std::vector<MeshPiece> pieces;
  const Outcome outcome = attempt(filter, ranks, [&] { pieces = read(); });
  if (outcome != Outcome::Done) return outcome;
  std::map<int, BlockMesh> blocks = gatherBlocks(pieces, ranks);
  return attempt(filter, ranks, [&] { work(std::move(blocks), pieces); });
}

}  // namespace talus::filters
