#pragma once

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "base/parallel.h"

namespace talus::bench {

/// When, on how many cores and beside what load something was measured, as JSON.
inline std::string machineJson() {
  double load[3] = {};
  if (getloadavg(load, 3) != 3) load[0] = -1;
  char date[16] = {};
  const std::time_t time = std::time(nullptr);
  std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&time));
  char text[128];
  std::snprintf(text, sizeof text, R"({"date": "%s", "cores": %d, "load": [%.2f, %.2f, %.2f]})", date,
                concurrency(), load[0], load[1], load[2]);
  return text;
}

}  // namespace talus::bench
