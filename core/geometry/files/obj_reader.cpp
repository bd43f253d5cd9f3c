#include "geometry/files/obj_reader.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/error.h"
#include "geometry/files/plain_text.h"
#include "geometry/files/text_lines.h"

namespace talus {

namespace {

constexpr std::string_view passedOver[] = {
    "vt",        "vn",     "vp",  "g",     "o",     "s",    "l",     "p",        "usemtl",   "mtllib",
    "usemap",    "maplib", "mg",  "lod",   "bevel", "end",  "con",   "c_interp", "d_interp", "shadow_obj",
    "trace_obj", "cstype", "deg", "bmat",  "step",  "curv", "curv2", "surf",     "parm",     "trim",
    "hole",      "scrv",   "sp",  "ctech", "stech", "call", "csh"};

class ObjReader {
 public:
  explicit ObjReader(const FileText& file) : lines_(file.bytes), name_(file.name) {}

  PolygonMesh read() {
    while (lines_.next()) {
      joinLines();
      lines_.dropComment();
      if (!lines_.words().empty()) readLine(lines_.words()[0]);
    }
    requirePoints();
    return std::move(mesh_);
  }

 private:
  // A backslash at the end of a line continues it.
  void joinLines() {
    while (!lines_.words().empty() && lines_.words().back().ends_with('\\')) {
      lines_.dropLastLetter();
      if (!lines_.join()) return;
    }
  }

  void readLine(std::string_view keyword) {
    if (keyword == "v")
      addPoint();
    else if (keyword == "f")
      addFace();
    else if (std::ranges::find(passedOver, keyword) == std::end(passedOver))
      fail("'" + std::string(keyword.substr(0, 20)) + "' is not a keyword of OBJ", lines_.number());
  }

  void addPoint() {
    const auto& words = lines_.words();
    Vec3 point;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto number = axis + 1 < words.size() ? numberOf(words[axis + 1]) : std::nullopt;
      if (!number) fail("A point is not three numbers" + commaHint(words), lines_.number());
      point[static_cast<Eigen::Index>(axis)] = *number;
    }
    mesh_.points.push_back(point);
  }

  void addFace() {
    const auto& words = lines_.words();
    const auto count = static_cast<std::int64_t>(words.size()) - 1;
    if (count < 3)
      fail("A face with " + std::to_string(count) + " corners is not a polygon", lines_.number());
    for (std::size_t i = 1; i < words.size(); ++i) addCorner(words[i]);
    mesh_.sizes.push_back(count);
    faceLines_.push_back(lines_.number());
  }

  // The point of point/texture/normal. Negative numbers count back from the point that was read last.
  void addCorner(std::string_view word) {
    const auto number = wholeNumberOf(word.substr(0, word.find('/')));
    if (!number) fail("A face names a corner that is not a whole number", lines_.number());
    const auto points = static_cast<std::int64_t>(mesh_.points.size());
    if (*number == 0 || *number < -points) failAt(*number, lines_.number());
    mesh_.corners.push_back(*number < 0 ? points + *number : *number - 1);
  }

  // Faces may come before their points.
  void requirePoints() const {
    std::size_t corner = 0;
    for (std::size_t face = 0; face < mesh_.sizes.size(); ++face)
      for (std::int64_t i = 0; i < mesh_.sizes[face]; ++i, ++corner)
        if (mesh_.corners[corner] >= static_cast<std::int64_t>(mesh_.points.size()))
          failAt(mesh_.corners[corner] + 1, faceLines_[face]);
  }

  [[noreturn]] void failAt(std::int64_t point, std::size_t line) const {
    fail("A face refers to point " + std::to_string(point) + " of " + std::to_string(mesh_.points.size()),
         line);
  }
  [[noreturn]] void fail(const std::string& what, std::size_t line) const {
    throw Error(what, std::string(name_) + ", line " + std::to_string(line), "Export the surface again");
  }

  TextLines lines_;
  std::string_view name_;
  PolygonMesh mesh_;
  std::vector<std::size_t> faceLines_;
};

}  // namespace

PolygonMesh readObj(const FileText& file) {
  return ObjReader(plainText(file)).read();
}

}  // namespace talus
