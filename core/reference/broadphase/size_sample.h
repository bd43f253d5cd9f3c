#pragma once

#include <cstddef>
#include <vector>

#include "broadphase/float_boxes.h"

namespace talus {

/// Statistics of the boxes that grids need, from a sample.
struct SizeSample {
  std::vector<float> sizes;  ///< longest sides of finite boxes, sorted
  double volume = 0;         ///< of the region that contains most of the boxes

  explicit SizeSample(const FloatBoxes& boxes);

  /// Distance of neighbours if so many boxes were evenly distributed over the region; positive.
  float spacing(std::size_t count) const;
  /// The size that a fraction of the boxes, from 0 to 1, does not exceed; 0 if no box is finite.
  float quantile(double part) const;
};

/// The longest side of a box.
float longestSide(const FloatBoxes& boxes, std::size_t box);

}  // namespace talus
