#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "broadphase/box_arrays.h"

namespace talus::bench {

/// How boxes lie: about two or three pairs a box in each.
enum class Layout {
  Uniform,    ///< sides 0.5 … 1.5, evenly spread
  Clustered,  ///< the same boxes in normal clusters of about 1 000, far apart
  SizeRatio   ///< sides 1 … 1 000, as much volume in each size as in every other, evenly spread
};

const char* name(Layout layout);

/// Boxes in random order that fly straight on, each with its own velocity, and turn back twice their side
/// from home, so that they lie alike at all times.
class MovingBoxes {
 public:
  /// @param speed how far a box moves in a step, of its own side.
  MovingBoxes(Layout layout, std::size_t count, double speed, std::uint64_t seed = 1);

  const BoxArrays& boxes() const { return boxes_; }
  void step();

 private:
  void place(Layout layout, std::uint64_t seed);

  double speed_;
  BoxArrays boxes_;
  std::vector<Vec3> velocities_;
  std::vector<Vec3> homes_;  // of the centres
};

}  // namespace talus::bench
