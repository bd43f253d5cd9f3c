// What filters answer: the sentence, the remarks, and where both are kept.
#include <gtest/gtest.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkGroupDataSetsFilter.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkPointData.h>

#include <limits>
#include <string>

#include "fixtures.h"
#include "vtkTalusBodyPlacement.h"
#include "vtkTalusBodySurfaces.h"
#include "vtkTalusContactFinder.h"
#include "vtkTalusFoamSource.h"
#include "vtkTalusInsideOutsideClassifier.h"
#include "vtkTalusRigidBodyProperties.h"
#include "vtkTalusSurfaceCheck.h"
#include "vtkTalusSurrogateTreeBuilder.h"
#include "vtkTalusTimeStepper.h"
#include "vtkTalusVoxelize.h"

namespace test_answers {
namespace {

using namespace fixtures;

constexpr const char* sentence =
    "1 inside, 1 on the surface, 2 outside · CyrusBeck, the surface is closed and convex, the points are few";

Ptr<vtkPolyData> points(double shift = 0) {
  return cloud({{shift, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}});
}

Ptr<vtkTalusInsideOutsideClassifier> classifier(vtkDataObject* input, vtkDataObject* surface) {
  const auto filter = Ptr<vtkTalusInsideOutsideClassifier>::New();
  filter->SetInputData(input);
  filter->SetSurfaceData(surface);
  return filter;
}

std::string begin(vtkDataObject* data) {
  return data->GetFieldData()->GetAbstractArray(0)->GetName();
}

TEST(Answer, ClassifierCountsSidesAndLeavesTheSentenceFirst) {
  auto input = points();
  vtkNew<vtkStringArray> note;
  note->SetName("Note");
  note->InsertNextValue("of the input");
  input->GetFieldData()->AddArray(note);
  const auto filter = classifier(input, cube());
  EXPECT_STREQ(filter->GetAnswer(), "");
  filter->Update();
  EXPECT_STREQ(filter->GetAnswer(), sentence);
  EXPECT_STREQ(filter->GetRemarks(), "");
  vtkDataObject* output = filter->GetOutputDataObject(0);
  EXPECT_EQ(begin(output), "Answer");
  EXPECT_EQ(text(output, "Answer"), sentence);
  EXPECT_EQ(text(output, "Note"), "of the input");
  EXPECT_FALSE(input->GetFieldData()->HasArray("Answer")) << "the input was modified";
}

TEST(Answer, ClassifierAddsUpTheBlocksOfAComposite) {
  vtkNew<vtkMultiBlockDataSet> blocks;
  blocks->SetBlock(0, points());
  blocks->SetBlock(1, points());
  const auto filter = classifier(blocks, cube());
  filter->Update();
  EXPECT_EQ(std::string(filter->GetAnswer()).find("2 inside, 2 on the surface, 4 outside"), 0U);
  EXPECT_EQ(text(filter->GetOutputDataObject(0), "Answer"), filter->GetAnswer());
}

TEST(Answer, InPlaceLabelsLeaveItInTheData) {
  const auto filter = classifier(nullptr, cube());
  auto data = points();
  ASSERT_TRUE(filter->LabelInPlace(data));
  EXPECT_EQ(text(data, "Answer"), sentence);
}

TEST(Answer, OfPortionsIsMadeFromTheirCounts) {
  const auto filter = classifier(points(), cube());
  EXPECT_EQ(filter->AnswerFor(1, 2, 3), "1 inside, 2 on the surface, 3 outside");
  filter->Update();
  EXPECT_EQ(filter->AnswerFor(1, 1, 2), sentence);
}

TEST(Answer, RemarksOfTheSurfaceLastAsLongAsIt) {
  const auto filter = classifier(points(), openCube());
  vtkNew<Messages> messages;
  messages->listenTo(filter);
  filter->Update();
  const std::string remarks = filter->GetRemarks();
  EXPECT_NE(remarks.find("4 edges belong to only one triangle"), std::string::npos) << remarks;
  filter->SetInputData(points(0.5));
  filter->Update();
  EXPECT_EQ(filter->GetRemarks(), remarks) << "the surface is still open";
  EXPECT_EQ(messages->warnings.size(), 1U) << "it is told once";
  filter->SetSurfaceData(cube());
  filter->Update();
  EXPECT_STREQ(filter->GetRemarks(), "");
}

TEST(Answer, ErrorsAndAbortsSayWhyThereIsNoResult) {
  const auto filter = classifier(points(), nullptr);
  vtkNew<Messages> messages;
  messages->listenTo(filter);
  filter->Update();
  EXPECT_EQ(std::string(filter->GetAnswer()).find("No result: No surface is chosen"), 0U)
      << filter->GetAnswer();
  filter->SetSurfaceData(cube());
  filter->Update();
  EXPECT_STREQ(filter->GetAnswer(), sentence);
  vtkNew<ProgressWatcher> watcher;
  watcher->abortAt = 0.1;
  filter->AddObserver(vtkCommand::ProgressEvent, watcher);
  filter->SetSurfaceData(cube({0, 0, 0}, 3));
  filter->Update();
  EXPECT_EQ(std::string(filter->GetAnswer()).find("Aborted: there is no result."), 0U) << filter->GetAnswer();
}

TEST(Answer, SurfaceCheckAnswersForEachBlockAndForAll) {
  vtkNew<vtkMultiBlockDataSet> blocks;
  blocks->SetBlock(0, cube());
  blocks->SetBlock(1, openCube());
  vtkNew<vtkTalusSurfaceCheck> filter;
  filter->SetInputData(blocks);
  filter->Update();
  auto* output = vtkMultiBlockDataSet::SafeDownCast(filter->GetOutputDataObject(0));
  EXPECT_EQ(std::string(filter->GetAnswer()).find("1 of 2 surfaces are sound. Surface 1: Not closed: 4 open"),
            0U)
      << filter->GetAnswer();
  EXPECT_EQ(text(output, "Answer"), filter->GetAnswer());
  EXPECT_EQ(text(output->GetBlock(0), "Answer").find("Sound: closed"), 0U);
  EXPECT_EQ(text(output->GetBlock(1), "Answer").find("Not closed: 4 open edges in 1 loop."), 0U);
  EXPECT_EQ(begin(output->GetBlock(1)), "Answer");
}

TEST(Answer, WorstDefectIsACategoryBesideTheBits) {
  vtkNew<vtkTalusSurfaceCheck> filter;
  filter->SetInputData(openCube());
  filter->Update();
  auto* output = vtkPolyData::SafeDownCast(filter->GetOutputDataObject(0));
  EXPECT_EQ(values(output->GetCellData(), "WorstDefect"), (std::vector<double>{1, 1, 1, 1, 0}));
  EXPECT_EQ(values(output->GetCellData(), "Defect"), (std::vector<double>{1, 1, 1, 1, 0}));
  EXPECT_STREQ(output->GetCellData()->GetScalars()->GetName(), "WorstDefect") << "it is shown first";
}

// As a contour of an image has them, by which ParaView would colour.
TEST(Answer, IsShownBeforeTheScalarsOfPoints) {
  auto mesh = cube();
  vtkNew<vtkDoubleArray> grey;
  grey->SetName("Grey");
  grey->SetNumberOfTuples(mesh->GetNumberOfPoints());
  grey->FillValue(1);
  mesh->GetPointData()->SetScalars(grey);
  vtkNew<vtkTalusSurfaceCheck> check;
  check->SetInputDataObject(0, mesh);
  vtkNew<vtkTalusInsideOutsideClassifier> classifier;
  classifier->SetInputDataObject(0, mesh);
  classifier->SetInputDataObject(1, cube({0, 0, 0}, 3));
  classifier->SetAssociation(vtkTalusInsideOutsideClassifier::CELLS);
  for (vtkAlgorithm* filter : std::initializer_list<vtkAlgorithm*>{check, classifier}) {
    filter->Update();
    auto* output = vtkPolyData::SafeDownCast(filter->GetOutputDataObject(0));
    EXPECT_TRUE(output->GetPointData()->HasArray("Grey"));
    EXPECT_FALSE(output->GetPointData()->GetScalars()) << filter->GetClassName();
    EXPECT_TRUE(output->GetCellData()->GetScalars()) << filter->GetClassName();
  }
  EXPECT_EQ(mesh->GetPointData()->GetScalars(), grey.Get()) << "the input was modified";
}

TEST(Answer, TellsThatOneSurfaceHasNoPair) {
  vtkNew<vtkTalusContactFinder> contacts;
  contacts->SetInputDataObject(0, cube());
  contacts->Update();
  EXPECT_EQ(std::string(contacts->GetAnswer()).find("No pairs: there are fewer than two bodies"), 0U);
  EXPECT_EQ(std::string(contacts->GetRemarks()).find("Only one surface is selected."), 0U);
  contacts->AddInputDataObject(0, cube({5, 0, 0}, 1));
  contacts->Update();
  EXPECT_STREQ(contacts->GetRemarks(), "");
}

TEST(Answer, EveryFilterOfSurfacesHasOne) {
  vtkNew<vtkTalusRigidBodyProperties> mass;
  vtkNew<vtkTalusSurrogateTreeBuilder> trees;
  vtkNew<vtkTalusVoxelize> voxels;
  for (vtkAlgorithm* filter : std::initializer_list<vtkAlgorithm*>{mass, trees, voxels}) {
    filter->SetInputDataObject(0, cube());
    filter->Update();
  }
  EXPECT_STREQ(mass->GetAnswer(), "volume 8, mass 8 · centre of mass (0, 0, 0)");
  EXPECT_NE(std::string(trees->GetAnswer()).find("for 12 triangles"), std::string::npos)
      << trees->GetAnswer();
  EXPECT_NE(std::string(voxels->GetAnswer()).find(" inside, "), std::string::npos) << voxels->GetAnswer();
  for (vtkAlgorithm* filter : std::initializer_list<vtkAlgorithm*>{mass, trees, voxels})
    EXPECT_EQ(begin(filter->GetOutputDataObject(0)), "Answer") << filter->GetClassName();
}

TEST(Answer, SourcesOfSurfacesLeaveItInTheData) {
  vtkNew<vtkTalusFoamSource> foam;
  foam->Update();
  EXPECT_NE(std::string(foam->GetAnswer()).find(" triangles · size "), std::string::npos)
      << foam->GetAnswer();
  EXPECT_EQ(text(foam->GetOutputDataObject(0), "Answer"), foam->GetAnswer());
}

TEST(Answer, FramesFollowTimeAndKeepTheirOwn) {
  vtkNew<vtkTalusBodyPlacement> placement;
  placement->SetInputDataObject(0, cube({0, 0, 0}, 0.1));
  placement->Update();
  EXPECT_NE(std::string(placement->GetAnswer()).find(" placed · 1 shape · "), std::string::npos)
      << placement->GetAnswer();
  vtkNew<vtkTalusTimeStepper> motion;
  vtkNew<vtkTalusBodySurfaces> surfaces;
  motion->SetInputConnection(placement->GetOutputPort());
  surfaces->SetInputConnection(motion->GetOutputPort());
  for (const auto& [time, words] : {std::pair(0.0, "t = 0 s · "), std::pair(0.05, "t = 0.05 s · ")}) {
    surfaces->UpdateTimeStep(time);
    EXPECT_EQ(std::string(motion->GetAnswer()).find(words), 0U) << motion->GetAnswer();
    EXPECT_EQ(text(motion->GetOutputDataObject(0), "Answer"), motion->GetAnswer());
    EXPECT_EQ(text(surfaces->GetOutputDataObject(0), "Answer"), surfaces->GetAnswer())
        << "not that of the frame";
  }
}

}  // namespace
}  // namespace test_answers
