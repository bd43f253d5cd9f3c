// The surrogates of surfaces, composites and scenes as a filter shows them.
#include <gtest/gtest.h>
#include <vtkCellData.h>
#include <vtkIntArray.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkPartitionedDataSet.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkSphereSource.h>
#include <vtkUnstructuredGrid.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "fixtures.h"
#include "vtkTalusSurrogateTreeBuilder.h"

namespace test_surrogate_tree_builder {
namespace {

using namespace fixtures;
using Builder = vtkTalusSurrogateTreeBuilder;

struct Built {
  Ptr<Builder> filter = Ptr<Builder>::New();
  vtkNew<Messages> messages;

  explicit Built(vtkDataObject* surface, double halo = 0) {
    messages->listenTo(filter);
    filter->SetInputData(surface);
    filter->SetHalo(halo);
    filter->Update();
  }
  vtkPolyData* surrogates() const { return vtkPolyData::SafeDownCast(filter->GetOutputDataObject(1)); }
  std::vector<double> cells(const char* name) const { return values(surrogates()->GetCellData(), name); }
  std::string error() const { return messages->errors.empty() ? "(none)" : messages->errors.front(); }
};

Ptr<vtkPolyData> ball(int resolution = 24) {
  vtkNew<vtkSphereSource> source;
  source->SetThetaResolution(resolution);
  source->SetPhiResolution(resolution);
  source->SetOutputPointsPrecision(vtkAlgorithm::DOUBLE_PRECISION);
  source->Update();
  return source->GetOutput();
}

TEST(SurrogateTreeBuilder, cubeHasARootAndItsLeaves) {
  auto mesh = cube();  // 12 triangles: two leaves
  const Built run(mesh);
  EXPECT_EQ(run.error(), "(none)");
  EXPECT_EQ(run.cells("Level"), (std::vector<double>{0, 1, 1}));
  EXPECT_EQ(run.cells("Node"), (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(run.cells("Parent"), (std::vector<double>{-1, 0, 0}));
  EXPECT_EQ(run.cells("Triangles"), (std::vector<double>{12, 8, 4}));
  EXPECT_EQ(run.cells("Block"), (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(run.surrogates()->GetNumberOfPoints(), 9);
  EXPECT_NEAR(run.cells("SphereRadius")[0], std::sqrt(3), 0.02);
  EXPECT_EQ(mesh->GetCellData()->GetNumberOfArrays(), 0) << "the input was modified";
}

TEST(SurrogateTreeBuilder, spheresHoldEveryPointBelow) {
  auto mesh = ball();
  const Built run(mesh);
  double centre[3];
  run.surrogates()->GetCellData()->GetArray("SphereCenter")->GetTuple(0, centre);
  const double radius = run.cells("SphereRadius")[0];
  EXPECT_NEAR(radius, 0.5, 0.01);
  for (vtkIdType i = 0; i < mesh->GetNumberOfPoints(); ++i) {
    double p[3];
    mesh->GetPoint(i, p);
    EXPECT_LE(std::hypot(p[0] - centre[0], p[1] - centre[1], p[2] - centre[2]), radius);
  }
}

TEST(SurrogateTreeBuilder, parentsAreOneLevelUpAndSumTheirChildren) {
  const Built run(ball());
  const auto level = run.cells("Level"), parent = run.cells("Parent"), triangles = run.cells("Triangles");
  std::vector<double> below(level.size());
  for (std::size_t i = 1; i < level.size(); ++i) {
    const auto up = static_cast<std::size_t>(parent[i]);
    ASSERT_LT(up, i);
    EXPECT_EQ(level[up] + 1, level[i]);
    below[up] += triangles[i];
  }
  EXPECT_TRUE(std::is_sorted(level.begin(), level.end()));
  EXPECT_EQ(below[0], triangles[0]);
  EXPECT_EQ(triangles[0], ball()->GetNumberOfPolys());
  // Each level comes nearer to the surface.
  const auto epsilon = run.cells("Epsilon");
  for (std::size_t i = 1; i < level.size(); ++i) EXPECT_LT(epsilon[i], epsilon[0]);
}

TEST(SurrogateTreeBuilder, haloIsAddedAndBuildsNothing) {
  Built run(ball(64));
  const auto epsilon = run.cells("Epsilon"), radius = run.cells("SphereRadius");
  vtkNew<ProgressWatcher> watcher;
  run.filter->AddObserver(vtkCommand::ProgressEvent, watcher);
  run.filter->SetHalo(0.25);
  run.filter->Update();
  EXPECT_LE(watcher->seen.size(), 2u) << "trees were built again";
  const auto larger = run.cells("Epsilon"), wider = run.cells("SphereRadius");
  for (std::size_t i = 0; i < epsilon.size(); ++i) {
    EXPECT_EQ(larger[i], epsilon[i] + 0.25);
    EXPECT_EQ(wider[i], radius[i] + 0.25);
  }
  run.filter->SetBranching(4);
  run.filter->Update();
  EXPECT_GT(watcher->seen.size(), 5u);
  EXPECT_GT(run.cells("Level").size(), epsilon.size());
}

TEST(SurrogateTreeBuilder, methodsAndThreads) {
  const Built minimax(ball());
  Built functional(ball());
  functional.filter->SetMethod(Builder::FUNCTIONAL);
  functional.filter->Update();
  // The paper's surrogates are about as loose as spheres, the others a quarter of that.
  const auto halos = [](const Built& run, double level) {
    const auto levels = run.cells("Level"), epsilon = run.cells("Epsilon"),
               radius = run.cells("SphereRadius");
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < levels.size(); ++i)
      if (levels[i] == level) sum += epsilon[i] / radius[i], ++count;
    return sum / count;
  };
  EXPECT_GT(halos(functional, 1), 0.8);
  EXPECT_LT(halos(minimax, 1), 0.5);
  Built one(ball());
  one.filter->SetNumberOfThreads(1);
  one.filter->Update();
  EXPECT_EQ(one.cells("Epsilon"), minimax.cells("Epsilon"));
}

TEST(SurrogateTreeBuilder, compositesGetATreeEach) {
  vtkNew<vtkMultiBlockDataSet> tree;
  tree->SetBlock(0, cube());
  tree->SetBlock(2, cube({5, 0, 0}));
  const Built run(tree);
  EXPECT_EQ(run.cells("Block"), (std::vector<double>{0, 0, 0, 2, 2, 2}));
  EXPECT_EQ(run.cells("Node"), (std::vector<double>{0, 1, 2, 0, 1, 2}));
  auto* output = vtkMultiBlockDataSet::SafeDownCast(run.filter->GetOutputDataObject(0));
  ASSERT_NE(output, nullptr);
  EXPECT_EQ(output->GetBlock(1), nullptr);
  EXPECT_EQ(vtkPolyData::SafeDownCast(output->GetBlock(2))->GetPoints()->GetData(),
            vtkPolyData::SafeDownCast(tree->GetBlock(2))->GetPoints()->GetData());
}

TEST(SurrogateTreeBuilder, partitionsAreOneSurface) {
  vtkNew<vtkPartitionedDataSet> parts;
  parts->SetPartition(0, cube());
  parts->SetPartition(1, cube({5, 0, 0}));
  const Built run(parts);
  EXPECT_EQ(run.cells("Triangles")[0], 24);
}

TEST(SurrogateTreeBuilder, scenesGetTreesOfTheirShapes) {
  vtkNew<vtkPartitionedDataSetCollection> scene;
  scene->SetPartition(0, 0, cloud({{0, 0, 0}, {1, 0, 0}}));  // bodies
  scene->SetPartition(1, 0, cube());
  scene->SetPartition(2, 0, ball());
  const Built run(scene);
  EXPECT_EQ(run.error(), "(none)");
  const auto block = run.cells("Block");
  EXPECT_EQ(block.front(), 1);
  EXPECT_EQ(block.back(), 2);
  auto* output = vtkPartitionedDataSetCollection::SafeDownCast(run.filter->GetOutputDataObject(0));
  EXPECT_EQ(output->GetNumberOfPartitionedDataSets(), 3u);
}

TEST(SurrogateTreeBuilder, emptyInputGivesEmptyArrays) {
  const Built run(Ptr<vtkPolyData>::New());
  EXPECT_EQ(run.error(), "(none)");
  EXPECT_EQ(run.surrogates()->GetNumberOfCells(), 0);
  for (const char* name : {"Level", "Epsilon", "Node", "Parent", "Block", "Triangles", "SphereRadius"})
    EXPECT_TRUE(run.surrogates()->GetCellData()->HasArray(name)) << name;
}

void expectRefused(const Built& run, const std::string& words) {
  ASSERT_EQ(run.messages->errors.size(), 1u);
  EXPECT_NE(run.error().find(words), std::string::npos) << run.error();
  EXPECT_EQ(run.surrogates()->GetNumberOfCells(), 0);
}

TEST(SurrogateTreeBuilder, refusesWhatIsNoSurface) {
  expectRefused(Built(cloud({{0, 0, 0}})), "The surface is not a surface");
  vtkNew<vtkMultiBlockDataSet> tree;
  tree->SetBlock(0, cube());
  tree->SetBlock(1, vtkNew<vtkUnstructuredGrid>());
  expectRefused(Built(tree), "Block 1 is not polygonal data");
  auto broken = cube();
  broken->GetPoints()->SetPoint(3, 0, std::numeric_limits<double>::quiet_NaN(), 0);
  expectRefused(Built(broken), "NaN");
  expectRefused(Built(polygons({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 1, 2}})), "zero area");
  for (const double halo :
       {-1e-9, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    expectRefused(Built(cube(), halo), "The halo must be at least 0");
}

TEST(SurrogateTreeBuilder, recoversFromAnError) {
  Built run(cube(), -1);
  run.filter->SetHalo(0);
  run.filter->Update();
  EXPECT_EQ(run.cells("Level").size(), 3u);
}

TEST(SurrogateTreeBuilder, abortLeavesNothingAndTheNextRunIsWhole) {
  const auto mesh = ball(120);
  const auto filter = Ptr<Builder>::New();
  filter->SetInputData(mesh);
  vtkNew<Messages> messages;
  messages->listenTo(filter);
  vtkNew<ProgressWatcher> watcher;
  watcher->abortAt = 0.3;
  filter->AddObserver(vtkCommand::ProgressEvent, watcher);
  filter->Update();
  auto* surrogates = vtkPolyData::SafeDownCast(filter->GetOutputDataObject(1));
  EXPECT_EQ(surrogates->GetNumberOfCells(), 0);
  EXPECT_TRUE(messages->errors.empty());
  EXPECT_TRUE(std::is_sorted(watcher->seen.begin(), watcher->seen.end()));
  watcher->abortAt = 2;
  filter->SetAbortExecute(0);
  filter->Modified();
  filter->Update();
  surrogates = vtkPolyData::SafeDownCast(filter->GetOutputDataObject(1));
  EXPECT_GT(surrogates->GetNumberOfCells(), mesh->GetNumberOfPolys() / 8);
}

}  // namespace
}  // namespace test_surrogate_tree_builder
