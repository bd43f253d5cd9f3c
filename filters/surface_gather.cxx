#include "surface_gather.h"

#include <algorithm>
#include <array>
#include <span>
#include <tuple>
#include <utility>

#include "base/checksum.h"

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

// A block with triangles as numbers that are equal if all its points and triangles are.
using Mark = std::array<Index, 5>;

Mark markOf(int block, const TriangleMesh& mesh) {
  std::uint64_t sum = 0;
  for (const auto* axis : {&mesh.x, &mesh.y, &mesh.z})
    sum = 31 * sum + checksum(std::as_bytes(std::span(*axis)));
  for (const auto* corner : {&mesh.a, &mesh.b, &mesh.c})
    sum = 31 * sum + checksum(std::as_bytes(std::span(*corner)));
  return {block, static_cast<Index>(mesh.pointCount()), static_cast<Index>(mesh.triangleCount()),
          static_cast<Index>(sum >> 32U), static_cast<Index>(sum & 0xffffffffU)};
}

// For each block with triangles the lowest rank that has the same ones.
std::map<int, int> firstRanks(const BlockMeshes& mine, const RankGroup& ranks) {
  std::map<int, Mark> marks;
  std::vector<Index> own;
  for (const auto& [block, mesh] : mine) {
    if (mesh.triangleCount() == 0) continue;
    const Mark& mark = marks[block] = markOf(block, mesh);
    own.insert(own.end(), mark.begin(), mark.end());
    own.push_back(ranks.rank());
  }
  const std::vector<Index> all = ranks.gather(own);
  std::map<Mark, int> first;
  for (auto at = all.begin(); at != all.end(); at += std::tuple_size_v<Mark> + 1) {
    Mark mark;
    std::copy_n(at, mark.size(), mark.begin());
    first.try_emplace(mark, at[mark.size()]);
  }
  std::map<int, int> ofBlocks;
  for (const auto& [block, mark] : marks) ofBlocks[block] = first.at(mark);
  return ofBlocks;
}

}  // namespace

GatheredSurface gatherSurface(BlockMeshes mine, const RankGroup& ranks) {
  GatheredSurface result;
  for (const auto& [block, mesh] : mine) result.firstOwn[block] = 0;
  if (ranks.size() == 1) {
    result.meshes = std::move(mine);
    return result;
  }
  const std::map<int, int> sources = firstRanks(mine, ranks);
  for (const auto& [block, rank] : sources) {
    if (rank == ranks.rank()) continue;
    result.copies.insert(block);
    mine[block] = {};
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
    const auto source = sources.find(all.head[h + 1]);
    if (all.head[h] == (source == sources.end() ? ranks.rank() : source->second))
      result.firstOwn[all.head[h + 1]] = whole.triangleCount();
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
