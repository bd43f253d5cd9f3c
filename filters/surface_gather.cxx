#include "surface_gather.h"

#include <tuple>
#include <utility>
#include <vector>

namespace talus::filters {

namespace {

// The blocks of one or several ranks, one after another, in plain arrays for communication.
struct Packed {
  std::vector<Index> head;  // rank, block, points, triangles
  std::vector<double> coordinates;
  std::vector<Index> corners;
};

constexpr std::size_t headSize = 4;

Packed pack(const BlockMeshes& blocks, int rank) {
  Packed packed;
  for (const auto& [block, mesh] : blocks) {
    packed.head.insert(packed.head.end(), {rank, block, static_cast<Index>(mesh.pointCount()),
                                           static_cast<Index>(mesh.triangleCount())});
    for (const auto* axis : {&mesh.x, &mesh.y, &mesh.z})
      packed.coordinates.insert(packed.coordinates.end(), axis->begin(), axis->end());
    for (const auto* corner : {&mesh.a, &mesh.b, &mesh.c})
      packed.corners.insert(packed.corners.end(), corner->begin(), corner->end());
  }
  return packed;
}

template <class T>
void take(const std::vector<T>& from, std::size_t& at, std::size_t count, std::vector<T>& to) {
  const auto begin = from.begin() + static_cast<std::ptrdiff_t>(at);
  to.assign(begin, begin + static_cast<std::ptrdiff_t>(count));
  at += count;
}

}  // namespace

bool sameMesh(const TriangleMesh& one, const TriangleMesh& other) {
  const auto columns = [](const TriangleMesh& m) { return std::tie(m.x, m.y, m.z, m.a, m.b, m.c); };
  return columns(one) == columns(other);
}

GatheredSurface gatherSurface(BlockMeshes mine, const RankGroup& ranks) {
  GatheredSurface result;
  for (const auto& [block, mesh] : mine) result.firstOwn[block] = 0;
  if (ranks.size() == 1) {
    result.meshes = std::move(mine);
    return result;
  }
  const Packed own = pack(mine, ranks.rank());
  const Packed all{ranks.gather(own.head), ranks.gather(own.coordinates), ranks.gather(own.corners)};
  std::size_t coordinate = 0;
  std::size_t corner = 0;
  for (std::size_t h = 0; h < all.head.size(); h += headSize) {
    TriangleMesh piece;
    const auto points = static_cast<std::size_t>(all.head[h + 2]);
    const auto triangles = static_cast<std::size_t>(all.head[h + 3]);
    for (auto* axis : {&piece.x, &piece.y, &piece.z}) take(all.coordinates, coordinate, points, *axis);
    for (auto* column : {&piece.a, &piece.b, &piece.c}) take(all.corners, corner, triangles, *column);
    TriangleMesh& whole = result.meshes[all.head[h + 1]];
    if (all.head[h] == ranks.rank()) result.firstOwn[all.head[h + 1]] = whole.triangleCount();
    whole.append(piece);
  }
  return result;
}

std::map<int, BlockCells> gatherCells(const std::map<int, BlockCells>& mine, const RankGroup& ranks) {
  std::vector<Index> own;  // block, cells, triangles, their cells; then the next block
  for (const auto& [block, cells] : mine) {
    own.insert(own.end(), {block, cells.count, static_cast<Index>(cells.cellOf.size())});
    own.insert(own.end(), cells.cellOf.begin(), cells.cellOf.end());
  }
  const std::vector<Index> all = ranks.gather(own);
  std::map<int, BlockCells> result;
  for (std::size_t at = 0; at < all.size();) {
    BlockCells& cells = result[all[at]];
    const Index count = all[at + 1];
    const auto end = at + 3 + static_cast<std::size_t>(all[at + 2]);
    for (at += 3; at < end; ++at) cells.cellOf.push_back(cells.count + all[at]);
    cells.count += count;
  }
  return result;
}

}  // namespace talus::filters
