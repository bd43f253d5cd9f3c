#include "base/error.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace talus {

namespace {

/// Number of bytes of the UTF-8 character at the beginning of the text; 0 if there is none or it is a control
/// character.
std::size_t letterSize(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return byte(0) >= 0x20 && byte(0) != 0x7f ? 1 : 0;
  const std::size_t size = byte(0) < 0xc2   ? 0
                           : byte(0) < 0xe0 ? 2
                           : byte(0) < 0xf0 ? 3
                           : byte(0) < 0xf5 ? 4
                                            : 0;
  if (size == 0 || size > text.size()) return 0;
  for (std::size_t i = 1; i < size; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  const bool tooLong = (byte(0) == 0xe0 && byte(1) < 0xa0) || (byte(0) == 0xf0 && byte(1) < 0x90);
  const bool none = (byte(0) == 0xed && byte(1) >= 0xa0) || (byte(0) == 0xf4 && byte(1) >= 0x90);
  return tooLong || none ? 0 : size;
}

/// Names come from files and may contain any bytes. Bytes that are not printable UTF-8 are written as \x00
/// with their value: a zero byte would end the message if it is read as a C string, and others make decoders
/// fail.
std::string printable(std::string_view text) {
  constexpr const char* digits = "0123456789abcdef";
  std::string shown;
  while (!text.empty()) {
    const std::size_t size = letterSize(text);
    const auto byte = static_cast<unsigned char>(text.front());
    if (size > 0) shown += text.substr(0, size);
    if (size == 0) shown.append("\\x").append({digits[byte >> 4], digits[byte & 15]});
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return shown;
}

std::string sentence(const std::string& what, const std::string& where, const std::string& remedy) {
  std::string text = what;
  if (!where.empty()) text += " (" + where + ")";
  text += '.';
  if (!remedy.empty()) text += ' ' + remedy + '.';
  return printable(text);
}

}  // namespace

Error::Error(std::string what, std::string where, std::string remedy, ErrorSubject subject)
    : std::runtime_error(sentence(what, where, remedy)),
      problem_(std::move(what)),
      where_(std::move(where)),
      remedy_(std::move(remedy)),
      subject_(std::move(subject)) {}

void Error::setSubject(ErrorSubject subject) {
  if (!subject.body.empty()) subject_.body = std::move(subject.body);
  if (!subject.surface.empty()) subject_.surface = std::move(subject.surface);
}

}  // namespace talus
