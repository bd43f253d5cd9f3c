#pragma once

#include <string>
#include <vector>

#include "base/bytes.h"

namespace talus {

/// A text among the bytes of a message or a checksum.
inline void writeText(const std::string& text, ByteWriter& bytes) {
  bytes.array(std::vector<char>(text.begin(), text.end()));
}

/// @throws Error if the bytes end before the text does.
inline std::string readText(ByteReader& bytes) {
  const auto text = bytes.array<char>();
  return {text.begin(), text.end()};
}

}  // namespace talus
