#include "filter_progress.h"

#include <vtkAlgorithm.h>

#include <chrono>

#include "abort_question.h"

namespace talus::filters {

// An event with an observer in Python takes 5 µs; a thousand events take as long as labelling a million
// points. So progress is reported after each tenth of quick work, and each millisecond of slow work.
Context::Report reportTo(vtkAlgorithm& filter, double begin, double end) {
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds pause(1);
  static constexpr double stride = 0.1;
  return [&filter, begin, end, next = 0.0, nextTime = Clock::time_point()](double fraction) mutable {
    const Clock::time_point now = Clock::now();
    if (now >= nextTime || fraction >= next || fraction >= 1) {
      nextTime = now + pause;
      next = fraction + stride;
      filter.UpdateProgress(begin + fraction * (end - begin));
    }
    return !filter.CheckAbort() && !userAborts(filter);
  };
}

}  // namespace talus::filters
