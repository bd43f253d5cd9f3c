#include "broadphase/float_boxes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/parallel.h"
#include "broadphase/broad_phase.h"

namespace talus {

namespace {

// The middle of the finite part of a box; NaN if it has none.
double middle(double low, double high) {
  if (!(low <= high)) return std::numeric_limits<double>::quiet_NaN();
  if (!std::isfinite(low)) return std::isfinite(high) ? high : std::numeric_limits<double>::quiet_NaN();
  return std::isfinite(high) ? low / 2 + high / 2 : low;
}

std::vector<double> someMiddles(const std::vector<double>& low, const std::vector<double>& high) {
  constexpr std::size_t maximumSamples = 256;
  std::vector<double> middles;
  const std::size_t step = low.size() / maximumSamples + 1;
  for (std::size_t i = 0; i < low.size(); i += step)
    if (const double x = middle(low[i], high[i]); x == x) middles.push_back(x);
  std::sort(middles.begin(), middles.end());
  return middles;
}

}  // namespace

FloatFrame::FloatFrame(const BoxArrays& boxes) {
  double width = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::vector<double> middles = someMiddles(boxes.low[axis], boxes.high[axis]);
    if (middles.empty()) continue;
    centre_[axis] = middles[middles.size() / 2];
    width = std::max(width, middles[middles.size() * 9 / 10] / 2 - middles[middles.size() / 10] / 2);
    if (!boxes.low[axis].empty() && middles.size() == 1)
      width = std::max(width, std::abs(boxes.high[axis][0] / 2 - boxes.low[axis][0] / 2));
  }
  constexpr double largest = 1e300;  // so that no product of 0 and infinity arises
  if (width > 0 && std::isfinite(width)) scale_ = std::clamp(1 / width, 1 / largest, largest);
}

void FloatBoxes::resize(std::size_t count) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    low[axis].resize(count + padding);
    high[axis].resize(count + padding);
  }
  body.resize(count);
}

void FloatBoxes::assign(const BoxArrays& boxes, const FloatFrame& frame) {
  body.clear();
  body.reserve(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i)
    if (!boxes.empty(i)) body.push_back(static_cast<Index>(i));
  resize(body.size());
  Context quiet;
  parallelChunks(size(), boxesPerChunk, quiet, [&](std::size_t begin, std::size_t end) {
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (std::size_t i = begin; i < end; ++i) {
        const auto from = static_cast<std::size_t>(body[i]);
        low[axis][i] = frame(axis, boxes.low[axis][from]);
        high[axis][i] = frame(axis, boxes.high[axis][from]);
      }
  });
}

void FloatBoxes::gather(const FloatBoxes& from, std::span<const std::uint32_t> which,
                        const std::array<std::size_t, 3>& axes) {
  resize(which.size());
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const float* const lows = from.low[axes[axis]].data();
    const float* const highs = from.high[axes[axis]].data();
    for (std::size_t i = 0; i < which.size(); ++i) {
      low[axis][i] = lows[which[i]];
      high[axis][i] = highs[which[i]];
    }
  }
  for (std::size_t i = 0; i < which.size(); ++i) body[i] = from.body[which[i]];
}

std::size_t FloatBoxes::memoryBytes() const {
  std::size_t bytes = allocatedBytes(body);
  for (std::size_t axis = 0; axis < 3; ++axis)
    bytes += allocatedBytes(low[axis]) + allocatedBytes(high[axis]);
  return bytes;
}

std::uint32_t sortableBits(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return bits ^ ((bits >> 31) != 0 ? 0xFFFFFFFFU : 0x80000000U);
}

}  // namespace talus
