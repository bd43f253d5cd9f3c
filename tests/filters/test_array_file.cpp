#include <gtest/gtest.h>
#include <unistd.h>
#include <vtkDataArray.h>
#include <vtkDoubleArray.h>
#include <vtkFieldData.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkTypeInt64Array.h>
#include <vtkXMLImageDataReader.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "core/file_limit.h"
#include "fixtures.h"
#include "vtkTalusArrayFile.h"

namespace test_array_file {
namespace {

namespace fs = std::filesystem;
using fixtures::Ptr;

// A folder that is gone after the test.
struct Folder {
  fs::path path = fs::temp_directory_path() / ("talus_array_file_" + std::to_string(getpid()));
  Folder() { fs::create_directory(path); }
  ~Folder() { fs::remove_all(path); }

  std::string file(const std::string& name) const { return (path / name).string(); }
};

std::string contentOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

Ptr<vtkDoubleArray> noise(vtkIdType count) {
  const auto array = Ptr<vtkDoubleArray>::New();
  array->SetName(("noise" + std::to_string(count)).c_str());
  std::mt19937 random(static_cast<unsigned>(count));
  std::uniform_real_distribution<double> value;
  for (vtkIdType i = 0; i < count; ++i) array->InsertNextValue(value(random));
  return array;
}

Ptr<vtkTypeInt64Array> labels(vtkIdType count) {
  const auto array = Ptr<vtkTypeInt64Array>::New();
  array->SetName(("labels" + std::to_string(count)).c_str());
  for (vtkIdType i = 0; i < count; ++i) array->InsertNextValue(i / 500);
  return array;
}

// Of no block, a byte more or less than a sample or a block, several blocks, several batches.
std::vector<Ptr<vtkDataArray>> arrays() {
  std::vector<Ptr<vtkDataArray>> all;
  for (const vtkIdType count : {0, 1, 2, 511, 512, 513, 32767, 32768, 32769, 100000, 3000000}) {
    all.emplace_back(noise(count));
    all.emplace_back(labels(count));
  }
  return all;
}

// An image without points; the arrays are its field data.
Ptr<vtkTalusArrayFile> fileOf(const std::vector<Ptr<vtkDataArray>>& fields) {
  const auto file = Ptr<vtkTalusArrayFile>::New();
  file->AddText(
      "<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\" "
      "compressor=\"vtkZLibDataCompressor\"><ImageData WholeExtent=\"0 -1 0 -1 0 -1\"><FieldData>\n");
  for (const auto& array : fields) {
    const std::string type = array->GetDataType() == VTK_DOUBLE ? "Float64" : "Int64";
    file->AddText("<DataArray type=\"" + type + "\" Name=\"" + array->GetName() + "\" NumberOfTuples=\"" +
                  std::to_string(array->GetNumberOfTuples()) + "\" format=\"binary\">\n");
    file->AddArray(array);
    file->AddText("\n</DataArray>\n");
  }
  file->AddText("</FieldData><Piece Extent=\"0 -1 0 -1 0 -1\"></Piece></ImageData></VTKFile>\n");
  return file;
}

int write(vtkTalusArrayFile& file, const std::string& path, bool background) {
  file.Start(path, background, background);
  return file.Finish();
}

TEST(ArrayFile, isReadByVtk) {
  const Folder folder;
  const auto written = arrays();
  ASSERT_EQ(write(*fileOf(written), folder.file("a.vti"), false), 0);
  vtkNew<vtkXMLImageDataReader> reader;
  reader->SetFileName(folder.file("a.vti").c_str());
  reader->Update();
  vtkFieldData* const read = reader->GetOutput()->GetFieldData();
  for (const auto& array : written) {
    vtkDataArray* const same = read->GetArray(array->GetName());
    ASSERT_TRUE(same) << array->GetName();
    ASSERT_EQ(same->GetNumberOfTuples(), array->GetNumberOfTuples());
    for (vtkIdType i = 0; i < array->GetNumberOfTuples(); ++i)
      ASSERT_EQ(same->GetComponent(i, 0), array->GetComponent(i, 0)) << array->GetName() << " " << i;
  }
}

TEST(ArrayFile, isTheSameInTheBackground) {
  const Folder folder;
  const auto written = arrays();
  ASSERT_EQ(write(*fileOf(written), folder.file("a"), false), 0);
  ASSERT_EQ(write(*fileOf(written), folder.file("b"), true), 0);
  EXPECT_TRUE(contentOf(folder.file("a")) == contentOf(folder.file("b")));
}

TEST(ArrayFile, compressesWhatShrinks) {
  const Folder folder;
  ASSERT_EQ(write(*fileOf({labels(1000000)}), folder.file("labels"), false), 0);
  ASSERT_EQ(write(*fileOf({noise(1000000)}), folder.file("noise"), false), 0);
  EXPECT_LT(fs::file_size(folder.file("labels")), 8000000 / 50);
  EXPECT_GT(fs::file_size(folder.file("noise")), 8000000 / 3 * 4);
  EXPECT_LT(fs::file_size(folder.file("noise")), 8000000 / 3 * 4 + 10000);
}

TEST(ArrayFile, keepsArraysUntilItIsFinished) {
  const Folder folder;
  auto array = noise(100000);
  const auto file = fileOf({array});
  EXPECT_EQ(array->GetReferenceCount(), 2);
  file->Start(folder.file("a"), true, true);
  EXPECT_EQ(array->GetReferenceCount(), 2);
  EXPECT_EQ(file->Finish(), 0);
  EXPECT_EQ(array->GetReferenceCount(), 1);
  EXPECT_EQ(file->Finish(), 0) << "nothing is left to do";
}

void addAll(const std::vector<Ptr<vtkDataArray>>& arrays, vtkTalusArrayFile& to) {
  for (const auto& array : arrays) {
    to.AddText("an array: ");
    to.AddArray(array);
  }
}

// Also where arrays change, appear or move to another place.
TEST(ArrayFile, takesWhatTheLastFileHas) {
  const Folder folder;
  const auto file = Ptr<vtkTalusArrayFile>::New();
  file->SetKeepParts(true);
  const auto same = labels(200000), other = labels(200000);
  other->SetValue(199999, 7);
  const std::vector<std::vector<Ptr<vtkDataArray>>> files = {
      {same, noise(1000), labels(0)}, {labels(200000), noise(1000)}, {other, noise(1000)}, {noise(10), same}};
  const int count = same->GetReferenceCount();
  for (const auto& arrays : files) {
    addAll(arrays, *file);
    ASSERT_EQ(write(*file, folder.file("a"), true), 0);
    const auto fresh = Ptr<vtkTalusArrayFile>::New();
    addAll(arrays, *fresh);
    ASSERT_EQ(write(*fresh, folder.file("b"), false), 0);
    EXPECT_TRUE(contentOf(folder.file("a")) == contentOf(folder.file("b")));
  }
  EXPECT_EQ(same->GetReferenceCount(), count + 1);
  file->SetKeepParts(false);
  EXPECT_EQ(file->Finish(), 0);
  EXPECT_EQ(same->GetReferenceCount(), count);
}

TEST(ArrayFile, canBeGivenUp) {
  const Folder folder;
  auto array = noise(100000);
  fileOf({array})->Start(folder.file("a"), true, true);
  EXPECT_EQ(array->GetReferenceCount(), 1);
}

TEST(ArrayFile, tellsWhyItCannotBeWritten) {
  const Folder folder;
  for (const bool background : {false, true}) {
    EXPECT_EQ(write(*fileOf({noise(9)}), folder.file("none/a"), background), ENOENT);
    EXPECT_EQ(write(*fileOf({noise(9)}), folder.path.string(), background), EISDIR);
    const talus::FileLimit full(6000);
    EXPECT_EQ(write(*fileOf({noise(1000)}), folder.file("a"), background), EFBIG);
  }
}

}  // namespace
}  // namespace test_array_file
