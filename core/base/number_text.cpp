#include "base/number_text.h"

#include <cstdio>

namespace talus {

std::string numberText(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.10g", value);
  return buffer;
}

}  // namespace talus
