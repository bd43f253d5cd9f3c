#pragma once

#include <algorithm>
#include <ctime>
#include <limits>

namespace talus::bench {

/// Seconds that this thread has computed so far: what other programs do meanwhile does not count.
inline double threadSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Thread seconds of the fastest of some calls.
template <class Work>
double fastestSeconds(int calls, const Work& work) {
  double fastest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < calls; ++i) {
    const double begin = threadSeconds();
    work();
    fastest = std::min(fastest, threadSeconds() - begin);
  }
  return fastest;
}

}  // namespace talus::bench
