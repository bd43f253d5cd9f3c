// Unions and differences of surfaces: several inputs, blocks, arrays, errors.
#include <gtest/gtest.h>
#include <vtkCellData.h>
#include <vtkInformation.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkPlaneSource.h>

#include "fixtures.h"
#include "vtkTalusBoolean.h"

namespace test_boolean {
namespace {

using namespace fixtures;

struct Combined {
  Ptr<vtkTalusBoolean> filter = Ptr<vtkTalusBoolean>::New();
  vtkNew<Messages> messages;

  Combined(const std::vector<Ptr<vtkPolyData>>& surfaces, int operation) {
    messages->listenTo(filter);
    for (const auto& surface : surfaces) filter->AddInputDataObject(surface);
    filter->SetOperation(operation);
    filter->Update();
  }
  double number(const char* name) const {
    vtkDataArray* array = filter->GetOutput()->GetFieldData()->GetArray(name);
    return array ? array->GetComponent(0, 0) : -1;
  }
  std::string error() const { return messages->errors.size() == 1 ? messages->errors[0] : ""; }
};

const Point origin{0, 0, 0}, shifted{1, 1, 1};

TEST(BooleanFilter, SeveralInputsAreOneOperation) {
  const auto a = cube(origin), b = cube(shifted);  // edges of 2
  EXPECT_EQ(Combined({a, b}, vtkTalusBoolean::UNION).number("Volume"), 15);
  EXPECT_EQ(Combined({a, b}, vtkTalusBoolean::INTERSECTION).number("Volume"), 1);
  EXPECT_EQ(Combined({a, b}, vtkTalusBoolean::DIFFERENCE).number("Volume"), 7);
  const Combined either({a, b}, vtkTalusBoolean::SYMMETRIC_DIFFERENCE);
  EXPECT_EQ(either.number("Volume"), 14);
  EXPECT_EQ(either.number("Surfaces"), 2);
  EXPECT_TRUE(either.messages->errors.empty() && either.messages->warnings.empty());
}

TEST(BooleanFilter, BlocksAreSurfacesAndEmptyOnesCountInTheirNumbers) {
  vtkNew<vtkMultiBlockDataSet> blocks;
  blocks->SetBlock(0, cube(origin));
  blocks->SetBlock(2, cube(shifted));
  vtkNew<vtkTalusBoolean> filter;
  filter->SetInputData(blocks);
  filter->Update();
  vtkDataArray* source = filter->GetOutput()->GetCellData()->GetArray("SourceSurface");
  ASSERT_NE(source, nullptr);
  EXPECT_EQ(source->GetRange()[0], 0);
  EXPECT_EQ(source->GetRange()[1], 2);
}

TEST(BooleanFilter, OneSurfaceIsAnError) {
  const Combined run({cube(origin)}, vtkTalusBoolean::UNION);
  EXPECT_NE(run.error().find("at least two surfaces"), std::string::npos) << run.error();
  EXPECT_EQ(run.filter->GetOutput()->GetNumberOfPoints(), 0);
}

TEST(BooleanFilter, AnOpenSurfaceIsAnErrorThatNamesIt) {
  vtkNew<vtkPlaneSource> plane;
  plane->Update();
  const Combined run({cube(origin), plane->GetOutput()}, vtkTalusBoolean::UNION);
  EXPECT_NE(run.error().find("Surface 1 is not closed: 4 edges lack a neighbour"), std::string::npos)
      << run.error();
}

TEST(BooleanFilter, ErrorsNameASurfaceAsTheUserKnowsIt) {
  vtkNew<vtkPlaneSource> plane;
  plane->Update();
  plane->GetOutput()->GetInformation()->Set(vtkCompositeDataSet::NAME(), "lid.stl");
  Combined run({cube(origin), plane->GetOutput()}, vtkTalusBoolean::UNION);
  EXPECT_NE(run.error().find("Surface 1 (lid.stl) is not closed"), std::string::npos) << run.error();
  run.messages->errors.clear();
  run.filter->SetInputName(1, "Lid");  // in the pipeline
  run.filter->Update();
  EXPECT_NE(run.error().find("Surface 1 (Lid) is not closed"), std::string::npos) << run.error();
}

TEST(BooleanFilter, AnEmptyResultIsAWarning) {
  const Combined run({cube(origin), cube({5, 0, 0})}, vtkTalusBoolean::INTERSECTION);
  EXPECT_EQ(run.messages->warnings.size(), 1u);
  EXPECT_EQ(run.number("Volume"), 0);
  EXPECT_EQ(run.filter->GetOutput()->GetNumberOfCells(), 0);
}

}  // namespace
}  // namespace test_boolean
