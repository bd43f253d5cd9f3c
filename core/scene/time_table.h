#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace talus {

/// An interpolated value of a table and its rate of change.
template <class Value>
struct TableEntry {
  Value value, rate;
};

/// Interpolates linearly between the rows of a table. Before the first time the result is the first value,
/// from the last time on the last value, both with the rate 0. At the time of a row the rate is that of the
/// following interval. O(log rows).
/// @param times ascending, at least one. @param values one for each time.
template <class Value>
TableEntry<Value> tableAt(const std::vector<double>& times, const std::vector<Value>& values, double time) {
  const auto next =
      static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), time) - times.begin());
  if (next == 0) return {values.front(), 0.0 * values.front()};
  if (next == times.size()) return {values.back(), 0.0 * values.back()};
  const Value rate = (values[next] - values[next - 1]) / (times[next] - times[next - 1]);
  return {values[next - 1] + (time - times[next - 1]) * rate, rate};
}

}  // namespace talus
