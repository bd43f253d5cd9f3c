// Errors and warnings of filters do not depend on what VTK may print.
#include <gtest/gtest.h>

#include <string>

#include "fixtures.h"
#include "vtkTalusInsideOutsideClassifier.h"
#include "vtkTalusRigidBodyProperties.h"

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
