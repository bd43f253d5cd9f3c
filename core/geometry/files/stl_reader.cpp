#include "geometry/files/stl_reader.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "geometry/files/plain_text.h"
#include "geometry/files/text_lines.h"

namespace talus {

namespace {

static_assert(std::endian::native == std::endian::little, "binary STL is little endian");

constexpr std::size_t headerBytes = 84;  // 80 bytes of text, then the number of triangles
constexpr std::size_t recordBytes = 50;  // the normal, three corners, two bytes of attributes
constexpr std::size_t normalBytes = 12;
constexpr double maximumControlShare = 0.02;  // of damaged text; a binary triangle has at least two zeros

[[noreturn]] void fail(const std::string& what, const std::string& where) {
  throw Error(what, where, "Copy or export the file again");
}

std::size_t binarySize(std::string_view bytes) {
  std::uint32_t triangles = 0;
  std::memcpy(&triangles, bytes.data() + 80, sizeof triangles);
  return headerBytes + recordBytes * std::size_t{triangles};
}

// Binary files may begin with words of text; text with a damaged byte is still text.
bool isText(const FileText& file) {
  const std::string_view bytes = file.bytes;
  if (bytes.size() >= headerBytes && bytes.size() == binarySize(bytes)) return false;
  std::string start(withoutMark(file).bytes.substr(0, 4096));
  std::ranges::transform(start, start.begin(), lowered);
  const auto isControl = [](unsigned char c) { return c < 9 || (c > 13 && c < 32); };
  const auto controls = static_cast<double>(std::ranges::count_if(start, isControl));
  if (start.find("facet") != start.npos && start.find("vertex") != start.npos)
    return controls <= maximumControlShare * static_cast<double>(start.size());
  const std::size_t first = std::min(start.find_first_not_of(" \t\r\n\v\f"), start.size());
  return start.compare(first, 5, "solid") == 0 && controls == 0;
}

// Empty if there are no bytes beyond the header's triangles.
std::string surplusText(std::size_t bytes, std::size_t expected, std::string_view name) {
  if (bytes == expected) return {};
  return "Binary STL has " + std::to_string(bytes - expected) + " bytes after its " +
         std::to_string((expected - headerBytes) / recordBytes) + " triangles, which are ignored (" +
         std::string(name) + "). Export the file again if triangles are missing";
}

// Bytes that follow the last triangle are ignored, as by other programs, unless the header has no triangle.
std::vector<Vec3> binaryCorners(const FileText& file, std::string& warning) {
  const std::string_view bytes = file.bytes;
  if (bytes.size() < headerBytes)
    fail("Not an STL file: " + std::to_string(bytes.size()) +
             " bytes are too few for a binary header, and it does not begin with 'solid'",
         std::string(file.name));
  const std::size_t expected = binarySize(bytes);
  const bool surplus = bytes.size() > expected && expected > headerBytes;
  if (bytes.size() != expected && !surplus)
    fail(std::string("Binary STL ") + (bytes.size() < expected ? "is truncated" : "does not fit its header") +
             ": the header promises " + std::to_string((expected - headerBytes) / recordBytes) +
             " triangles (" + std::to_string(expected) + " bytes), the file has " +
             std::to_string(bytes.size()) + " bytes",
         std::string(file.name));
  warning = surplusText(bytes.size(), expected, file.name);
  std::vector<Vec3> corners;
  for (std::size_t record = headerBytes; record < expected; record += recordBytes) {
    std::array<float, 9> values{};
    std::memcpy(values.data(), bytes.data() + record + normalBytes, sizeof values);
    for (std::size_t i = 0; i < 9; i += 3) corners.emplace_back(values[i], values[i + 1], values[i + 2]);
  }
  return corners;
}

class TextReader {
 public:
  explicit TextReader(const FileText& file) : lines_(file.bytes), name_(file.name) {}

  std::vector<Vec3> corners() {
    while (lines_.next()) {
      const auto& words = lines_.words();
      if (words.empty()) continue;
      if (endsSolid(words) || isWord(words[0], "solid"))
        readTitle(!endsSolid(words));
      else
        for (const std::string_view word : words) take(word);
    }
    if (within_ || place_ > 0) failHere("ASCII STL is truncated: the last 'solid' has no 'endsolid'");
    if (titles_ == 0) failHere("ASCII STL is broken: it does not begin with 'solid'");
    return std::move(corners_);
  }

 private:
  static constexpr std::string_view aNumber = "", aWord = "*";
  // The words of a facet. The normal is not used, and programs write what is no number there.
  static constexpr std::array<std::string_view, 21> facet = {
      "facet",  "normal", aWord,   aWord,   aWord,    "outer",   "loop",
      "vertex", aNumber,  aNumber, aNumber, "vertex", aNumber,   aNumber,
      aNumber,  "vertex", aNumber, aNumber, aNumber,  "endloop", "endfacet"};

  // "endsolid", or "end solid".
  static bool endsSolid(const std::vector<std::string_view>& words) {
    return isWord(words[0], "endsolid") ||
           (words.size() > 1 && isWord(words[0], "end") && isWord(words[1], "solid"));
  }

  void readTitle(bool begins) {
    if (begins == within_ || place_ > 0)
      failHere("ASCII STL is broken: 'solid' and 'endsolid' do not come in pairs");
    within_ = begins;
    ++titles_;
  }

  void take(std::string_view word) {
    if (titles_ == 0) failHere("ASCII STL is broken: it does not begin with 'solid'");
    const std::string_view wanted = facet[place_];
    const auto number = wanted == aNumber ? numberOf(word) : std::nullopt;
    if (wanted == aNumber ? !number : wanted != aWord && !isWord(word, wanted))
      failHere("ASCII STL is broken: '" + std::string(word.substr(0, 40)) +
               "' does not belong here, in 'facet normal … endfacet' with numbers" + commaHint({&word, 1}));
    if (number) values_[valueCount_++] = *number;
    if (valueCount_ == 3) {
      corners_.emplace_back(values_[0], values_[1], values_[2]);
      valueCount_ = 0;
    }
    place_ = (place_ + 1) % facet.size();
  }

  [[noreturn]] void failHere(const std::string& what) const {
    fail(what, std::string(name_) + ", line " + std::to_string(lines_.number()));
  }

  TextLines lines_;
  std::string_view name_;
  std::vector<Vec3> corners_;
  std::array<double, 3> values_{};
  std::size_t valueCount_ = 0;
  std::size_t place_ = 0;   // position in the facet
  std::size_t titles_ = 0;  // number of titles read
  bool within_ = false;     // whether a solid is open
};

// Merges equal corners to one point; 0.0 equals −0.0, and NaN equals nothing.
PolygonMesh merged(const std::vector<Vec3>& corners) {
  const auto key = [&](std::int64_t i) {
    const Vec3& p = corners[static_cast<std::size_t>(i)];
    return std::tuple(p.x(), p.y(), p.z());
  };
  std::vector<std::int64_t> order(corners.size());
  std::iota(order.begin(), order.end(), std::int64_t{0});
  // A total order, with NaN last.
  const auto before = [&](std::int64_t i, std::int64_t k) {
    const Vec3 &p = corners[static_cast<std::size_t>(i)], &q = corners[static_cast<std::size_t>(k)];
    for (const Eigen::Index axis : {0, 1, 2}) {
      if (p[axis] < q[axis] || (std::isnan(q[axis]) && !std::isnan(p[axis]))) return true;
      if (p[axis] > q[axis] || (std::isnan(p[axis]) && !std::isnan(q[axis]))) return false;
    }
    return i < k;
  };
  std::sort(order.begin(), order.end(), before);
  PolygonMesh mesh;
  mesh.corners.resize(corners.size());
  for (std::size_t n = 0; n < order.size(); ++n) {
    if (n == 0 || key(order[n]) != key(order[n - 1]))
      mesh.points.push_back(corners[static_cast<std::size_t>(order[n])]);
    mesh.corners[static_cast<std::size_t>(order[n])] = static_cast<std::int64_t>(mesh.points.size()) - 1;
  }
  mesh.sizes.assign(corners.size() / 3, 3);
  return mesh;
}

}  // namespace

PolygonMesh readStl(const FileText& file) {
  std::string warning;
  const bool text = isText(file);
  PolygonMesh mesh = merged(text ? TextReader(plainText(file)).corners() : binaryCorners(file, warning));
  mesh.warning = std::move(warning);
  mesh.singlePrecision = !text;
  return mesh;
}

}  // namespace talus
