#include <gtest/gtest.h>
#include <vtkAppendPolyData.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDataSetAttributes.h>
#include <vtkNew.h>
#include <vtkPlaneSource.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkSphereSource.h>
#include <vtkStripper.h>
#include <vtkUnsignedCharArray.h>
#include <vtkXMLPolyDataWriter.h>

#include <random>
#include <string>

#include "base/error.h"
#include "core/message_of.h"
#include "vtk_xml/vtp_reader.h"

namespace talus::filters::test_vtp_reader {
namespace {

PolygonMesh read(const std::string& text) {
  return readVtp({text, "mine.vtp"});
}

std::string errorOf(const std::string& text) {
  return messageOf([&] { read(text); });
}

vtkSmartPointer<vtkPolyData> sphere(int precision) {
  vtkNew<vtkSphereSource> source;
  source->SetThetaResolution(9);
  source->SetPhiResolution(7);
  source->SetOutputPointsPrecision(precision);
  source->Update();
  return source->GetOutput();
}

// How a file is written; each by VTK's own writer.
struct Form {
  int mode = vtkXMLWriter::Binary;
  int header = vtkXMLWriter::UInt32;
  int compressor = vtkXMLWriter::NONE;
  int order = vtkXMLWriter::LittleEndian;
  bool encoded = true;
  int ids = vtkXMLWriter::Int64;
  int pieces = 1;
};

std::string written(vtkPolyData& surface, const Form& form) {
  vtkNew<vtkXMLPolyDataWriter> writer;
  writer->SetInputData(&surface);
  writer->SetDataMode(form.mode);
  writer->SetHeaderType(form.header);
  writer->SetCompressorType(form.compressor);
  writer->SetByteOrder(form.order);
  writer->SetEncodeAppendedData(form.encoded);
  writer->SetIdType(form.ids);
  writer->SetNumberOfPieces(form.pieces);
  writer->SetBlockSize(512);  // several blocks an array
  writer->WriteToOutputStringOn();
  EXPECT_EQ(writer->Write(), 1);
  return writer->GetOutputString();
}

std::vector<Form> forms() {
  std::vector<Form> all;
  for (const int header : {vtkXMLWriter::UInt32, vtkXMLWriter::UInt64})
    for (const int order : {vtkXMLWriter::LittleEndian, vtkXMLWriter::BigEndian})
      for (const int ids : {vtkXMLWriter::Int32, vtkXMLWriter::Int64})
        for (const int compressor :
             {vtkXMLWriter::NONE, vtkXMLWriter::ZLIB, vtkXMLWriter::LZ4, vtkXMLWriter::LZMA}) {
          all.push_back({vtkXMLWriter::Ascii, header, compressor, order, true, ids});
          all.push_back({vtkXMLWriter::Binary, header, compressor, order, true, ids});
          all.push_back({vtkXMLWriter::Appended, header, compressor, order, true, ids});
          all.push_back({vtkXMLWriter::Appended, header, compressor, order, false, ids});
        }
  return all;
}

std::string described(const Form& form) {
  return "mode " + std::to_string(form.mode) + ", header " + std::to_string(form.header) + ", compressor " +
         std::to_string(form.compressor) + ", order " + std::to_string(form.order) + ", encoded " +
         std::to_string(form.encoded) + ", ids " + std::to_string(form.ids);
}

// The points bit by bit, unless text has rounded them; the polygons as VTK has them.
void expectSame(const PolygonMesh& mesh, vtkPolyData& surface, double tolerance) {
  ASSERT_EQ(mesh.points.size(), static_cast<std::size_t>(surface.GetNumberOfPoints()));
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    Vec3 wanted;
    surface.GetPoint(static_cast<vtkIdType>(i), wanted.data());
    ASSERT_LE((mesh.points[i] - wanted).cwiseAbs().maxCoeff(), tolerance) << i;
  }
  ASSERT_EQ(mesh.sizes.size(), static_cast<std::size_t>(surface.GetNumberOfPolys()));
  std::size_t at = 0;
  vtkNew<vtkIdList> corners;
  for (std::size_t i = 0; i < mesh.sizes.size(); ++i) {
    surface.GetPolys()->GetCellAtId(static_cast<vtkIdType>(i), corners);
    ASSERT_EQ(mesh.sizes[i], corners->GetNumberOfIds());
    for (vtkIdType j = 0; j < corners->GetNumberOfIds(); ++j)
      ASSERT_EQ(mesh.corners[at++], corners->GetId(j));
  }
  EXPECT_EQ(at, mesh.corners.size());
}

TEST(VtpReader, ReadsEveryFormInItsPrecision) {
  for (const int precision : {vtkAlgorithm::SINGLE_PRECISION, vtkAlgorithm::DOUBLE_PRECISION}) {
    const auto surface = sphere(precision);
    for (const Form& form : forms()) {
      SCOPED_TRACE(described(form));
      expectSame(read(written(*surface, form)), *surface, form.mode == vtkXMLWriter::Ascii ? 1e-8 : 0);
    }
  }
}

TEST(VtpReader, JoinsPieces) {
  vtkNew<vtkSphereSource> source;
  vtkNew<vtkXMLPolyDataWriter> writer;
  writer->SetInputConnection(source->GetOutputPort());
  writer->SetNumberOfPieces(3);
  writer->SetGhostLevel(0);
  writer->WriteToOutputStringOn();
  writer->Write();
  const std::string text = writer->GetOutputString();
  ASSERT_NE(text.find("<Piece", text.find("<Piece") + 1), text.npos) << "one piece: this shows nothing";
  source->UpdatePiece(0, 1, 0);
  const PolygonMesh mesh = read(text);
  EXPECT_EQ(mesh.sizes.size(), static_cast<std::size_t>(source->GetOutput()->GetNumberOfPolys()));
  EXPECT_GE(mesh.points.size(), static_cast<std::size_t>(source->GetOutput()->GetNumberOfPoints()));
}

double volumeOf(const PolygonMesh& mesh) {
  double sum = 0;
  std::size_t at = 0;
  for (const std::int64_t size : mesh.sizes) {
    const auto point = [&](std::int64_t corner) {
      return mesh.points[static_cast<std::size_t>(mesh.corners[at + static_cast<std::size_t>(corner)])];
    };
    for (std::int64_t i = 1; i + 1 < size; ++i) sum += point(0).cross(point(i)).dot(point(i + 1)) / 6;
    at += static_cast<std::size_t>(size);
  }
  return sum;
}

TEST(VtpReader, SplitsStrips) {
  const auto surface = sphere(vtkAlgorithm::DOUBLE_PRECISION);
  vtkNew<vtkStripper> stripper;
  stripper->SetInputData(surface);
  stripper->Update();
  ASSERT_GT(stripper->GetOutput()->GetNumberOfStrips(), 0);
  const PolygonMesh mesh = read(written(*stripper->GetOutput(), {}));
  EXPECT_EQ(mesh.sizes.size(), static_cast<std::size_t>(surface->GetNumberOfPolys()));
  EXPECT_NEAR(volumeOf(mesh), volumeOf(read(written(*surface, {}))), 1e-15);
}

TEST(VtpReader, LeavesOutGhostCellsLinesAndVertices) {
  const auto surface = sphere(vtkAlgorithm::DOUBLE_PRECISION);
  vtkNew<vtkCellArray> vertices, lines;
  vertices->InsertNextCell({0});
  lines->InsertNextCell({0, 1});
  surface->SetVerts(vertices);
  surface->SetLines(lines);
  vtkNew<vtkUnsignedCharArray> ghosts;
  ghosts->SetName(vtkDataSetAttributes::GhostArrayName());
  ghosts->SetNumberOfTuples(surface->GetNumberOfCells());
  ghosts->Fill(0);
  ghosts->SetValue(2, vtkDataSetAttributes::DUPLICATECELL);  // the first polygon
  surface->GetCellData()->AddArray(ghosts);
  const PolygonMesh mesh = read(written(*surface, {}));
  ASSERT_EQ(mesh.sizes.size() + 1, static_cast<std::size_t>(surface->GetNumberOfPolys()));
  vtkNew<vtkIdList> second;
  surface->GetPolys()->GetCellAtId(1, second);
  EXPECT_EQ(mesh.corners.front(), second->GetId(0));
}

// ---- Damage ----

const std::string head =
    R"(<VTKFile type="PolyData" byte_order="LittleEndian"><PolyData><Piece NumberOfPoints="3" )"
    R"(NumberOfPolys="1"><Points><DataArray type="Float64" NumberOfComponents="3">)";
const std::string middle = R"(</DataArray></Points><Polys><DataArray type="Int64" Name="connectivity">)";
const std::string last = R"(</DataArray><DataArray type="Int64" Name="offsets">)";
const std::string tail = "</DataArray></Polys></Piece></PolyData></VTKFile>";

std::string triangle(const std::string& points, const std::string& corners, const std::string& ends) {
  return head + points + middle + corners + last + ends + tail;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  text.replace(text.find(what), what.size(), by);
  return text;
}

TEST(VtpReader, TellsWhatIsWrong) {
  const std::string sound = triangle("0 0 0 1 0 0 0 1 .5", "0 1 2", "3");
  ASSERT_EQ(read(sound).points[2], Vec3(0, 1, 0.5));
  const std::pair<std::string, std::string> cases[] = {
      {"", "well-formed"},
      {"nonsense", "well-formed"},
      {sound.substr(0, sound.size() / 2), "well-formed"},
      {"<!DOCTYPE a [<!ENTITY b \"bbb\">]>" + sound, "document type"},
      {std::string(100'000, '<'), "well-formed"},
      {replaced(sound, "PolyData", "ImageData"), "contains 'ImageData'"},
      {replaced(sound, "LittleEndian", "Middle"), "byte_order is 'Middle'"},
      {replaced(sound, R"(NumberOfPoints="3")", R"(NumberOfPoints="-3")"), "'-3', not a count"},
      {replaced(sound, R"(NumberOfPoints="3")", R"(NumberOfPoints="99999999999999999999")"), "not a count"},
      {replaced(sound, R"(NumberOfPoints="3")", R"(NumberOfPoints="1000000000000")"),
       "has 9 numbers, not 3000"},
      {replaced(sound, R"(NumberOfPolys="1")", R"(NumberOfPolys="99999999999")"),
       "has 1 numbers, not 99999999999"},
      {replaced(sound, R"(Components="3")", R"(Components="-1")"), "'-1', not a count"},
      {replaced(sound, R"(Components="3")", R"(Components="4")"), "4 components, not 3"},
      {replaced(sound, "Float64", "Float16"), "the type 'Float16'"},
      {replaced(sound, "Float64\"", "Float64\" format=\"zip\""), "the format 'zip'"},
      {replaced(sound, "Float64\"", "Float64\" format=\"appended\" offset=\"5\""), "too early"},
      {triangle("0 0 0 1 0 0 0 1", "0 1 2", "3"), "has 8 numbers, not 9"},
      {triangle("0 0 0 1 0 0 0 1 x", "0 1 2", "3"), "contains 'x'"},
      {triangle("0 0 0 1 0 0 0 1 1", "0 1 3", "3"), "refers to point 3 of 3"},
      {triangle("0 0 0 1 0 0 0 1 1", "0 1 -1", "3"), "refers to point -1 of 3"},
      {triangle("0 0 0 1 0 0 0 1 1", "0 1 2", "-3"), "go back"},
      {triangle("0 0 0 1 0 0 0 1 1", "0 1 2", "4"), "has 3 numbers, not 4"},
      {triangle("0 0 0 1 0 0 0 1 1", "0 1 2.5", "3"), "contains '2.5'"},
  };
  for (const auto& [text, told] : cases)
    EXPECT_NE(errorOf(text).find(told), std::string::npos) << told << ": " << errorOf(text);
  EXPECT_NE(errorOf("").find("mine.vtp"), std::string::npos);
}

TEST(VtpReader, RefusesDeepNesting) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<a>";
  for (int i = 0; i < 100'000; ++i) deep += "</a>";
  EXPECT_NE(errorOf(deep).find("deep"), std::string::npos);
}

// Changes a few bytes, or cuts the text: what is left is read or refused.
TEST(VtpReader, SurvivesDamage) {
  const auto surface = sphere(vtkAlgorithm::SINGLE_PRECISION);
  std::mt19937 random(20);
  int read = 0, refused = 0;
  for (const Form& form : forms()) {
    const std::string sound = written(*surface, form);
    for (int round = 0; round < 60; ++round) {
      std::string text = sound;
      if (round % 6 == 0) text.resize(random() % text.size());
      for (unsigned int count = 1 + random() % 4; count > 0 && !text.empty(); --count)
        text[random() % text.size()] =
            round % 2 ? static_cast<char>(random()) : "0123456789-<>\"=/ "[random() % 17];
      try {
        const PolygonMesh mesh = readVtp({text, "mine.vtp"});
        for (const std::int64_t corner : mesh.corners) ASSERT_LT(corner, std::ssize(mesh.points));
        ++read;
      } catch (const Error&) {
        ++refused;
      }
    }
  }
  EXPECT_GT(read, 100);
  EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace talus::filters::test_vtp_reader
