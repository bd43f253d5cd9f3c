#include "dynamics/run/frame_times.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/number_text.h"

namespace talus {

namespace {

constexpr double intervalRounding = 1e-9;  // of an interval

void requireTimes(double interval, double end) {
  if (!(interval > 0) || !std::isfinite(interval))
    throw Error("The output interval must be above 0 s", "it is " + numberText(interval) + " s",
                "Give more than 0");
  if (!(end >= 0) || !std::isfinite(end))
    throw Error("The end time must be at least 0 s", "it is " + numberText(end) + " s", "Give 0 or more");
  if (end / interval >= static_cast<double>(FrameTimes::maximumFrames))
    throw Error("There would be more than " + std::to_string(FrameTimes::maximumFrames) + " frames",
                "every " + numberText(interval) + " s up to " + numberText(end) + " s",
                "Give a longer output interval or an earlier end");
}

}  // namespace

FrameTimes::FrameTimes(double interval, double end) {
  requireTimes(interval, end);
  interval_ = interval;
  end_ = end;
  const double perSecond = std::round(1 / interval);
  if (1 / perSecond == interval)
    denominator_ = perSecond;
  else
    numerator_ = interval;
  const double whole = std::floor(end / interval + intervalRounding);
  const bool remainder = end / interval > whole + intervalRounding;
  whole_ = static_cast<std::int64_t>(whole);
  last_ = whole_ + (remainder ? 1 : 0);
}

std::int64_t FrameTimes::frameAt(double time) const {
  if (!(time > 0)) return 0;
  if (time >= end_ - intervalRounding * interval_) return last_;
  const auto whole = static_cast<std::int64_t>(std::floor(time / interval_ + intervalRounding));
  return std::min(whole, last_);
}

std::vector<double> FrameTimes::all() const {
  std::vector<double> times(static_cast<std::size_t>(last_ + 1));
  for (std::size_t i = 0; i < times.size(); ++i) times[i] = (*this)(static_cast<std::int64_t>(i));
  return times;
}

}  // namespace talus
