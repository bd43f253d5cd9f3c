// Scenes as VTK data: read from a file, written and read again without a loss, expanded into surfaces.
#include <gtest/gtest.h>
#include <unistd.h>
#include <vtkCellData.h>
#include <vtkCompositeDataSet.h>
#include <vtkDataAssembly.h>
#include <vtkDoubleArray.h>
#include <vtkExecutive.h>
#include <vtkInformation.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPointData.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLPartitionedDataSetCollectionReader.h>
#include <vtkXMLPartitionedDataSetCollectionWriter.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>

#include "bad_scenes.h"
#include "base/error.h"
#include "fixtures.h"
#include "scene/scene_json.h"
#include "scene_data.h"
#include "vtkTalusBodySurfaces.h"
#include "vtkTalusSceneReader.h"

namespace test_scene {
namespace {

using namespace fixtures;
namespace fs = std::filesystem;

const std::string scenes = TALUS_DATA "/scenes/";

// A folder that is gone after the test.
class SceneData : public testing::Test {
 protected:
  SceneData() { fs::create_directories(folder_); }
  ~SceneData() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
    return path(name);
  }

 private:
  fs::path folder_ = fs::temp_directory_path() / ("talus_scene_data_" + std::to_string(getpid()));
};

// A box of 2 × 1 × 1 about its centre of mass, one tetrahedron.
constexpr const char* smallScene = R"({"format": "talus-scene-1", "gravity": [0.1, -0.0, -9.81], "halo": 0.3,
  "materials": [{"name": "glass", "density": 1000}, {"name": "<\"&ü\n>", "density": 0.1}],
  "pairs": [{"between": ["glass", "<\"&ü\n>"], "contact": {"friction": 0.1}}],
  "shapes": [{"name": "box", "points": [[0,0,0],[2,0,0],[2,1,0],[0,1,0],[0,0,1],[2,0,1],[2,1,1],[0,1,1]],
     "triangles": [[0,2,1],[0,3,2],[4,5,6],[4,6,7],[0,1,5],[0,5,4],[1,2,6],[1,6,5],[2,3,7],[2,7,6],[3,0,4],[3,4,7]]},
    {"name": "dataset", "points": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]],
     "triangles": [[0,2,1],[0,1,3],[1,2,3],[2,0,3]]}],
  "bodies": [{"shape": "box", "material": "glass", "position": [10, 20, 30], "scale": 2,
              "orientation": [1, 0, 0, 1], "velocity": [1, 2, 3]},
             {"id": 4611686018427387905, "shape": "dataset", "material": "<\"&ü\n>", "motion": "prescribed",
              "angularVelocity": [0.1, 5e-324, 1e150]},
             {"id": -7, "shape": "box", "material": "glass", "orientation": [0.1, 0.2, 0.3, 0.4]}],
  "motions": [{"kind": "rotation", "bodies": [4611686018427387905], "axis": [0, 0, 1], "angularSpeed": 2},
              {"kind": "removal", "bodies": [-7], "time": 3}]})";

talus::Scene sceneOf(const std::string& text) {
  talus::Context context;
  return talus::readSceneText(text, "test", {}, context);
}

Ptr<vtkPartitionedDataSetCollection> dataOf(const talus::Scene& scene) {
  auto data = Ptr<vtkPartitionedDataSetCollection>::New();
  talus::filters::writeScene(scene, *data);
  return data;
}

// Equal to the bit: names, types, sizes and values of all arrays.
void expectSameArrays(vtkFieldData* a, vtkFieldData* b) {
  ASSERT_EQ(a->GetNumberOfArrays(), b->GetNumberOfArrays());
  for (int i = 0; i < a->GetNumberOfArrays(); ++i) {
    vtkAbstractArray* p = a->GetAbstractArray(i);
    vtkAbstractArray* q = b->GetAbstractArray(p->GetName());
    ASSERT_TRUE(q) << p->GetName();
    ASSERT_EQ(p->GetDataType(), q->GetDataType()) << p->GetName();
    ASSERT_EQ(p->GetNumberOfValues(), q->GetNumberOfValues()) << p->GetName();
    if (auto* texts = vtkStringArray::SafeDownCast(p)) {
      for (vtkIdType k = 0; k < texts->GetNumberOfValues(); ++k)
        EXPECT_EQ(texts->GetValue(k), vtkStringArray::SafeDownCast(q)->GetValue(k)) << p->GetName();
    } else {
      const auto bytes = static_cast<std::size_t>(p->GetNumberOfValues() * p->GetDataTypeSize());
      EXPECT_EQ(std::memcmp(p->GetVoidPointer(0), q->GetVoidPointer(0), bytes), 0) << p->GetName();
    }
  }
}

void expectSameText(const talus::Scene& a, const talus::Scene& b) {
  EXPECT_EQ(talus::sceneText(a), talus::sceneText(b));
  for (std::size_t i = 0; i < a.bodies.size(); ++i)
    EXPECT_EQ(std::memcmp(&a.bodies.orientation[i], &b.bodies.orientation[i], sizeof(talus::Quaternion)), 0);
}

Ptr<vtkPartitionedDataSetCollection> writtenAndRead(vtkPartitionedDataSetCollection* data,
                                                    const std::string& file, int mode) {
  vtkNew<vtkXMLPartitionedDataSetCollectionWriter> writer;
  writer->SetFileName(file.c_str());
  writer->SetDataMode(mode);
  writer->SetInputDataObject(data);
  writer->Write();
  vtkNew<vtkXMLPartitionedDataSetCollectionReader> reader;
  reader->SetFileName(file.c_str());
  reader->Update();
  return vtkPartitionedDataSetCollection::SafeDownCast(reader->GetOutputDataObject(0));
}

TEST_F(SceneData, HasTheBlocksAndArraysOfTheDesign) {
  const auto data = dataOf(sceneOf(smallScene));
  ASSERT_EQ(data->GetNumberOfPartitionedDataSets(), 3u);
  const std::vector<std::string> names{"Bodies", "Shapes/box", "Shapes/dataset"};
  for (unsigned int i = 0; i < 3; ++i)
    EXPECT_EQ(data->GetMetaData(i)->Get(vtkCompositeDataSet::NAME()), names[i]);
  vtkDataAssembly* assembly = data->GetDataAssembly();
  const int box = assembly->GetFirstNodeByPath("/Scene/Shapes/box");
  ASSERT_GE(box, 0);
  EXPECT_EQ(assembly->GetDataSetIndices(box), std::vector<unsigned int>{1});
  EXPECT_EQ(assembly->GetDataSetIndices(assembly->GetFirstNodeByPath("/Scene/Bodies")),
            std::vector<unsigned int>{0});
  auto* bodies = vtkPolyData::SafeDownCast(data->GetPartition(0, 0));
  EXPECT_EQ(bodies->GetNumberOfVerts(), 3);
  vtkDataArray* orientation = bodies->GetPointData()->GetArray("Orientation");
  EXPECT_EQ(orientation->GetNumberOfComponents(), 4);
  EXPECT_DOUBLE_EQ(orientation->GetComponent(0, 0), std::sqrt(0.5));
  EXPECT_DOUBLE_EQ(orientation->GetComponent(0, 3), std::sqrt(0.5));
  EXPECT_EQ(values(bodies->GetPointData(), "Motion"), (std::vector<double>{0, 2, 0}));
  EXPECT_EQ(values(bodies->GetPointData(), "Shape"), (std::vector<double>{0, 1, 0}));
  EXPECT_DOUBLE_EQ(values(bodies->GetPointData(), "Mass")[0], 16000);
}

TEST_F(SceneData, HandedOverAndBackIsTheSame) {
  const talus::Scene scene = sceneOf(smallScene);
  talus::Scene again = talus::filters::readScene(*dataOf(scene));
  expectSameText(scene, again);
  talus::Context context;
  talus::filters::measureShapes(again, context);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(again.shapes[i].properties.volume, scene.shapes[i].properties.volume);
    EXPECT_EQ(again.shapes[i].properties.inertia, scene.shapes[i].properties.inertia);
  }
}

TEST_F(SceneData, WrittenAsVtpcAndReadAgainLosesNothing) {
  for (const std::string& text :
       {std::string(smallScene), std::string(R"({"format":"talus-scene-1"})"), std::string()}) {
    vtkNew<vtkTalusSceneReader> reader;
    reader->SetFileName((scenes + "shaken_table.json").c_str());
    if (text.empty()) reader->Update();
    const auto data =
        text.empty() ? Ptr<vtkPartitionedDataSetCollection>(reader->GetOutput()) : dataOf(sceneOf(text));
    for (const int mode : {vtkXMLWriterBase::Appended, vtkXMLWriterBase::Binary}) {
      const auto again = writtenAndRead(data, path("scene.vtpc"), mode);
      ASSERT_EQ(again->GetNumberOfPartitionedDataSets(), data->GetNumberOfPartitionedDataSets());
      expectSameText(talus::filters::readScene(*data), talus::filters::readScene(*again));
      for (unsigned int i = 0; i < data->GetNumberOfPartitionedDataSets(); ++i) {
        auto* a = vtkPolyData::SafeDownCast(data->GetPartition(i, 0));
        auto* b = vtkPolyData::SafeDownCast(again->GetPartition(i, 0));
        if (a->GetNumberOfPoints() == 0) continue;  // the writer leaves empty blocks out
        ASSERT_TRUE(b);
        EXPECT_STREQ(data->GetMetaData(i)->Get(vtkCompositeDataSet::NAME()),
                     again->GetMetaData(i)->Get(vtkCompositeDataSet::NAME()));
        expectSameArrays(a->GetFieldData(), b->GetFieldData());
        expectSameArrays(a->GetPointData(), b->GetPointData());
        const auto bytes = static_cast<std::size_t>(a->GetNumberOfPoints()) * 3 * sizeof(double);
        ASSERT_EQ(b->GetPoints()->GetDataType(), VTK_DOUBLE);
        EXPECT_EQ(std::memcmp(a->GetPoints()->GetVoidPointer(0), b->GetPoints()->GetVoidPointer(0), bytes),
                  0);
      }
    }
  }
}

// A change of a sound scene's data, and what must be said.
struct Damage {
  const char* told;
  std::function<void(vtkPartitionedDataSetCollection&)> make;
};

vtkPolyData& bodiesOf(vtkPartitionedDataSetCollection& data) {
  return *vtkPolyData::SafeDownCast(data.GetPartition(0, 0));
}

void replaceArray(vtkPartitionedDataSetCollection& data, const char* name, int components, vtkIdType tuples) {
  vtkNew<vtkDoubleArray> array;
  array->SetName(name);
  array->SetNumberOfComponents(components);
  array->SetNumberOfTuples(tuples);
  array->Fill(0);
  bodiesOf(data).GetPointData()->AddArray(array);
}

TEST_F(SceneData, DamagedDataAreToldInOneError) {
  const Damage damages[] = {
      {"no block 'Bodies'", [](auto& d) { d.GetMetaData(0u)->Set(vtkCompositeDataSet::NAME(), "Other"); }},
      {"not one vtkPolyData", [](auto& d) { d.SetPartition(1, 0, vtkNew<vtkUnstructuredGrid>()); }},
      {"'Orientation' is missing", [](auto& d) { bodiesOf(d).GetPointData()->RemoveArray("Orientation"); }},
      {"has 3 components, not 4", [](auto& d) { replaceArray(d, "Orientation", 3, 3); }},
      {"has 2 values for 3 bodies", [](auto& d) { replaceArray(d, "Mass", 1, 2); }},
      {"norm 0", [](auto& d) { replaceArray(d, "Orientation", 4, 3); }},
      {"mass is 0", [](auto& d) { replaceArray(d, "Mass", 1, 3); }},
      {"id 0, as body 0", [](auto& d) { replaceArray(d, "BodyId", 1, 3); }},
      {"holds 0.5",
       [](auto& d) {
         replaceArray(d, "BodyId", 1, 3);
         bodiesOf(d).GetPointData()->GetArray("BodyId")->SetTuple1(2, 0.5);
       }},
      {"no shape number 9", [](auto& d) { bodiesOf(d).GetPointData()->GetArray("Shape")->SetTuple1(1, 9); }},
      {"not JSON", [](auto& d) {
         vtkStringArray::SafeDownCast(bodiesOf(d).GetFieldData()->GetAbstractArray("Materials"))
             ->SetValue(0, "{");
       }}};
  for (const Damage& damage : damages) {
    const auto data = dataOf(sceneOf(smallScene));
    damage.make(*data);
    vtkNew<vtkTalusBodySurfaces> filter;
    vtkNew<Messages> messages;
    messages->listenTo(filter);
    filter->SetInputDataObject(data);
    EXPECT_FALSE(filter->GetExecutive()->Update());
    ASSERT_GE(messages->errors.size(), 1u) << damage.told;
    EXPECT_NE(messages->errors[0].find(damage.told), std::string::npos) << messages->errors[0];
    EXPECT_EQ(vtkPointSet::SafeDownCast(filter->GetOutputDataObject(0))->GetNumberOfPoints(), 0);
  }
}

// The reader's own error; "" if all is well.
std::string complaint(const std::string& file) {
  vtkNew<vtkTalusSceneReader> reader;
  vtkNew<Messages> messages;
  messages->listenTo(reader);
  reader->SetFileName(file.c_str());
  const bool done = reader->GetExecutive()->Update();
  EXPECT_EQ(messages->errors.size(), done ? 0u : 1u);
  EXPECT_TRUE(done || reader->GetOutput()->GetNumberOfPartitionedDataSets() == 0);
  return messages->errors.empty() ? "" : messages->errors[0];
}

TEST_F(SceneData, ReaderReadsTheExamples) {
  int files = 0;
  for (const auto& file : fs::recursive_directory_iterator(scenes)) {
    if (!file.is_regular_file()) continue;
    EXPECT_EQ(complaint(file.path().string()), "") << file;
    ++files;
  }
  EXPECT_GE(files, 3);
}

TEST_F(SceneData, ReaderTellsMistakesByTheirPath) {
  const auto shape = [this](const std::string& file) {
    return complaint(
        write("a.json", R"({"format":"talus-scene-1","shapes":[{"name":"s","file":")" + file + "\"}]}"));
  };
  EXPECT_NE(complaint(path("none.json")).find("no such file"), std::string::npos);
  EXPECT_NE(complaint("").find("No scene file"), std::string::npos);
  EXPECT_NE(shape("none.stl").find("$.shapes[0].file in " + path("a.json")), std::string::npos);
  EXPECT_NE(shape("none.stl").find(path("none.stl")), std::string::npos);
  write("body.step", "x");
  EXPECT_NE(shape("body.step").find("STL, OBJ, OFF, PLY or VTP"), std::string::npos);
  for (const char* broken : {"broken.stl", "broken.obj", "broken.off", "broken.ply", "broken.vtp"}) {
    write(broken, "nonsense");
    EXPECT_NE(shape(broken).find("$.shapes[0].file"), std::string::npos) << shape(broken);
  }
}

TEST_F(SceneData, ReaderTellsEachBadSceneInOneError) {
  for (const auto& [path, told] : badScenes())
    EXPECT_NE(complaint(path).find(told), std::string::npos) << complaint(path);
}

TEST_F(SceneData, ReaderTellsASceneAsTheTextOfAFile) {
  vtkNew<vtkTalusSceneReader> reader;
  const talus::Scene scene = sceneOf(smallScene);
  const std::string text = reader->TextOf(dataOf(scene));
  EXPECT_EQ(talus::sceneText(sceneOf(text)), talus::sceneText(scene));
  vtkNew<Messages> messages;
  messages->listenTo(reader);
  vtkNew<vtkPartitionedDataSetCollection> none;
  for (vtkPartitionedDataSetCollection* wrong :
       {none.Get(), static_cast<vtkPartitionedDataSetCollection*>(nullptr)})
    EXPECT_EQ(reader->TextOf(wrong), "");
  EXPECT_EQ(messages->errors.size(), 2U);
}

TEST_F(SceneData, ReaderRecognisesScenes) {
  EXPECT_EQ(vtkTalusSceneReader::CanReadFile((scenes + "shaken_table.json").c_str()), 1);
  EXPECT_EQ(
      vtkTalusSceneReader::CanReadFile(write("other.json", "{\"type\": \"FeatureCollection\"}").c_str()), 0);
  EXPECT_EQ(vtkTalusSceneReader::CanReadFile(path("none.json").c_str()), 0);
  EXPECT_EQ(vtkTalusSceneReader::CanReadFile(nullptr), 0);
}

Ptr<vtkTalusBodySurfaces> surfacesOf(vtkDataObject* scene) {
  auto filter = Ptr<vtkTalusBodySurfaces>::New();
  filter->SetInputDataObject(scene);
  return filter;
}

// The box is 2 × 1 × 1 about the origin; scaled by 2 and turned by 90° about z it is 2 × 4 × 2 about (10, 20,
// 30).
TEST_F(SceneData, SurfacesAreScaledTurnedAndMoved) {
  const auto filter = surfacesOf(dataOf(sceneOf(smallScene)));
  filter->Update();
  vtkPointSet* surface = filter->GetOutput();
  ASSERT_EQ(surface->GetNumberOfPoints(), 8 + 4 + 8);
  ASSERT_EQ(surface->GetNumberOfCells(), 12 + 4 + 12);
  Point p;
  surface->GetPoint(0, p.data());  // the corner (-1, -½, -½)
  EXPECT_NEAR(p[0], 10 + 1, 1e-14);
  EXPECT_NEAR(p[1], 20 - 2, 1e-14);
  EXPECT_NEAR(p[2], 30 - 1, 1e-14);
  surface->GetPoint(1, p.data());  // (1, -½, -½)
  EXPECT_NEAR(p[0], 10 + 1, 1e-14);
  EXPECT_NEAR(p[1], 20 + 2, 1e-14);
  const auto ids = values(surface->GetCellData(), "Shape");
  for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(ids[i], i >= 12 && i < 16 ? 1 : 0);
  EXPECT_EQ(surface->GetCellData()->GetArray("Velocity")->GetComponent(11, 2), 3);
  EXPECT_EQ(surface->GetCellData()->GetArray("Velocity")->GetComponent(12, 2), 0);
}

TEST_F(SceneData, SurfacesTakeEveryArrayOfTheBodies) {
  const auto data = dataOf(sceneOf(smallScene));
  replaceArray(*data, "Force", 3, 3);
  for (const bool points : {false, true}) {
    const auto filter = surfacesOf(data);
    filter->SetArraysOn(points ? vtkTalusBodySurfaces::POINTS : vtkTalusBodySurfaces::TRIANGLES);
    filter->SetOutputType(points ? vtkTalusBodySurfaces::UNSTRUCTURED_GRID : vtkTalusBodySurfaces::POLY_DATA);
    filter->Update();
    vtkPointSet* surface = filter->GetOutput();
    EXPECT_EQ(surface->GetDataObjectType(), points ? VTK_UNSTRUCTURED_GRID : VTK_POLY_DATA);
    vtkDataSetAttributes* with = surface->GetAttributes(points ? vtkDataObject::POINT : vtkDataObject::CELL);
    EXPECT_EQ(with->GetNumberOfArrays(), 10);
    EXPECT_EQ(
        surface->GetAttributes(points ? vtkDataObject::CELL : vtkDataObject::POINT)->GetNumberOfArrays(), 0);
    ASSERT_TRUE(with->GetArray("BodyId"));
    EXPECT_EQ(with->GetArray("BodyId")->GetVariantValue(points ? 8 : 12).ToTypeInt64(), 4611686018427387905);
    EXPECT_EQ(surface->GetNumberOfCells(), 28);
  }
}

TEST_F(SceneData, SurfacesDoNotDependOnThreads) {
  vtkNew<vtkTalusSceneReader> reader;
  reader->SetFileName((scenes + "shaken_table.json").c_str());
  reader->Update();
  const auto one = surfacesOf(reader->GetOutput()), all = surfacesOf(reader->GetOutput());
  one->SetNumberOfThreads(1);
  one->Update();
  all->Update();
  const auto bytes = static_cast<std::size_t>(one->GetOutput()->GetNumberOfPoints()) * 3 * sizeof(double);
  EXPECT_EQ(std::memcmp(one->GetOutput()->GetPoints()->GetVoidPointer(0),
                        all->GetOutput()->GetPoints()->GetVoidPointer(0), bytes),
            0);
  expectSameArrays(one->GetOutput()->GetCellData(), all->GetOutput()->GetCellData());
}

TEST_F(SceneData, AnEmptySceneGivesAnEmptySurface) {
  const auto filter = surfacesOf(dataOf(sceneOf(R"({"format":"talus-scene-1"})")));
  EXPECT_TRUE(filter->GetExecutive()->Update());
  EXPECT_EQ(filter->GetOutput()->GetNumberOfPoints(), 0);
  EXPECT_EQ(filter->GetOutput()->GetCellData()->GetNumberOfArrays(), 9);
}

TEST_F(SceneData, SurfacesReportProgressAndStop) {
  talus::Scene scene = sceneOf(smallScene);
  for (int i = 0; i < 5000; ++i) scene.bodies.add({.id = 100 + i, .mass = 1});
  const auto data = dataOf(scene);
  class Watch : public vtkCommand {
   public:
    static Watch* New() { return new Watch; }
    void Execute(vtkObject* caller, unsigned long, void* fraction) override {
      auto* filter = static_cast<vtkAlgorithm*>(caller);
      EXPECT_GE(*static_cast<double*>(fraction), last);
      last = *static_cast<double*>(fraction);
      ++reports;
      if (stop) filter->SetAbortExecute(1);
    }
    double last = 0;
    int reports = 0;
    bool stop = false;
  };
  for (const bool stop : {false, true}) {
    const auto filter = surfacesOf(data);
    vtkNew<Watch> watch;
    watch->stop = stop;
    filter->AddObserver(vtkCommand::ProgressEvent, watch);
    filter->Update();
    EXPECT_EQ(filter->GetOutput()->GetNumberOfPoints(), stop ? 0 : 8 + 4 + 8 + 5000 * 8);
    if (stop) continue;
    EXPECT_GT(watch->reports, 10);
    EXPECT_EQ(watch->last, 1);
  }
}

}  // namespace
}  // namespace test_scene
