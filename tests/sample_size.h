#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace talus {

/// The number of random cases of a property test: a small sample in usual runs, all of them where the
/// variable TALUS_TEST_SIZE is `full`, as in the test preset `full`. Seeds are fixed, so the sample is the
/// beginning of the whole.
inline int sampleSize(int sample, int full) {
  const char* size = std::getenv("TALUS_TEST_SIZE");
  return size && std::string_view(size) == "full" ? full : sample;
}

/// The numbers of cases: from the first to before the end.
struct CaseRange {
  int first = 0, end = 0;
};

/// The cases of a test of which all take hours: those of sampleSize(), or a part of all, as with the variable
/// TALUS_TEST_CASES=300:400.
inline CaseRange casesOf(int sample, int full) {
  const char* part = std::getenv("TALUS_TEST_CASES");
  CaseRange range;
  if (part && std::sscanf(part, "%d:%d", &range.first, &range.end) == 2) return range;
  return {0, sampleSize(sample, full)};
}

}  // namespace talus
