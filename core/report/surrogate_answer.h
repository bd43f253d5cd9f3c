#pragma once

#include <cstdint>
#include <string>

namespace talus {

/// The surrogates of one or several surfaces.
struct SurrogateCounts {
  std::int64_t surfaces = 0, triangles = 0, surrogates = 0, levels = 0;
};

/// "1 229 surrogates in 5 levels stand for 9 800 triangles".
std::string surrogateAnswer(const SurrogateCounts& counts);

}  // namespace talus
