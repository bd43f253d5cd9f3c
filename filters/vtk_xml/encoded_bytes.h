#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace talus::filters {

/// @throws Error for a damaged VTK XML file; `what` describes the damage.
[[noreturn]] void failVtkXml(const std::string& what);

/// The white space of XML, and the other white space of C++.
constexpr std::string_view xmlBlanks = " \t\r\n\v\f";

/// Bytes that a file contains raw or as base64; with base64, every part that is read begins with a new group
/// of four letters. Keeps a view of the bytes.
class EncodedBytes {
 public:
  static EncodedBytes raw(std::string_view bytes) { return EncodedBytes(bytes, false); }
  static EncodedBytes base64(std::string_view letters) { return EncodedBytes(letters, true); }

  /// @param begin position in the encoded bytes. @throws Error if there are fewer than `count` bytes, or
  /// invalid base64. O(count).
  std::string read(std::uint64_t begin, std::uint64_t count) const;
  /// Upper bound of the number of bytes that can be read.
  std::uint64_t maximumCount() const { return encoded_.size(); }
  /// The number of encoded bytes for `count` bytes.
  std::uint64_t lengthOf(std::uint64_t count) const { return base64_ ? (count + 2) / 3 * 4 : count; }

 private:
  EncodedBytes(std::string_view encoded, bool base64) : encoded_(encoded), base64_(base64) {}

  std::string_view encoded_;
  bool base64_;
};

}  // namespace talus::filters
