#include "base/short_text.h"

namespace talus {

std::string shortened(const std::string& word, std::size_t longest) {
  if (word.size() <= longest) return word;
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(word[end]) & 0xc0) == 0x80) --end;  // within a letter
  return word.substr(0, end) + "…";
}

}  // namespace talus
