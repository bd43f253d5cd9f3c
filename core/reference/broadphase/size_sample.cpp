#include "reference/broadphase/size_sample.h"

#include <algorithm>
#include <cmath>

namespace talus {

float longestSide(const FloatBoxes& boxes, std::size_t box) {
  float longest = 0;
  for (std::size_t axis = 0; axis < 3; ++axis)
    longest = std::max(longest, boxes.high[axis][box] - boxes.low[axis][box]);
  return longest;
}

SizeSample::SizeSample(const FloatBoxes& boxes) {
  std::array<std::vector<float>, 3> starts;
  for (std::size_t i = 0; i < boxes.size(); i += boxes.size() / 512 + 1) {
    const float size = longestSide(boxes, i);
    if (!std::isfinite(size)) continue;
    sizes.push_back(size);
    for (std::size_t axis = 0; axis < 3; ++axis) starts[axis].push_back(boxes.low[axis][i]);
  }
  if (sizes.empty()) return;
  std::sort(sizes.begin(), sizes.end());
  const double typical = sizes[sizes.size() / 2];
  volume = 1;
  for (auto& values : starts) {
    std::sort(values.begin(), values.end());
    volume *= std::max<double>(values[values.size() * 9 / 10] - values[values.size() / 10], typical) / 0.8;
  }
}

float SizeSample::spacing(std::size_t count) const {
  constexpr double least = 1e-6;  // of the region's width, which is about 1
  return static_cast<float>(
      std::max(least, std::cbrt(volume / static_cast<double>(std::max<std::size_t>(count, 1)))));
}

float SizeSample::quantile(double part) const {
  if (sizes.empty()) return 0;
  return sizes[static_cast<std::size_t>(part * static_cast<double>(sizes.size() - 1))];
}

}  // namespace talus
