#include "geometry/files/plain_text.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/error.h"

namespace talus {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";
constexpr char endMark = '\x1a';
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> wideMarks = {
    {{"\xff\xfe\0\0"sv, "UTF-32"},
     {"\0\0\xfe\xff"sv, "UTF-32"},
     {"\xff\xfe", "UTF-16"},
     {"\xfe\xff", "UTF-16"}}};
constexpr std::size_t lookedAtBytes = 8;  // bytes of a text without a mark

bool isTextByte(char c) {
  return (c >= ' ' && c <= '~') || c == '\t' || c == '\n' || c == '\r';
}

// Whether four letters and four zeros alternate at the beginning.
bool isUnmarkedWide(std::string_view bytes) {
  if (bytes.size() < lookedAtBytes) return false;
  const std::size_t first = bytes[0] == '\0' ? 1 : 0;  // position of the first letter
  for (std::size_t i = 0; i < lookedAtBytes; ++i)
    if (i % 2 == first ? !isTextByte(bytes[i]) : bytes[i] != '\0') return false;
  return true;
}

std::string_view wideEncoding(std::string_view bytes) {
  for (const auto& [mark, name] : wideMarks)
    if (bytes.starts_with(mark)) return name;
  return isUnmarkedWide(bytes) ? "UTF-16" : "";
}

}  // namespace

FileText withoutMark(FileText file) {
  const std::string_view wide = wideEncoding(file.bytes);
  if (!wide.empty())
    throw Error("The text is in " + std::string(wide) + ", which is not read", std::string(file.name),
                "Save it as UTF-8");
  if (file.bytes.starts_with(byteOrderMark)) file.bytes.remove_prefix(byteOrderMark.size());
  return file;
}

FileText plainText(FileText file) {
  file = withoutMark(file);
  while (file.bytes.ends_with(endMark)) file.bytes.remove_suffix(1);
  return file;
}

}  // namespace talus
