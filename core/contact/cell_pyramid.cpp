#include "contact/cell_pyramid.h"

#include <algorithm>
#include <utility>

namespace talus {

CellPyramid::CellPyramid(const Cell& size, std::vector<std::uint8_t> occupied) {
  levels_.push_back({size, std::move(occupied)});
  while (*std::max_element(levels_.back().size.begin(), levels_.back().size.end()) > 1)
    levels_.push_back(coarser(levels_.back()));
}

CellPyramid::Level CellPyramid::coarser(const Level& level) {
  Level result;
  std::size_t cells = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    result.size[axis] = (level.size[axis] + 1) / 2;
    cells *= static_cast<std::size_t>(result.size[axis]);
  }
  result.occupied.assign(cells, 0);
  const auto& [width, depth, height] = level.size;
  for (int z = 0; z < height; ++z)
    for (int y = 0; y < depth; ++y)
      for (int x = 0; x < width; ++x) {
        if (!level({x, y, z})) continue;
        const auto row = static_cast<std::size_t>(z / 2 * result.size[1] + y / 2);
        result.occupied[row * static_cast<std::size_t>(result.size[0]) + static_cast<std::size_t>(x / 2)] = 1;
      }
  return result;
}

bool CellPyramid::mayHold(const Cell& first, const Cell& last) const {
  std::size_t level = 0;
  const int extent = std::max({last[0] - first[0], last[1] - first[1], last[2] - first[2]});
  while (level + 1 < levels_.size() && (extent >> level) > 1) ++level;
  for (int z = first[2] >> level; z <= last[2] >> level; ++z)
    for (int y = first[1] >> level; y <= last[1] >> level; ++y)
      for (int x = first[0] >> level; x <= last[0] >> level; ++x)
        if (levels_[level]({x, y, z})) return true;
  return false;
}

}  // namespace talus
