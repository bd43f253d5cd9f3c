// LabelInPlace: the arrays, messages and progress of an execution, without its pipeline.
#include <gtest/gtest.h>
#include <vtkCallbackCommand.h>
#include <vtkCellData.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkPointData.h>
#include <vtkSphereSource.h>
#include <vtkTable.h>

#include <algorithm>
#include <limits>

#include "fixtures.h"
#include "vtkTalusInsideOutsideClassifier.h"

namespace test_labels_in_place {
namespace {

using namespace fixtures;
using Classifier = vtkTalusInsideOutsideClassifier;

const std::vector<Point> points = {{0, 0, 0}, {0.5, 0.2, 0.1}, {1, 0, 0}, {1, 1, 1}, {2, 0, 0}, {0, 0, -1.5}};

Ptr<Classifier> classifier(vtkDataObject* surface) {
  const auto filter = Ptr<Classifier>::New();
  filter->SetSurfaceData(surface);
  return filter;
}

// All labels, of points or cells.
void askForAll(Classifier& filter) {
  filter.ComputeWindingNumberOn();
  filter.ComputeEnclosingBodyOn();
  filter.ComputeNestingDepthOn();
  filter.ComputeDistanceOn();
}

void expectSameNumbers(vtkFieldData& found, vtkFieldData& wanted) {
  ASSERT_EQ(found.GetNumberOfArrays(), wanted.GetNumberOfArrays());
  for (int i = 0; i < wanted.GetNumberOfArrays(); ++i) {
    const char* name = wanted.GetArrayName(i);
    EXPECT_EQ(values(&found, name), values(&wanted, name)) << name;
  }
}

void expectSame(vtkDataSet& found, vtkDataSet& wanted) {
  expectSameNumbers(*found.GetPointData(), *wanted.GetPointData());
  expectSameNumbers(*found.GetCellData(), *wanted.GetCellData());
  expectSameNumbers(*found.GetFieldData(), *wanted.GetFieldData());
  for (const char* name : {"Method", "MethodReason"}) EXPECT_EQ(text(&found, name), text(&wanted, name));
}

class InPlace : public testing::TestWithParam<int> {};

TEST_P(InPlace, labelsAreThoseOfAnExecution) {
  const auto filter = classifier(cube());
  askForAll(*filter);
  filter->SetAssociation(GetParam());
  const auto data = cloud(points, VTK_FLOAT);
  ASSERT_TRUE(filter->LabelInPlace(data));
  const auto same = cloud(points, VTK_FLOAT);
  filter->SetInputData(same);
  filter->Update();
  expectSame(*data, *vtkDataSet::SafeDownCast(filter->GetOutput()));
  EXPECT_EQ(filter->GetNumberOfBuilds(), 1) << "both use the same prepared surface";
  EXPECT_EQ(same->GetPointData()->GetNumberOfArrays() + same->GetCellData()->GetNumberOfArrays(), 0);
}

INSTANTIATE_TEST_SUITE_P(Of, InPlace, testing::Values(Classifier::POINTS, Classifier::CELLS));

TEST(InPlaceLabels, ofEachBlock) {
  const auto filter = classifier(cube());
  vtkNew<vtkMultiBlockDataSet> tree;
  const auto one = cloud({points[0], points[4]}), other = cloud({points[2]});
  tree->SetBlock(0, one);
  tree->SetBlock(2, other);
  ASSERT_TRUE(filter->LabelInPlace(tree));
  EXPECT_EQ(sides(one), (std::vector<double>{1, -1}));
  EXPECT_EQ(sides(other), std::vector<double>{0});
  EXPECT_EQ(text(tree, "Method"), text(one, "Method"));
}

TEST(InPlaceLabels, leaveTheInputAloneAndKeepNothing) {
  const auto filter = classifier(cube());
  const auto input = cloud(points);
  filter->SetInputData(input);
  const auto data = cloud({points[4]});
  ASSERT_TRUE(filter->LabelInPlace(data));
  EXPECT_EQ(data->GetReferenceCount(), 1);
  EXPECT_FALSE(input->GetPointData()->HasArray("Side"));
  filter->Update();
  EXPECT_EQ(sides(vtkDataSet::SafeDownCast(filter->GetOutput())).size(), points.size());
}

TEST(InPlaceLabels, followASurfaceThatChanges) {
  vtkNew<vtkSphereSource> sphere;
  const auto filter = Ptr<Classifier>::New();
  filter->SetSurfaceConnection(sphere->GetOutputPort());
  const auto data = cloud({{1, 0.1, 0}});
  ASSERT_TRUE(filter->LabelInPlace(data));
  EXPECT_EQ(sides(data), std::vector<double>{-1});
  sphere->SetRadius(2);
  ASSERT_TRUE(filter->LabelInPlace(data));
  EXPECT_EQ(sides(data), std::vector<double>{1});
  ASSERT_TRUE(filter->LabelInPlace(data));
  EXPECT_EQ(filter->GetNumberOfBuilds(), 2);
}

TEST(InPlaceLabels, warnAsAnExecution) {
  const auto filter = classifier(openCube());
  vtkNew<Messages> messages;
  messages->listenTo(filter);
  const auto data = cloud({points[0], {std::numeric_limits<double>::quiet_NaN(), 0, 0}});
  ASSERT_TRUE(filter->LabelInPlace(data));
  ASSERT_EQ(messages->warnings.size(), 2u) << "the surface is open; a point is not finite";
  EXPECT_NE(messages->warnings[1].find("1 point has NaN"), std::string::npos) << messages->warnings[1];
  ASSERT_TRUE(filter->LabelInPlace(data));
  EXPECT_EQ(messages->warnings.size(), 3u) << "the surface is prepared once";
}

TEST(InPlaceLabels, ofWhatCannotBeLabelledAreOneError) {
  vtkNew<Messages> messages;
  const auto filter = Ptr<Classifier>::New();
  messages->listenTo(filter);
  EXPECT_FALSE(filter->LabelInPlace(cloud(points)));
  EXPECT_FALSE(filter->LabelInPlace(nullptr));
  filter->SetSurfaceData(cube());
  EXPECT_FALSE(filter->LabelInPlace(Ptr<vtkTable>::New()));
  filter->SetTolerance(-1);
  const auto data = cloud(points);
  EXPECT_FALSE(filter->LabelInPlace(data));
  EXPECT_FALSE(data->GetPointData()->HasArray("Side"));
  ASSERT_EQ(messages->errors.size(), 4u);
  const char* const told[] = {"No surface is chosen", "not nothing", "not vtkTable", "The tolerance must be"};
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_NE(messages->errors[i].find(told[i]), std::string::npos) << messages->errors[i];
}

// A call from within a call, as by another Python thread while progress is reported.
TEST(InPlaceLabels, areRefusedWhileTheFilterIsInUse) {
  const auto filter = classifier(cube());
  vtkNew<Messages> messages;
  messages->listenTo(filter);
  vtkNew<vtkCallbackCommand> intruder;
  int refused = 0;
  intruder->SetClientData(&refused);
  intruder->SetCallback([](vtkObject* caller, unsigned long, void* count, void*) {
    if (!static_cast<Classifier*>(caller)->LabelInPlace(cloud(points))) ++*static_cast<int*>(count);
  });
  filter->AddObserver(vtkCommand::ProgressEvent, intruder);
  const auto data = cloud(points);
  EXPECT_TRUE(filter->LabelInPlace(data));
  EXPECT_EQ(sides(data), (std::vector<double>{1, 1, 0, 0, -1, -1}));
  EXPECT_GT(refused, 0);
  ASSERT_EQ(messages->errors.size(), static_cast<std::size_t>(refused));
  EXPECT_NE(messages->errors[0].find("in use"), std::string::npos) << messages->errors[0];
  filter->RemoveObservers(vtkCommand::ProgressEvent);
  EXPECT_TRUE(filter->LabelInPlace(data)) << "it is free again";
}

TEST(InPlaceLabels, reportProgressAndStop) {
  const auto filter = classifier(cube());
  filter->SetMethodToDiscreteFunction();
  std::vector<Point> many;
  for (int i = 0; i < 100'000; ++i) many.push_back({i / 50'000.0, 0, 0});
  const auto data = cloud(many);
  vtkNew<ProgressWatcher> watcher;
  watcher->abortAt = 0.6;
  filter->AddObserver(vtkCommand::ProgressEvent, watcher);
  EXPECT_FALSE(filter->LabelInPlace(data));
  EXPECT_FALSE(data->GetPointData()->HasArray("Side"));
  watcher->abortAt = 2;
  watcher->seen.clear();
  EXPECT_TRUE(filter->LabelInPlace(data));
  EXPECT_EQ(std::ranges::count(sides(data), -1), 100'000 - 50'001);
  EXPECT_TRUE(std::ranges::is_sorted(watcher->seen));
  EXPECT_EQ(watcher->seen.front(), 0);
  EXPECT_EQ(watcher->seen.back(), 1);
}

}  // namespace
}  // namespace test_labels_in_place
