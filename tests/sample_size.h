#pragma once

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

}  // namespace talus
