// Properties, progress, abort, and what is kept between executions.
#include <gtest/gtest.h>
#include <vtkAlgorithmOutput.h>
#include <vtkCallbackCommand.h>
#include <vtkCellData.h>
#include <vtkImageData.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkMultiProcessController.h>
#include <vtkPointData.h>
#include <vtkSphereSource.h>
#include <vtkTrivialProducer.h>
#include <vtkUnstructuredGrid.h>

#include <cmath>
#include <limits>
#include <set>
#include <sstream>

#include "abort_question.h"
#include "fixtures.h"
#include "vtkTalusInsideOutsideClassifier.h"

namespace test_classifier_behaviour {
namespace {

using namespace fixtures;
using Classifier = vtkTalusInsideOutsideClassifier;

Ptr<Classifier> onCube(const std::vector<Point>& points = {{0, 0, 0}, {0.99, 0, 0}, {2, 0, 0}}) {
  const auto filter = Ptr<Classifier>::New();
  filter->SetInputData(cloud(points));
  filter->SetSurfaceData(cube());
  return filter;
}

vtkDataSet* outputOf(Classifier* filter) {
  return vtkDataSet::SafeDownCast(filter->GetOutput());
}

Ptr<vtkImageData> manyPoints() {
  const auto image = Ptr<vtkImageData>::New();
  image->SetDimensions(60, 60, 60);
  image->SetOrigin(-1.5, -1.5, -1.5);
  image->SetSpacing(0.05, 0.05, 0.05);
  return image;
}

// Their values are compared with the XML's by tests/plugin/xml_agrees_with_cxx.py.
TEST(Properties, leftAloneGiveExactLabelsAndNoMoreThanNeeded) {
  const double before = std::nextafter(1.0, 0.0), behind = std::nextafter(1.0, 2.0);
  const auto filter = onCube({{before, 0.3, 0.2}, {1, 0.3, 0.2}, {behind, 0.3, 0.2}});
  filter->Update();
  vtkPointData* data = outputOf(filter)->GetPointData();
  const std::array<double, 3> sides = {1, 0, -1};
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(data->GetArray("Side")->GetTuple1(i), sides[static_cast<std::size_t>(i)]) << i;
  EXPECT_FALSE(data->HasArray("WindingNumber"));
  EXPECT_FALSE(data->HasArray("EnclosingBody"));
  EXPECT_FALSE(data->HasArray("Distance"));
  EXPECT_FALSE(data->HasArray("NestingDepth"));
  EXPECT_EQ(filter->GetController(), vtkMultiProcessController::GetGlobalController());
}

TEST(Properties, outOfRangeAreOneErrorThatSaysWhatMayBe) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const std::pair<std::function<void(Classifier&)>, const char*> cases[] = {
      {[](Classifier& f) { f.SetSeed(-5); }, "The seed must be at least 0 (seed -5). Its default is 1."},
      {[](Classifier& f) { f.SetMemory(9); }, "The memory must be one of Fast, Lean, Budget (memory 9)."},
      {[](Classifier& f) { f.SetMemoryBudget(0); }, "The memory budget must be at least 1 MiB"},
      {[](Classifier& f) { f.SetMethod(7); }, "The method must be one of Auto, RayCrossing"},
      {[](Classifier& f) { f.SetInsideRule(-1); }, "The inside rule must be one of Parity, NonZero"},
      {[](Classifier& f) { f.SetNumberOfThreads(-1); }, "The number of threads must be at least 0"},
      {[](Classifier& f) { f.SetAssociation(7); }, "The association must be one of Points, Cells"},
      {[](Classifier& f) { f.SetTolerance(-1); }, "The tolerance must be at least 0"},
      {[](Classifier& f) { f.SetTolerance(nan); }, "The tolerance must be at least 0"},
      {[](Classifier& f) { f.SetAccuracy(0); }, "The accuracy must be at least 1e-07 and less than 0.5"},
      {[](Classifier& f) { f.SetAccuracy(0.5); }, "The accuracy must be at least 1e-07 and less than 0.5"},
      {[](Classifier& f) { f.SetAccuracy(nan); }, "The accuracy must be at least 1e-07 and less than 0.5"}};
  for (const auto& [set, text] : cases) {
    const auto filter = onCube();
    vtkNew<Messages> messages;
    messages->listenTo(filter);
    EXPECT_EQ(filter->GetFault(), "");
    set(*filter);
    filter->Update();
    ASSERT_EQ(messages->errors.size(), 1u) << text;
    EXPECT_NE(messages->errors[0].find(text), std::string::npos) << messages->errors[0];
    EXPECT_EQ(filter->GetFault().find(text), 0u) << filter->GetFault();
    EXPECT_EQ(outputOf(filter)->GetNumberOfPoints(), 0);
  }
}

TEST(Properties, printSelfShowsThemAll) {
  std::ostringstream out;
  vtkNew<Classifier> filter;
  filter->Print(out);
  for (const char* name :
       {"Association: Points", "Method: Auto", "RaySearch: Tree", "Tolerance: 0", "ComputeWindingNumber: Off",
        "ComputeEnclosingBody: Off", "InsideRule: Parity", "Accuracy: 0.001", "TreeDepth: Adaptive",
        "Memory: Fast", "MemoryBudget: 1024", "ComputeNestingDepth: Off", "ComputeDistance: Off",
        "ShowCells: Off", "Seed: 1", "NumberOfThreads: 0", "Controller:"})
    EXPECT_NE(out.str().find(name), std::string::npos) << name;
}

TEST(Properties, everyMethodGivesTheSameLabelsAndNamesItself) {
  const auto filter = onCube({{0, 0, 0}, {1, 0, 0}, {1, 1, 1}, {1, 1, 0.5}, {2, 0, 0}});
  const std::pair<int, const char*> methods[] = {{Classifier::AUTO, "CyrusBeck"},
                                                 {Classifier::RAY_CROSSING, "RayCrossing"},
                                                 {Classifier::SOLID_ANGLE, "SolidAngle"},
                                                 {Classifier::DISCRETE_FUNCTION, "DiscreteFunction"},
                                                 {Classifier::CYRUS_BECK, "CyrusBeck"},
                                                 {Classifier::ANTIPODAL, "Antipodal"},
                                                 {Classifier::FAST_MULTIPOLE, "FastMultipole"}};
  for (const auto& [method, name] : methods)
    for (const int search : {Classifier::FLAT, Classifier::TREE}) {
      filter->SetMethod(method);
      filter->SetRaySearch(search);
      filter->Update();
      EXPECT_EQ(sides(outputOf(filter)), (std::vector<double>{1, 0, 0, 0, -1})) << name;
      EXPECT_EQ(text(outputOf(filter), "Method"), name);
    }
}

TEST(Properties, toleranceWidensTheSurface) {
  const auto filter = onCube({{0, 0, 0}, {0.99, 0, 0}, {1.01, 0, 0}, {1.2, 0, 0}});
  filter->SetTolerance(0.05);
  filter->Update();
  EXPECT_EQ(sides(outputOf(filter)), (std::vector<double>{1, 0, 0, -1}));
}

TEST(Properties, memoryChangesNoLabel) {
  const auto filter = Ptr<Classifier>::New();
  vtkNew<vtkSphereSource> sphere;
  filter->SetInputData(manyPoints());
  filter->SetSurfaceConnection(sphere->GetOutputPort());
  filter->SetMethodToDiscreteFunction();
  filter->Update();
  const auto fast = sides(outputOf(filter));
  EXPECT_GT(values(outputOf(filter)->GetFieldData(), "MemoryBytes")[0], 0);
  for (const int memory : {Classifier::LEAN, Classifier::BUDGET}) {
    filter->SetMemory(memory);
    filter->SetMemoryBudget(1);
    filter->Update();
    EXPECT_EQ(sides(outputOf(filter)), fast);
  }
}

TEST(Cells, areEmptyUnlessShown) {
  const auto filter = onCube();
  filter->Update();
  auto* cells = vtkUnstructuredGrid::SafeDownCast(filter->GetOutputDataObject(1));
  ASSERT_NE(cells, nullptr);
  EXPECT_EQ(cells->GetNumberOfCells(), 0);
  filter->ShowCellsOn();
  filter->Update();
  cells = vtkUnstructuredGrid::SafeDownCast(filter->GetOutputDataObject(1));
  ASSERT_GT(cells->GetNumberOfCells(), 8);
  EXPECT_EQ(text(outputOf(filter), "Method"), "DiscreteFunction");
  EXPECT_EQ(sides(outputOf(filter)), (std::vector<double>{1, 1, -1}));
  double box[6];
  cells->GetBounds(box);
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(box[i], i % 2 ? 1 : -1, 0.01);
  const auto codes = values(cells->GetCellData(), "CellCode");
  const auto triangles = values(cells->GetCellData(), "TriangleCount");
  std::set<double> found(codes.begin(), codes.end());
  EXPECT_TRUE(found.count(0)) << "the faces of the cube lie in boundary cells";
  for (std::size_t i = 0; i < codes.size(); ++i) EXPECT_TRUE(codes[i] == 0 || triangles[i] == 0);
  EXPECT_EQ(values(cells->GetCellData(), "Level").size(), codes.size());
  EXPECT_EQ(values(cells->GetCellData(), "Block").front(), 0);
  filter->ShowCellsOff();
  filter->Update();
  EXPECT_EQ(vtkDataSet::SafeDownCast(filter->GetOutputDataObject(1))->GetNumberOfCells(), 0);
}

TEST(Cells, ofAnOpenSurfaceAreMissedInAWarning) {
  const auto filter = onCube();
  filter->SetSurfaceData(openCube());
  vtkNew<Messages> messages;
  messages->listenTo(filter);
  filter->ShowCellsOn();
  filter->Update();
  ASSERT_EQ(messages->warnings.size(), 2u) << "the surface is open; there are no cells";
  EXPECT_NE(messages->warnings[1].find("no cells"), std::string::npos) << messages->warnings[1];
  EXPECT_EQ(outputOf(filter)->GetNumberOfPoints(), 3);
}

TEST(Properties, arraysCanBeAskedFor) {
  const auto filter = onCube();
  filter->ComputeWindingNumberOn();
  filter->ComputeEnclosingBodyOn();
  filter->Update();
  auto* data = outputOf(filter)->GetPointData();
  EXPECT_TRUE(data->HasArray("Side"));
  EXPECT_TRUE(data->HasArray("WindingNumber"));
  EXPECT_TRUE(data->HasArray("EnclosingBody"));
}

struct Labels {
  std::vector<double> side, winding;
};

Labels rayCrossingLabels(int threads, int seed) {
  vtkNew<vtkSphereSource> sphere;
  sphere->SetThetaResolution(40);
  sphere->SetPhiResolution(40);
  vtkNew<Classifier> filter;
  filter->SetInputData(manyPoints());
  filter->SetSurfaceConnection(sphere->GetOutputPort());
  filter->SetMethodToRayCrossing();
  filter->SetNumberOfThreads(threads);
  filter->SetSeed(seed);
  filter->ComputeWindingNumberOn();
  filter->Update();
  return {sides(outputOf(filter)), values(outputOf(filter)->GetPointData(), "WindingNumber")};
}

TEST(Properties, threadsChangeNoBit) {
  const Labels one = rayCrossingLabels(1, 1);
  for (const int threads : {2, 0}) {
    const Labels other = rayCrossingLabels(threads, 1);
    EXPECT_EQ(other.side, one.side);
    EXPECT_EQ(other.winding, one.winding);
  }
}

TEST(Properties, distancesAgreeWithAnalyticOnesWhateverTheThreads) {
  std::vector<std::vector<double>> distance, cell;
  for (const int threads : {1, 2}) {
    vtkNew<Classifier> filter;
    const auto image = manyPoints();
    filter->SetInputData(image);
    filter->SetSurfaceData(cube());
    filter->SetNumberOfThreads(threads);
    filter->ComputeDistanceOn();
    filter->Update();
    distance.push_back(values(outputOf(filter)->GetPointData(), "Distance"));
    cell.push_back(values(outputOf(filter)->GetPointData(), "ClosestCell"));
    for (vtkIdType i = 0; i < image->GetNumberOfPoints(); i += 7) {
      double p[3];
      image->GetPoint(i, p);
      double outer = 0, inner = -1;
      for (const double x : p) {
        outer = std::hypot(outer, std::max(std::abs(x) - 1, 0.0));
        inner = std::max(inner, std::abs(x) - 1);
      }
      ASSERT_NEAR(distance.back()[static_cast<std::size_t>(i)], outer + std::min(inner, 0.0), 1e-14);
    }
  }
  EXPECT_EQ(distance[0], distance[1]);
  EXPECT_EQ(cell[0], cell[1]);
}

TEST(Properties, seedChangesNoLabel) {
  EXPECT_EQ(rayCrossingLabels(0, 77).side, rayCrossingLabels(0, 1).side);
}

TEST(Points, notANumberIsOutsideAndCountedInOneWarning) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto filter = onCube({{0, 0, 0}, {nan, 0, 0}, {0, std::numeric_limits<double>::infinity(), 0}});
  vtkNew<Messages> messages;
  messages->listenTo(filter);
  filter->ComputeEnclosingBodyOn();
  filter->Update();
  EXPECT_EQ(sides(outputOf(filter)), (std::vector<double>{1, -1, -1}));
  EXPECT_EQ(values(outputOf(filter)->GetPointData(), "EnclosingBody"), (std::vector<double>{0, -1, -1}));
  EXPECT_EQ(values(outputOf(filter)->GetFieldData(), "NonFinitePoints"), std::vector<double>{2});
  ASSERT_EQ(messages->warnings.size(), 1u);
  EXPECT_NE(messages->warnings[0].find("2 points"), std::string::npos) << messages->warnings[0];
}

TEST(Cache, movingPointsReuseWhatWasBuilt) {
  const auto filter = onCube();
  filter->Update();
  EXPECT_EQ(filter->GetNumberOfBuilds(), 1);
  filter->SetInputData(cloud({{3, 0, 0}}));
  filter->Update();
  EXPECT_EQ(filter->GetNumberOfBuilds(), 1);
  EXPECT_EQ(sides(outputOf(filter)), std::vector<double>{-1});
}

TEST(Cache, anotherSurfaceIsBuiltAnew) {
  const auto filter = onCube({{2, 0, 0}});
  filter->Update();
  filter->SetSurfaceData(cube({2, 0, 0}));
  filter->Update();
  EXPECT_EQ(filter->GetNumberOfBuilds(), 2);
  EXPECT_EQ(sides(outputOf(filter)), std::vector<double>{1});
}

TEST(Cache, aSurfaceChangedInPlaceIsBuiltAnew) {
  const auto filter = onCube({{1.5, 1.5, 1.5}});
  auto surface = cube();
  filter->SetSurfaceData(surface);
  filter->Update();
  EXPECT_EQ(sides(outputOf(filter)), std::vector<double>{-1});
  surface->GetPoints()->DeepCopy(cube({0, 0, 0}, 6)->GetPoints());
  surface->GetPoints()->Modified();
  surface->Modified();
  filter->Update();
  EXPECT_EQ(filter->GetNumberOfBuilds(), 2);
  EXPECT_EQ(sides(outputOf(filter)), std::vector<double>{1});
}

TEST(Cache, aBlockChangedInPlaceIsBuiltAnew) {
  const auto filter = onCube({{1.5, 1.5, 1.5}});
  auto block = cube();
  vtkNew<vtkMultiBlockDataSet> surface;
  surface->SetBlock(0, block);
  filter->SetSurfaceData(surface);
  filter->Update();
  block->SetPoints(cube({0, 0, 0}, 6)->GetPoints());
  surface->Modified();
  filter->Update();
  EXPECT_EQ(sides(outputOf(filter)), std::vector<double>{1});
}

TEST(Cache, autoBuildsAnewOnceWhenPointsTurnOutToBeMany) {
  vtkNew<vtkSphereSource> sphere;
  sphere->SetThetaResolution(40);
  sphere->SetPhiResolution(40);
  const auto filter = onCube();
  filter->SetSurfaceConnection(sphere->GetOutputPort());
  filter->Update();
  EXPECT_EQ(filter->GetNumberOfBuilds(), 1);
  EXPECT_NE(text(outputOf(filter), "MethodReason").find("few"), std::string::npos);
  for (int i = 0; i < 3; ++i) {
    const auto image = manyPoints();
    filter->SetInputData(image);
    filter->Update();
    EXPECT_EQ(filter->GetNumberOfBuilds(), 2);
    EXPECT_EQ(text(outputOf(filter), "Method"), "DiscreteFunction");
  }
}

TEST(Cache, optionsThatMatterBuildAnew) {
  const auto filter = onCube();
  filter->Update();
  filter->SetTolerance(0.1);
  filter->Update();
  EXPECT_EQ(filter->GetNumberOfBuilds(), 2);
  filter->SetNumberOfThreads(1);
  filter->SetAssociationToCells();
  filter->Update();
  EXPECT_EQ(filter->GetNumberOfBuilds(), 2);
  int builds = 2;
  const auto expectBuild = [&](const char* why) {
    filter->Update();
    EXPECT_EQ(filter->GetNumberOfBuilds(), ++builds) << why;
  };
  filter->SetInsideRuleToNonZero();
  expectBuild("InsideRule");
  filter->SetAccuracy(0.1);
  expectBuild("Accuracy");
  filter->SetTreeDepthToTrianglesOnly();
  expectBuild("TreeDepth");
  filter->SetMemoryToLean();
  expectBuild("Memory");
  filter->SetMemoryBudget(7);
  expectBuild("MemoryBudget");
  filter->ComputeDistanceOn();
  expectBuild("ComputeDistance");
  filter->ComputeNestingDepthOn();
  expectBuild("ComputeNestingDepth");
  filter->ShowCellsOn();
  expectBuild("ShowCells");
}

TEST(Cache, isDroppedAfterAnError) {
  const auto filter = onCube();
  filter->Update();
  vtkNew<Messages> messages;
  messages->listenTo(filter);
  filter->SetSurfaceData(Ptr<vtkPolyData>::New());
  filter->Update();
  EXPECT_EQ(messages->errors.size(), 1u);
  filter->SetSurfaceData(cube());
  filter->Update();
  EXPECT_EQ(sides(outputOf(filter)), (std::vector<double>{1, 1, -1}));
}

Ptr<Classifier> longRun() {
  vtkNew<vtkSphereSource> sphere;
  sphere->SetThetaResolution(64);
  sphere->SetPhiResolution(64);
  vtkNew<vtkMultiBlockDataSet> tree;
  for (unsigned int i = 0; i < 3; ++i) tree->SetBlock(i, manyPoints());
  const auto filter = Ptr<Classifier>::New();
  filter->SetInputData(tree);
  filter->SetSurfaceConnection(sphere->GetOutputPort());
  return filter;
}

TEST(Progress, isMonotoneAndFine) {
  const auto filter = longRun();
  vtkNew<ProgressWatcher> watcher;
  filter->AddObserver(vtkCommand::ProgressEvent, watcher);
  filter->Update();
  ASSERT_GT(watcher->seen.size(), 20u);
  for (std::size_t i = 1; i < watcher->seen.size(); ++i) EXPECT_GE(watcher->seen[i], watcher->seen[i - 1]);
  EXPECT_EQ(watcher->seen.back(), 1.0);
}

class Abort : public testing::TestWithParam<double> {};

TEST_P(Abort, stopsWithoutOutputAndTheNextRunIsWhole) {
  const auto filter = longRun();
  vtkNew<Messages> messages;
  messages->listenTo(filter);
  vtkNew<ProgressWatcher> watcher;
  watcher->abortAt = GetParam();
  filter->AddObserver(vtkCommand::ProgressEvent, watcher);
  filter->Update();
  auto* output = vtkMultiBlockDataSet::SafeDownCast(filter->GetOutput());
  EXPECT_EQ(output->GetNumberOfBlocks(), 0u) << "half a result was handed out";
  EXPECT_TRUE(messages->errors.empty());
  watcher->abortAt = 2;
  filter->SetAbortExecute(0);
  filter->Modified();
  filter->Update();
  output = vtkMultiBlockDataSet::SafeDownCast(filter->GetOutput());
  ASSERT_EQ(output->GetNumberOfBlocks(), 3u);
  EXPECT_EQ(sides(vtkDataSet::SafeDownCast(output->GetBlock(2))).size(), 216000u);
}

TEST(UserAbort, lastsUntilSomethingElseIsAskedFor) {
  const auto filter = onCube();
  filter->SetInputData(manyPoints());
  talus::filters::askForAborts([](vtkAlgorithm&) { return true; });
  filter->Update();
  talus::filters::askForAborts(nullptr);
  for (int i = 0; i < 2; ++i) {  // an output without an extent is asked for again and again
    filter->UpdateWholeExtent();
    EXPECT_TRUE(sides(outputOf(filter)).empty());
  }
  filter->SetTolerance(1e-9);
  filter->UpdateWholeExtent();
  EXPECT_EQ(sides(outputOf(filter)).size(), 216000U);
}

INSTANTIATE_TEST_SUITE_P(At, Abort, testing::Values(0.0, 0.2, 0.6, 0.9));

}  // namespace
}  // namespace test_classifier_behaviour
