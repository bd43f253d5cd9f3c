#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <random>
#include <string>

#include "geometry/files/obj_reader.h"
#include "geometry/files/ply_reader.h"
#include "geometry/files/stl_reader.h"
#include "message_of.h"

namespace talus::test_polygon_files {
namespace {

using Reader = PolygonMesh (*)(const FileText&);

PolygonMesh read(Reader reader, const std::string& text) {
  return reader({text, "mine"});
}

std::string errorOf(Reader reader, const std::string& text) {
  return messageOf([&] { read(reader, text); });
}

template <class... Values>
std::string bytes(Values... values) {
  std::string all;
  const auto append = [&](auto value) {
    char raw[sizeof value];
    std::memcpy(raw, &value, sizeof value);
    all.append(raw, sizeof value);
  };
  (append(values), ...);
  return all;
}

std::string reversed(std::string text) {
  return {text.rbegin(), text.rend()};
}

void expectPoints(const PolygonMesh& mesh, const std::vector<Vec3>& points) {
  ASSERT_EQ(mesh.points.size(), points.size());
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_EQ(mesh.points[i], points[i]) << i;
}

using Numbers = std::vector<std::int64_t>;

const std::vector<Vec3> someCorners = {{1.0 / 3, 0, 1e-300}, {1, 0.1, 0}, {0, 1, -2e20}, {0, 0, 1}};

// ---- OBJ ----

const std::string objPoints = "v 0.3333333333333333 0 1e-300\nv +1 .1 0. 0.5 0.5\nv 0 1 -2e20\nv 0 0 1 1\n";

TEST(ObjReader, ReadsPointsAndFaces) {
  const PolygonMesh mesh = read(readObj, "# a\nmtllib m.mtl\n" + objPoints +
                                             "vn 0 0 1\nf 1//1 2//1 3//1\nl 1 2\nf -4 -3/7 \\\n -2 4\n");
  expectPoints(mesh, someCorners);
  EXPECT_EQ(mesh.corners, (Numbers{0, 1, 2, 0, 1, 2, 3}));
  EXPECT_EQ(mesh.sizes, (Numbers{3, 4}));
}

TEST(ObjReader, ReadsLineEndsOfAnySystem) {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    std::string text = objPoints + "f 1 2 3\n";
    for (std::size_t at = 0; (at = text.find('\n', at)) != text.npos; at += end.size())
      text.replace(at, 1, end);
    expectPoints(read(readObj, text), someCorners);
  }
}

TEST(ObjReader, RefusesWhatIsNotObj) {
  const std::pair<std::string, std::string> cases[] = {
      {"v 1 2\n", "three numbers (mine, line 1)"},
      {"v 1 2 3x\n", "three numbers"},
      {"v 1 2 nan(1)\n", "three numbers"},
      {"v 1 2 0x1p3\n", "three numbers"},
      {"v 1 2 1_0\n", "three numbers"},
      {objPoints + "f 1 2\n", "A face with 2 corners is not a polygon (mine, line 5)"},
      {objPoints + "f 1 2 9\n", "point 9 of 4 (mine, line 5)"},
      {objPoints + "f 1 2 0\n", "point 0 of 4"},
      {objPoints + "f 1 2 -5\n", "point -5 of 4"},
      {objPoints + "f 1 2 99999999999999999999999\n", "not a whole number"},
      {objPoints + "f / / /\n", "not a whole number"},
      {objPoints + "f 1 2 \\", "A face with 2 corners"},
      {"solid\n", "'solid' is not a keyword of OBJ"},
      {"\\\n\\\n\\", ""}};
  for (const auto& [text, words] : cases)
    EXPECT_NE(errorOf(readObj, text).find(words), std::string::npos) << text;
}

// ---- PLY ----

std::string plyHeader(const std::string& format, const std::string& more = "") {
  return "ply\nformat " + format +
         " 1.0\ncomment mine\nelement vertex 4\nproperty double x\nproperty double y\n" +
         "property uchar red\nproperty double z\n" + more +
         "element face 2\nproperty list uchar int vertex_indices\nproperty short mark\nend_header\n";
}

std::string plyText(const std::string& faces = "3 0 1 2 7\n4 0 1 2 3 -7\n") {
  return plyHeader("ascii") + "0.3333333333333333 0 255 1e-300\n1 0.1 0 0\n\n0 1 0 -2e20\n0 0 0 1\n" + faces;
}

using Bytes = std::function<std::string(std::string)>;

std::string plyBinary(const std::string& format, const Bytes& ordered) {
  std::string text = plyHeader(format);
  for (const Vec3& p : someCorners)
    text += ordered(bytes(p.x())) + ordered(bytes(p.y())) + '\xff' + ordered(bytes(p.z()));
  for (const Numbers& face : {Numbers{0, 1, 2}, Numbers{0, 1, 2, 3}}) {
    text += static_cast<char>(face.size());
    for (const std::int64_t corner : face) text += ordered(bytes(static_cast<std::int32_t>(corner)));
    text += ordered(bytes(std::int16_t{-7}));
  }
  return text;
}

const std::string plyLittle = plyBinary("binary_little_endian", [](std::string text) { return text; });

TEST(PlyReader, ReadsTextAndBothByteOrders) {
  for (const std::string& text : {plyText(), plyLittle, plyBinary("binary_big_endian", reversed)}) {
    const PolygonMesh mesh = read(readPly, text);
    expectPoints(mesh, someCorners);
    EXPECT_EQ(mesh.corners, (Numbers{0, 1, 2, 0, 1, 2, 3}));
    EXPECT_EQ(mesh.sizes, (Numbers{3, 4}));
  }
}

TEST(PlyReader, RefusesWhatIsNotPly) {
  const std::string element = "element face 2\n", type = "property double x\n";
  const auto with = [](std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
  };
  const std::pair<std::string, std::string> cases[] = {
      {"", "does not begin with 'ply'"},
      {"ply\nformat ascii 1.0\n", "does not begin with 'ply'"},
      {with(plyText(), "format ascii 1.0\n", ""), "no 'format' line"},
      {with(plyText(), "ascii", "asci"), "line 2 of its header"},
      {with(plyText(), "vertex 4", "vertex -4"), "line 4 of its header"},
      {with(plyText(), "vertex 4", "vertex 99999999999999999"), "not its numbers"},
      {with(plyLittle, "vertex 4", "vertex 99999999999999999"), ""},
      {with(plyText(), element, "element edge 9999999999\n" + element), "'edge' has no properties"},
      {with(plyText(), element, element + element), "'face' stands twice"},
      {with(plyText(), type, type + type), "'x' stands twice"},
      {with(plyText(), type, "property list uchar double x\n"), "is a list"},
      {with(plyText(), type, ""), "no element 'vertex' with x, y and z"},
      {with(plyText(), "vertex_indices", "corners"), "point cloud"},
      {with(plyText(), "list uchar int", "int"), "no list"},
      {with(plyText(), "list uchar int", "list float int"), "of its header"},
      {plyText("3 0 1 4 7\n3 0 1 2 7\n"), "refers to point 4"},
      {plyText("3 0 1 1.5 7\n3 0 1 2 7\n"), "refers to point 1.5"},
      {plyText("3 0 1 nan 7\n3 0 1 2 7\n"), "refers to point nan"},
      {plyText("-3 0 1 2 7\n3 0 1 2 7\n"), "has -3 entries"},
      {plyText("2 0 1 7\n3 0 1 2 7\n"), "a face with 2 corners"},
      {plyText("3 0 1 2 7\n"), "ends before the 2 entries of element 'face'"},
      {plyText("999999999999 0 1 2 7\n3 0 1 2 7\n"), "ends before"},
      {plyText("x 0 1 2 7\n3 0 1 2 7\n"), "not its numbers"},
      {with(plyText(), "1 0.1 0 0\n", "1 0.1 0 0 0\n"), "not its numbers"},
      {plyLittle.substr(0, plyLittle.size() - 1), "ends before the 2 entries of element 'face'"}};
  for (const auto& [text, words] : cases) {
    const std::string error = errorOf(readPly, text);
    EXPECT_NE(error, "") << text;
    EXPECT_NE(error.find(words), std::string::npos) << error;
  }
}

// ---- STL ----

std::string facet(const std::string& corners = "vertex 0 0 1\n vertex 1 0 0.1\n VERTEX -0 1e0 0\n") {
  return " facet normal 0 0 0\n  outer loop\n" + corners + "endloop endfacet\n";
}

TEST(StlReader, MergesEqualCorners) {
  const std::vector<Vec3> points = {{0, 0, 1}, {-0.0, 1, 0}, {0.5, 1, 0}, {1, 0, 0.1}};  // by x, y, z
  const PolygonMesh mesh =
      read(readStl, "solid of 1 facet\n" + facet() + "endsolid\nsolid b\n" +
                        facet("vertex 0.5 1 0 vertex 1 0 0.1 vertex 0 1 0\n") + "endsolid b");
  expectPoints(mesh, points);
  EXPECT_EQ(mesh.corners, (Numbers{0, 3, 1, 2, 3, 1}));
  EXPECT_EQ(mesh.sizes, (Numbers{3, 3}));
}

std::string stlBinary(std::uint32_t triangles) {
  std::string text = "solid but binary" + std::string(64, ' ') + bytes(triangles);
  for (std::uint32_t t = 0; t < triangles; ++t)
    text += bytes(0.0F, 0.0F, 1.0F) + bytes(0.0F, 0.0F, 0.1F * static_cast<float>(t)) +
            bytes(1.0F, 0.0F, 0.0F) + bytes(0.0F, 1.0F, 0.0F) + std::string(2, '\0');
  return text;
}

TEST(StlReader, ReadsBinaryInSinglePrecision) {
  const PolygonMesh mesh = read(readStl, stlBinary(2));
  expectPoints(mesh, {{0, 0, 0}, {0, 0, 0.1F}, {0, 1, 0}, {1, 0, 0}});
  EXPECT_EQ(mesh.corners, (Numbers{0, 3, 2, 1, 3, 2}));
  EXPECT_TRUE(read(readStl, stlBinary(0)).sizes.empty());
}

TEST(StlReader, IgnoresWhatFollowsTheLastTriangle) {
  const PolygonMesh mesh = read(readStl, stlBinary(2) + "more");
  EXPECT_EQ(mesh.corners, read(readStl, stlBinary(2)).corners);
  EXPECT_NE(mesh.warning.find("4 bytes after its 2 triangles, which are ignored"), std::string::npos);
  EXPECT_EQ(read(readStl, stlBinary(2)).warning, "");
}

TEST(StlReader, RefusesWhatIsNotStl) {
  const std::string sound = "solid a\n" + facet() + "endsolid a\n";
  const std::pair<std::string, std::string> cases[] = {
      {"", "0 bytes are too few"},
      {sound.substr(0, sound.size() - 11), "'solid' has no 'endsolid'"},
      {"solid a\n" + sound, "do not come in pairs"},
      {facet(), "does not begin with 'solid'"},
      {"solid a\n" + facet("vertex 0 0 0 vertex 1 0 x\n"), "'x' does not belong here"},
      {"solid a\n" + facet("vertex 0 0 0\n"), "'endloop' does not belong here"},
      {"solid a\nfacet normal 0 0 1\nendsolid a\n", "do not come in pairs"},
      {stlBinary(2).substr(0, 180),
       "truncated: the header promises 2 triangles (184 bytes), the file has 180"},
      {stlBinary(0) + "x", "does not fit its header"}};
  for (const auto& [text, words] : cases) {
    const std::string error = errorOf(readStl, text);
    EXPECT_NE(error.find(words), std::string::npos) << text << error;
  }
}

// ---- Damage ----

std::string damaged(std::string text, std::mt19937& random) {
  const auto below = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
  };
  const std::string pieces[] = {"-1", "99999999999", "nan", "\n", " ", "\\", "0", "\xff\xff\xff\x7f", "end"};
  for (std::size_t change = below(3) + 1; change > 0 && !text.empty(); --change) {
    const std::size_t at = below(text.size());
    switch (below(5)) {
      case 0:
        text[at] = static_cast<char>(below(256));
        break;
      case 1:
        text.resize(at);
        break;
      case 2:
        text.insert(at, pieces[below(std::size(pieces))]);
        break;
      case 3:
        text.erase(at, below(20));
        break;
      default:
        text.insert(at, text.substr(below(text.size()), below(60)));
    }
  }
  return text;
}

TEST(PolygonFiles, AreReadOrRefusedWhateverTheirDamage) {
  const std::pair<Reader, std::string> sound[] = {
      {readObj, objPoints + "f 1//1 2//1 3//1\nf -4 -3/7 \\\n -2 4\n"},
      {readPly, plyText()},
      {readPly, plyLittle},
      {readPly, plyBinary("binary_big_endian", reversed)},
      {readStl, "solid a\n" + facet() + facet() + "endsolid a\n"},
      {readStl, stlBinary(3)}};
  std::mt19937 random(1);
  std::size_t accepted = 0, refused = 0;
  for (int i = 0; i < 60000; ++i) {
    const auto& [reader, text] = sound[static_cast<std::size_t>(i) % std::size(sound)];
    try {
      const PolygonMesh mesh = read(reader, damaged(text, random));
      ++accepted;
      std::size_t corners = 0;
      for (const std::int64_t size : mesh.sizes) {
        ASSERT_GE(size, 3);
        corners += static_cast<std::size_t>(size);
      }
      ASSERT_EQ(corners, mesh.corners.size());
      for (const std::int64_t corner : mesh.corners)
        ASSERT_TRUE(corner >= 0 && corner < static_cast<std::int64_t>(mesh.points.size()));
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GT(accepted, 3000u);
  EXPECT_GT(refused, 3000u);
}

}  // namespace
}  // namespace talus::test_polygon_files
