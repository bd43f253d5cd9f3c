#include "base/number_text.h"

#include <cstdio>

namespace talus {

namespace {

std::string formatted(const char* format, double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

}  // namespace

std::string numberText(double value) {
  return formatted("%.10g", value);
}

std::string roundedText(double value) {
  return formatted("%.3g", value);
}

std::string placeText(const Vec3& place) {
  std::string text = "(";
  for (const double v : place) text.append(text.size() > 1 ? ", " : "").append(numberText(v));
  return text.append(")");
}

std::string counted(std::int64_t count, const char* one, const char* many) {
  return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

}  // namespace talus
