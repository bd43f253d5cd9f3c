// Errors and warnings of filters do not depend on what VTK may print.
#include <gtest/gtest.h>

#include <vtkMultiBlockDataSet.h>

#include <fstream>
#include <string>
#include <vector>

#include "event_listener.h"
#include "fixtures.h"
#include "vtkTalusInsideOutsideClassifier.h"
#include "vtkTalusRigidBodyProperties.h"
#include "vtkTalusSceneReader.h"

namespace test_filter_messages {
namespace {

using namespace fixtures;

// VTK's switch, off within a scope.
struct DisplayOff {
  DisplayOff() { vtkObject::GlobalWarningDisplayOff(); }
  ~DisplayOff() { vtkObject::GlobalWarningDisplayOn(); }
};

template <class Filter>
Ptr<Messages> heardWithDisplayOff(Filter& filter) {
  const DisplayOff off;
  const auto messages = Ptr<Messages>::New();
  messages->listenTo(&filter);
  filter.Update();
  return messages;
}

TEST(FilterMessages, errorsAreHeardWhereVTKPrintsNothing) {
  vtkNew<vtkTalusRigidBodyProperties> filter;
  filter->SetInputData(openCube());
  const auto messages = heardWithDisplayOff(*filter);
  ASSERT_EQ(messages->errors.size(), 1u);
  EXPECT_NE(messages->errors[0].find("vtkTalusRigidBodyProperties"), std::string::npos);
  EXPECT_NE(messages->errors[0].find("open"), std::string::npos) << messages->errors[0];
}

// What the Python package hears of errors.
std::vector<std::string> surfaces;
std::vector<std::int64_t> bodies;
void hear(std::size_t, char event, const TalusMessage* message) {
  if (event != 'E') return;
  surfaces.emplace_back(message->surface);
  bodies.assign(message->body, message->body + message->bodies);
}

template <class Filter>
void listenTo(Filter& filter) {
  surfaces.clear();
  bodies.clear();
  void* const listener = talusListen(&filter, &hear, 0);
  filter.Update();
  talusEndListening(listener);
}

TEST(FilterMessages, errorsSayWhichSurfaceTheyAreAbout) {
  vtkNew<vtkTalusRigidBodyProperties> filter;
  filter->SetInputData(openCube());
  listenTo(*filter);
  ASSERT_FALSE(surfaces.empty());
  EXPECT_EQ(surfaces.front(), "The surface");
  vtkNew<vtkMultiBlockDataSet> two;
  two->SetBlock(0, cube());
  two->SetBlock(1, openCube());
  filter->SetInputData(two);
  listenTo(*filter);
  ASSERT_FALSE(surfaces.empty());
  EXPECT_EQ(surfaces.front(), "Block 1 of the surface");
}

TEST(FilterMessages, errorsSayWhichBodiesTheyAreAbout) {
  const std::string path = testing::TempDir() + "talus_bad_body.json";
  std::ofstream(path) << R"({"format": "talus-scene-1", "materials": [{"name": "ice", "density": 900}],
    "shapes": [{"name": "ball", "generator": "sphere"}],
    "bodies": [{"id": 5, "shape": "ball", "material": "ice", "scale": 0}]})";
  vtkNew<vtkTalusSceneReader> reader;
  reader->SetFileName(path.c_str());
  listenTo(*reader);
  EXPECT_EQ(bodies, std::vector<std::int64_t>{5});
}

TEST(FilterMessages, warningsAreHeardWhereVTKPrintsNothing) {
  vtkNew<vtkTalusInsideOutsideClassifier> filter;
  filter->SetInputData(cloud({{0, 0, 0}}));
  filter->SetSurfaceData(openCube());
  EXPECT_EQ(heardWithDisplayOff(*filter)->warnings.size(), 1u);
}

TEST(FilterMessages, theSwitchStillStopsPrinting) {
  const DisplayOff off;
  vtkNew<vtkTalusRigidBodyProperties> filter;
  filter->SetInputData(openCube());
  testing::internal::CaptureStderr();
  filter->Update();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace test_filter_messages
