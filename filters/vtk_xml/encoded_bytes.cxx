#include "vtk_xml/encoded_bytes.h"

#include "base/error.h"

namespace talus::filters {

namespace {

[[noreturn]] void failEarly() {
  failVtkXml("an array ends too early");
}

unsigned int digitOf(char letter) {
  if (letter >= 'A' && letter <= 'Z') return static_cast<unsigned int>(letter - 'A');
  if (letter >= 'a' && letter <= 'z') return static_cast<unsigned int>(letter - 'a' + 26);
  if (letter >= '0' && letter <= '9') return static_cast<unsigned int>(letter - '0' + 52);
  if (letter == '+') return 62;
  if (letter == '/') return 63;
  if (letter != '=') failVtkXml("an array is not base64");
  return 0;
}

// The first `count` bytes that the letters encode.
std::string decoded(std::string_view letters, std::uint64_t count) {
  std::string bytes;
  bytes.reserve(count + 2);
  for (; bytes.size() < count; letters.remove_prefix(4)) {
    unsigned int bits = 0;
    for (const char letter : letters.substr(0, 4)) bits = bits << 6 | digitOf(letter);
    for (const int shift : {16, 8, 0}) bytes.push_back(static_cast<char>(bits >> shift & 0xff));
  }
  bytes.resize(count);
  return bytes;
}

}  // namespace

void failVtkXml(const std::string& what) {
  throw Error("Not a whole VTK XML file: " + what, "", "Copy or write the file again");
}

std::string EncodedBytes::read(std::uint64_t begin, std::uint64_t count) const {
  if (count > maximumCount() || begin > maximumCount() || lengthOf(count) > maximumCount() - begin)
    failEarly();
  const std::string_view own = encoded_.substr(begin, lengthOf(count));
  return base64_ ? decoded(own, count) : std::string(own);
}

}  // namespace talus::filters
