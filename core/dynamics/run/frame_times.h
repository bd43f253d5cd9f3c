#pragma once

#include <cstdint>
#include <vector>

namespace talus {

/// The times of the frames of a simulation: 0, interval, 2 · interval … end. If the end is not a multiple
/// of the interval (to a billionth of it), the last interval is shorter. No other frame time depends on the
/// end, so that a run can continue to a later one. If the interval is one over a whole number, for example
/// 0.1 s, the time of frame i is the number nearest to i · interval: 0.3 s.
class FrameTimes {
 public:
  static constexpr std::int64_t maximumFrames = 1'000'000;

  FrameTimes() = default;  ///< frame 0 alone
  /// @param interval s, > 0. @param end s, ≥ 0.
  /// @throws Error a number out of its range or not finite; more than maximumFrames.
  FrameTimes(double interval, double end);

  std::int64_t last() const { return last_; }
  /// The time of frame i, s; 0 ≤ i ≤ last().
  double operator()(std::int64_t i) const {
    return i > whole_ ? end_ : static_cast<double>(i) * numerator_ / denominator_;
  }
  /// The last frame that is not later than a time, to a billionth of an interval.
  std::int64_t frameAt(double time) const;
  std::vector<double> all() const;

 private:
  double interval_ = 1, end_ = 0;
  double numerator_ = 1, denominator_ = 1;  ///< of the interval; one of them is 1
  std::int64_t whole_ = 0, last_ = 0;
};

}  // namespace talus
