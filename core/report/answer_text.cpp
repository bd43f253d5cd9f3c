#include "report/answer_text.h"

#include "base/number_text.h"

namespace talus {

namespace {

std::string separated(std::span<const std::string> parts, const char* separator) {
  std::string text;
  for (const std::string& part : parts)
    if (!part.empty()) text += (text.empty() ? "" : separator) + part;
  return text;
}

}  // namespace

std::string groupedText(std::int64_t count) {
  std::string text = std::to_string(count);
  const std::size_t sign = count < 0 ? 1 : 0;
  for (std::size_t at = text.size(); at > sign + 3;) {
    at -= 3;
    text.insert(at, 1, ' ');
  }
  return text;
}

std::string groupedText(std::int64_t count, const char* one, const char* many) {
  return groupedText(count) + ' ' + (count == 1 ? one : many);
}

std::string answerLine(std::span<const std::string> parts) {
  return separated(parts, " · ");
}

std::string listText(std::span<const std::string> items) {
  return separated(items, ", ");
}

std::string sizesText(const Vec3& sizes) {
  const std::string first = roundedText(sizes.x());
  const std::string second = roundedText(sizes.y());
  const std::string third = roundedText(sizes.z());
  return first == second && second == third ? first : first + " x " + second + " x " + third;
}

}  // namespace talus
