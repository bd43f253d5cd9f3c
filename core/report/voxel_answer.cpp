#include "report/voxel_answer.h"

#include <array>

#include "base/number_text.h"
#include "report/answer_text.h"

namespace talus {

std::string voxelAnswer(const VoxelGrid& grid, const VoxelCounts& counts) {
  const auto along = [&](std::size_t axis) { return std::to_string(grid.counts[axis]); };
  const std::string size =
      along(0) + " x " + along(1) + " x " + along(2) + " voxels of " + sizesText(grid.spacing);
  const std::string inside = groupedText(counts.inside) + (counts.nodes ? " nodes inside, " : " inside, ") +
                             groupedText(counts.touched) + (counts.nodes ? " voxels" : "") +
                             " on the surface";
  const std::string volume =
      counts.volume ? "volume " + numberText(*counts.volume) + (counts.exact ? ", exact" : ", sampled")
                    : std::string();
  return answerLine(std::array{inside, volume, size});
}

}  // namespace talus
