#include "geometry/files/off_reader.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/error.h"
#include "geometry/files/plain_text.h"
#include "geometry/files/text_lines.h"

namespace talus {

namespace {

using Words = std::vector<std::string_view>;

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

bool isLetter(char c) {
  return lowered(c) >= 'a' && lowered(c) <= 'z';
}

// Whether a word names a kind of file; otherwise the file begins with its counts.
bool isKind(std::string_view word) {
  return std::ranges::all_of(word, [](char c) { return isLetter(c) || isDigit(c); }) &&
         std::ranges::any_of(word, isLetter);
}

// The digits behind the kind in a word: in OFF8, as ModelNet has it, the number of points. No value for a
// kind that is not read.
std::optional<std::string_view> behindKind(std::string_view word) {
  for (const std::string_view part : {"ST", "C", "N"})
    if (word.starts_with(part)) word.remove_prefix(part.size());
  if (!word.starts_with("OFF")) return std::nullopt;
  word.remove_prefix(3);
  return std::ranges::all_of(word, isDigit) ? std::optional(word) : std::nullopt;
}

class OffReader {
 public:
  explicit OffReader(const FileText& file) : lines_(file.bytes), name_(file.name) {}

  PolygonMesh read() {
    const auto [points, faces] = counts();
    for (std::int64_t i = 0; i < points; ++i) addPoint(nextRow(points, faces));
    for (std::int64_t i = 0; i < faces; ++i) addFace(nextRow(points, faces));
    return std::move(mesh_);
  }

 private:
  // The words of the next line that has any; none at the end.
  const Words& nextRow() {
    while (lines_.next()) {
      lines_.dropComment();
      if (!lines_.words().empty()) break;
    }
    return lines_.words();
  }

  const Words& nextRow(std::int64_t points, std::int64_t faces) {
    const Words& words = nextRow();
    if (words.empty())
      fail(std::to_string(points) + " points and " + std::to_string(faces) +
           " faces are promised, fewer lines follow");
    return words;
  }

  std::pair<std::int64_t, std::int64_t> counts() {
    const Words words = countWords();
    const auto count = [&](std::size_t i) {
      return i < words.size() ? wholeNumberOf(words[i]).value_or(-1) : -1;
    };
    if (count(0) < 0 || count(1) < 0) fail("it does not begin with the numbers of points and faces");
    return {count(0), count(1)};
  }

  // The words that begin with the counts: behind the kind, in its line or in the next.
  Words countWords() {
    Words words = nextRow();
    if (words.empty() || !isKind(words[0])) return words;
    const auto digits = behindKind(words[0]);
    if (!digits || std::ranges::find(words, "BINARY") != words.end())
      fail("the kind '" + std::string(words[0].substr(0, 20)) + "' is not read, or it is binary");
    words.erase(words.begin());
    if (!digits->empty()) words.insert(words.begin(), *digits);
    return words.empty() ? nextRow() : words;
  }

  void addPoint(const Words& words) {
    Vec3 point;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto number = axis < words.size() ? numberOf(words[axis]) : std::nullopt;
      if (!number) fail("a point is not three numbers" + commaHint(words));
      point[static_cast<Eigen::Index>(axis)] = *number;
    }
    mesh_.points.push_back(point);
  }

  void addFace(const Words& words) {
    const std::int64_t size = requireWhole(words[0]);
    if (size < 3) fail("a face has " + std::to_string(size) + " corners");
    if (size >= static_cast<std::int64_t>(words.size())) fail("a face has fewer corners than it promises");
    for (std::int64_t i = 1; i <= size; ++i) addCorner(requireWhole(words[static_cast<std::size_t>(i)]));
    mesh_.sizes.push_back(size);
  }

  void addCorner(std::int64_t corner) {
    const auto points = static_cast<std::int64_t>(mesh_.points.size());
    if (corner < 0 || corner >= points)
      fail("a face refers to point " + std::to_string(corner) + " of " + std::to_string(points));
    mesh_.corners.push_back(corner);
  }

  std::int64_t requireWhole(std::string_view word) const {
    const auto number = wholeNumberOf(word);
    if (!number) fail("a face holds something else than whole numbers");
    return *number;
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw Error("OFF is broken: " + what, std::string(name_) + ", line " + std::to_string(lines_.number()),
                "Export the surface again as ASCII OFF");
  }

  TextLines lines_;
  std::string_view name_;
  PolygonMesh mesh_;
};

}  // namespace

PolygonMesh readOff(const FileText& file) {
  return OffReader(plainText(file)).read();
}

}  // namespace talus
