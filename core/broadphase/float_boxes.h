#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "broadphase/box_arrays.h"

namespace talus {

/// A map of coordinates to floats that keeps their order: x <= y implies f(x) <= f(y), so f(x) < f(y) implies
/// x < y.
///
/// Subtraction, scaling and rounding are monotone, so overlapping boxes also overlap as floats, and boxes
/// that overlap as floats without touching do overlap. Only where floats are equal must the coordinates
/// themselves be compared. The frame is centred at the majority of the boxes, so that a scene far from the
/// origin, or with a few distant bodies, loses no accuracy.
class FloatFrame {
 public:
  FloatFrame() = default;
  /// Centre and scale from the medians of some of the boxes.
  explicit FloatFrame(const BoxArrays& boxes);

  float operator()(std::size_t axis, double x) const {
    return static_cast<float>((x - centre_[axis]) * scale_) + 0.0F;  // + 0: no negative zero
  }

 private:
  std::array<double, 3> centre_{};
  double scale_ = 1;
};

/// Boxes as floats of one frame, in any order, as a structure of arrays that vectors may read beyond the end.
struct FloatBoxes {
  static constexpr std::size_t padding = 16;

  std::array<std::vector<float>, 3> low;
  std::array<std::vector<float>, 3> high;
  std::vector<Index> body;  ///< body of each box; its length is the number of boxes

  std::size_t size() const { return body.size(); }
  void resize(std::size_t count);
  /// All boxes that are not empty.
  void assign(const BoxArrays& boxes, const FloatFrame& frame);
  /// Copies some of another's boxes, with their axes in another order.
  void gather(const FloatBoxes& from, std::span<const std::uint32_t> which,
              const std::array<std::size_t, 3>& axes);
  std::size_t memoryBytes() const;
};

/// Unsigned integers in the order of the floats. Not for NaN and negative zero.
std::uint32_t sortableBits(float x);

}  // namespace talus
