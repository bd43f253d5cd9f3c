#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <random>
#include <string>

#include "geometry/files/obj_reader.h"
#include "geometry/files/off_reader.h"
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

TEST(ObjReader, IgnoresComments) {
  const PolygonMesh mesh =
      read(readObj, "# f 1 2 9\n" + objPoints + "f 1 2 3 # face\nf 1 2 4#5\n#f\n # \\\nf 1 2 3\n");
  EXPECT_EQ(mesh.corners, (Numbers{0, 1, 2, 0, 1, 3}));
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

// ---- OFF ----

const std::string offPoints = "0.3333333333333333 0 1e-300 9\n1 .1 0 # a\n\n0 1 -2e20\n0 0 1\n";
const std::string offFaces = "3 0 1 2 255 0 0\n4 0 1 2 3\n";

TEST(OffReader, ReadsCountsInAnyOfTheirPlaces) {
  for (const std::string head : {"OFF\n4 2 0\n", "OFF 4 2 0\n", "OFF4 2 0\n", "OFF # of two\n# faces\n4 2\n",
                                 "4 2 0\n", "STCNOFF\n4 2 0\n"}) {
    const PolygonMesh mesh = read(readOff, head + offPoints + offFaces + "more\n");
    expectPoints(mesh, someCorners);
    EXPECT_EQ(mesh.corners, (Numbers{0, 1, 2, 0, 1, 2, 3})) << head;
    EXPECT_EQ(mesh.sizes, (Numbers{3, 4}));
  }
}

TEST(OffReader, RefusesWhatIsNotOff) {
  const std::string head = "OFF\n4 2 0\n", face = "3 0 1 2\n";
  const std::pair<std::string, std::string> cases[] = {
      {"", "does not begin with the numbers"},
      {"OFF", "does not begin with the numbers"},
      {"OFF\n4\n" + offPoints, "does not begin with the numbers"},
      {"OFF\n-4 2\n", "does not begin with the numbers"},
      {"OFF BINARY\n4 2 0\n", "kind 'OFF' is not read, or it is binary (mine, line 1)"},
      {"4OFF\n4 2 0\n", "kind '4OFF'"},
      {"OFF8x 2 0\n", "kind 'OFF8x'"},
      {"hello world\n", "kind 'hello'"},
      {head + "0 0 0\n", "4 points and 2 faces are promised"},
      {"OFF\n99999999999 2 0\n0 0 0\n", "are promised"},
      {head + offPoints + face, "are promised"},
      {head + "0 0\n" + offPoints, "three numbers (mine, line 3)"},
      {head + "0 0 0,5\n" + offPoints, "three numbers"},
      {head + offPoints + "2 0 1\n" + face, "has 2 corners"},
      {head + offPoints + "4 0 1 2\n" + face, "fewer corners than it promises (mine, line 8)"},
      {head + offPoints + "3 0 1 4\n" + face, "point 4 of 4"},
      {head + offPoints + "3 0 1 -1\n" + face, "point -1 of 4"},
      {head + offPoints + "3 0 1 1.5\n" + face, "whole numbers"}};
  for (const auto& [text, words] : cases)
    EXPECT_NE(errorOf(readOff, text).find(words), std::string::npos) << text << errorOf(readOff, text);
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

TEST(PlyReader, ReadsPointsWithTheirOtherNumbers) {
  for (const std::string& text : {plyText(), plyLittle, plyBinary("binary_big_endian", reversed)}) {
    const PlyPoints found = readPlyPoints({text, "a.ply"});
    EXPECT_EQ(found.points, someCorners);
    EXPECT_FALSE(found.singlePrecision);
    ASSERT_EQ(found.columns.size(), 1U);
    EXPECT_EQ(found.columns[0].name, "red");
    EXPECT_EQ(found.columns[0].type, PlyType::UInt8);
    EXPECT_EQ(found.columns[0].values.front(), 255);
  }
}

TEST(PlyReader, ReadsPointsWithoutFaces) {
  const std::string text =
      "ply\nformat ascii 1.0\nelement vertex 2\nproperty int z\nproperty list int int near\n" +
      std::string("property short odd\nproperty int y\nproperty int x\nend_header\n") +
      "3 2 1 0 1.5 2 1\n6 0 7 5 4\n";
  const PlyPoints found = readPlyPoints({text, "a.ply"});
  EXPECT_EQ(found.points, (std::vector<Vec3>{{1, 2, 3}, {4, 5, 6}}));
  ASSERT_EQ(found.columns.size(), 1U);
  EXPECT_EQ(found.columns[0].type, PlyType::Double);  // short does not hold its values
  EXPECT_EQ(found.columns[0].values, (std::vector<double>{1.5, 7}));
}

std::string plyStrips(const std::string& lists, const std::string& count = "1") {
  return "ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\nproperty float y\nproperty float z\n"
         "element tristrips " +
         count + "\nproperty list int int vertex_indices\nend_header\n" +
         "0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 2 0\n1 2 0\n" + lists;
}

TEST(PlyReader, ReadsTriangleStrips) {
  const Numbers upward{0, 1, 2, 3, 2, 1, 2, 3, 4, 5, 4, 3};
  const std::pair<std::string, Numbers> cases[] = {
      {plyStrips("6 0 1 2 3 4 5\n"), upward},
      {plyStrips("7 0 1 2 3 4 5 -1\n"), upward},
      {plyStrips("10 -1 0 1 2 3 -1 2 3 4 5\n"), upward},
      {plyStrips("4 0 1 2 3\n4 2 3 4 5\n", "2"), upward},
      {plyStrips("8 0 1 2 2 2 3 4 -1\n"), {0, 1, 2, 2, 3, 4}},  // triangles without area lead on
      {plyStrips("5 0 1 -1 2 3\n"), {}},
      {plyStrips("0\n"), {}}};
  for (const auto& [text, corners] : cases) {
    const PolygonMesh mesh = read(readPly, text);
    EXPECT_EQ(mesh.corners, corners) << text;
    EXPECT_EQ(mesh.sizes, Numbers(corners.size() / 3, 3));
  }
  EXPECT_NE(errorOf(readPly, plyStrips("3 0 1 6\n")).find("refers to point 6"), std::string::npos);
  EXPECT_NE(errorOf(readPly, plyStrips("3 0 1 -2\n")).find("refers to point -2"), std::string::npos);
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
      {with(plyText(), "ascii", "asci"), "header line 'format asci 1.0'"},
      {with(plyText(), "vertex 4", "vertex -4"), "header line 'element vertex -4'"},
      {with(plyText(), "vertex 4", "vertex 99999999999999999"), "not its numbers"},
      {with(plyLittle, "vertex 4", "vertex 99999999999999999"), ""},
      {with(plyText(), element, "element edge 9999999999\n" + element), "'edge' has no properties"},
      {with(plyText(), element, element + element), "'face' stands twice"},
      {with(plyText(), type, type + type), "'x' stands twice"},
      {with(plyText(), type, "property list uchar double x\n"), "is a list"},
      {with(plyText(), type, ""), "no element 'vertex' with x, y and z"},
      {with(plyText(), "vertex_indices", "corners"), "point cloud"},
      {with(plyText(), "list uchar int", "int"), "no list"},
      {with(plyText(), "list uchar int", "list float int"), "header line 'property list float int"},
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

TEST(StlReader, ReadsWhateverStandsForNormals) {
  for (const std::string normal : {"nan nan nan", "-nan(ind) 0 0", "-1.#IND 1.#QNAN inf", "0,5 0 0"}) {
    std::string text = facet();
    text.replace(text.find("0 0 0"), 5, normal);
    EXPECT_EQ(read(readStl, "solid\n" + text + "endsolid\n").sizes, Numbers{3}) << normal;
  }
  const std::string title = "solid a\n" + facet() + "end solid a\n";
  EXPECT_EQ(read(readStl, title + title).sizes.size(), 2u);
}

std::string stlBinary(std::uint32_t triangles, std::string header = "solid but binary") {
  header.resize(80, ' ');
  std::string text = header + bytes(triangles);
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

TEST(StlReader, TellsBinaryFilesWhateverTheirHeader) {
  const std::string file = stlBinary(2, "solid a facet of a vertex");
  EXPECT_EQ(read(readStl, file + std::string(80, '\0')).corners, read(readStl, file).corners);
  EXPECT_NE(errorOf(readStl, file.substr(0, 180)).find("truncated: the header promises 2"),
            std::string::npos);
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

// ---- Any text ----

TEST(PolygonFiles, BeginWithAMarkAndEndWithAnother) {
  const std::pair<Reader, std::string> files[] = {{readObj, objPoints + "f 1 2 3\n"},
                                                  {readOff, "OFF\n4 2 0\n" + offPoints + offFaces},
                                                  {readPly, plyText()},
                                                  {readStl, "solid a\n" + facet() + "endsolid a\n"}};
  for (const auto& [reader, text] : files) {
    EXPECT_EQ(read(reader, "\xef\xbb\xbf" + text + "\x1a").corners, read(reader, text).corners) << text;
    std::string wide;
    for (const char c : text) wide += {c, '\0'};
    for (const std::string& begin : {std::string("\xff\xfe"), std::string()})
      EXPECT_NE(errorOf(reader, begin + wide).find("UTF-16, which is not read (mine)"), std::string::npos)
          << text;
    EXPECT_NE(errorOf(reader, "\xfe\xff" + reversed(wide)).find("UTF-16"), std::string::npos);
    EXPECT_NE(errorOf(reader, std::string("\xff\xfe\0\0", 4) + wide).find("UTF-32"), std::string::npos);
  }
  EXPECT_EQ(read(readPly, "\xef\xbb\xbf" + plyLittle).corners, read(readPly, plyLittle).corners);
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
      {readOff, "OFF4 2 0\n" + offPoints + offFaces},
      {readPly, plyStrips("4 0 1 2 3\n5 2 3 4 5 -1\n", "2")},
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
