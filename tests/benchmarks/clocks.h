#pragma once

#include <algorithm>
#include <chrono>
#include <ctime>
#include <limits>

namespace talus::bench {

/// Seconds that this thread has computed so far: what other programs do meanwhile does not count.
inline double threadSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Seconds that all threads of this process have computed so far.
inline double processSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Seconds of the clock, from an unknown beginning.
inline double wallSeconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
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
