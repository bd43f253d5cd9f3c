// Properties, progress, abort, and what is kept between executions.
#include <gtest/gtest.h>
#include <vtkAlgorithmOutput.h>
#include <vtkCallbackCommand.h>
#include <vtkImageData.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkMultiProcessController.h>
#include <vtkPointData.h>
#include <vtkSphereSource.h>
#include <vtkTrivialProducer.h>

#include <cmath>
#include <limits>
#include <sstream>

#include "fixtures.h"
#include "vtkTalusInsideOutsideClassifier.h"

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

TEST(Properties, defaults) {
  vtkNew<Classifier> filter;
  EXPECT_EQ(filter->GetAssociation(), Classifier::POINTS);
  EXPECT_EQ(filter->GetMethod(), Classifier::AUTO);
  EXPECT_EQ(filter->GetRaySearch(), Classifier::TREE);
  EXPECT_EQ(filter->GetTolerance(), 0.0);
  EXPECT_TRUE(filter->GetComputeWindingNumber());
  EXPECT_TRUE(filter->GetComputeEnclosingBody());
  EXPECT_EQ(filter->GetSeed(), 1);
  EXPECT_EQ(filter->GetNumberOfThreads(), 0);
  EXPECT_EQ(filter->GetController(), vtkMultiProcessController::GetGlobalController());
}

TEST(Properties, areClamped) {
  vtkNew<Classifier> filter;
  filter->SetTolerance(-1);
  filter->SetSeed(-5);
  filter->SetNumberOfThreads(-1);
  filter->SetAssociation(7);
  filter->SetRaySearch(-2);
  EXPECT_EQ(filter->GetTolerance(), 0.0);
  EXPECT_EQ(filter->GetSeed(), 0);
  EXPECT_EQ(filter->GetNumberOfThreads(), 0);
  EXPECT_EQ(filter->GetAssociation(), Classifier::CELLS);
  EXPECT_EQ(filter->GetRaySearch(), Classifier::FLAT);
}

TEST(Properties, printSelfShowsThemAll) {
  std::ostringstream out;
  vtkNew<Classifier> filter;
  filter->Print(out);
  for (const char* name :
       {"Association: Points", "Method: Auto", "RaySearch: Tree", "Tolerance: 0", "ComputeWindingNumber: On",
        "ComputeEnclosingBody: On", "Seed: 1", "NumberOfThreads: 0", "Controller:"})
    EXPECT_NE(out.str().find(name), std::string::npos) << name;
}

TEST(Properties, everyMethodGivesTheSameLabelsAndNamesItself) {
  const auto filter = onCube({{0, 0, 0}, {1, 0, 0}, {1, 1, 1}, {1, 1, 0.5}, {2, 0, 0}});
  const std::pair<int, const char*> methods[] = {
      {Classifier::AUTO, "DiscreteFunction"},  {Classifier::RAY_CROSSING, "RayCrossing"},
      {Classifier::SOLID_ANGLE, "SolidAngle"}, {Classifier::DISCRETE_FUNCTION, "DiscreteFunction"},
      {Classifier::CYRUS_BECK, "CyrusBeck"},   {Classifier::ANTIPODAL, "Antipodal"}};
  for (const auto& [method, name] : methods)
    for (const int search : {Classifier::FLAT, Classifier::TREE}) {
      filter->SetMethod(method);
      filter->SetRaySearch(search);
      filter->Update();
      EXPECT_EQ(sides(outputOf(filter)), (std::vector<double>{1, 0, 0, 0, -1})) << name;
      EXPECT_EQ(text(outputOf(filter), "Method"), name);
    }
}

TEST(Properties, methodThatIsNotThereIsAnError) {
  const auto filter = onCube();
  vtkNew<Messages> messages;
  messages->listenTo(filter);
  filter->SetMethod(3);
  filter->Update();
  ASSERT_EQ(messages->errors.size(), 1u);
  EXPECT_NE(messages->errors[0].find("FastMultipole"), std::string::npos) << messages->errors[0];
}

TEST(Properties, toleranceWidensTheSurface) {
  const auto filter = onCube({{0, 0, 0}, {0.99, 0, 0}, {1.01, 0, 0}, {1.2, 0, 0}});
  filter->SetTolerance(0.05);
  filter->Update();
  EXPECT_EQ(sides(outputOf(filter)), (std::vector<double>{1, 0, 0, -1}));
}

TEST(Properties, toleranceThatIsNoNumberIsAnError) {
  const auto filter = onCube();
  vtkNew<Messages> messages;
  messages->listenTo(filter);
  filter->SetTolerance(std::numeric_limits<double>::quiet_NaN());
  filter->Update();
  EXPECT_EQ(messages->errors.size(), 1u);
}

TEST(Properties, arraysCanBeLeftOut) {
  const auto filter = onCube();
  filter->ComputeWindingNumberOff();
  filter->ComputeEnclosingBodyOff();
  filter->Update();
  auto* data = outputOf(filter)->GetPointData();
  EXPECT_TRUE(data->HasArray("Side"));
  EXPECT_FALSE(data->HasArray("WindingNumber"));
  EXPECT_FALSE(data->HasArray("EnclosingBody"));
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

TEST(Properties, seedChangesNoLabel) {
  EXPECT_EQ(rayCrossingLabels(0, 77).side, rayCrossingLabels(0, 1).side);
}

TEST(Points, notANumberIsOutsideAndCountedInOneWarning) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto filter = onCube({{0, 0, 0}, {nan, 0, 0}, {0, std::numeric_limits<double>::infinity(), 0}});
  vtkNew<Messages> messages;
  messages->listenTo(filter);
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

// Remembers every progress report, and aborts at one of them.
class ProgressWatcher : public vtkCommand {
 public:
  static ProgressWatcher* New() { return new ProgressWatcher; }
  void Execute(vtkObject* caller, unsigned long, void* data) override {
    seen.push_back(*static_cast<double*>(data));
    if (seen.back() >= abortAt && seen.back() < 1) vtkAlgorithm::SafeDownCast(caller)->SetAbortExecute(1);
  }
  std::vector<double> seen;
  double abortAt = 2;
};

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

INSTANTIATE_TEST_SUITE_P(At, Abort, testing::Values(0.0, 0.2, 0.6, 0.9));

}  // namespace
