#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace talus::filters {

/// @throws Error what is wrong with a VTK XML file
[[noreturn]] void failVtkXml(const std::string& what);

/// Blanks of XML, and those that C++ knows besides.
constexpr std::string_view xmlBlanks = " \t\r\n\v\f";

/// Bytes that stand in a file as they are, or as base64: then every part that is read begins with a new group
/// of four letters. Keeps a view of them.
class EncodedBytes {
 public:
  static EncodedBytes raw(std::string_view bytes) { return EncodedBytes(bytes, false); }
  static EncodedBytes base64(std::string_view letters) { return EncodedBytes(letters, true); }

  /// @param begin in the file's own bytes. @throws Error there are fewer than `count`, or no base64. O(count)
  std::string read(std::uint64_t begin, std::uint64_t count) const;
  /// At least as many bytes as can be read in all.
  std::uint64_t most() const { return encoded_.size(); }
  /// How much of the file encodes so many bytes.
  std::uint64_t lengthOf(std::uint64_t count) const { return base64_ ? (count + 2) / 3 * 4 : count; }

 private:
  EncodedBytes(std::string_view encoded, bool base64) : encoded_(encoded), base64_(base64) {}

  std::string_view encoded_;
  bool base64_;
};

}  // namespace talus::filters
