// Repaired surfaces: sound ones unchanged, arrays, blocks, what remains, errors.
#include <gtest/gtest.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkPointData.h>

#include "fixtures.h"
#include "vtkTalusSurfaceCheck.h"
#include "vtkTalusSurfaceRepair.h"

namespace test_surface_repair {
namespace {

using namespace fixtures;

struct Repaired {
  Ptr<vtkTalusSurfaceRepair> filter = Ptr<vtkTalusSurfaceRepair>::New();
  vtkNew<Messages> messages;

  explicit Repaired(vtkDataObject* surface) {
    messages->listenTo(filter);
    filter->SetInputDataObject(surface);
    filter->Update();
  }
  vtkPolyData* output() const { return vtkPolyData::SafeDownCast(filter->GetOutputDataObject(0)); }
  double number(const char* name) const { return values(output()->GetFieldData(), name).at(0); }
};

std::string problemOf(vtkPolyData* surface) {
  vtkNew<vtkTalusSurfaceCheck> check;
  check->SetInputDataObject(surface);
  check->Update();
  return text(check->GetOutputDataObject(0), "Problem");
}

TEST(SurfaceRepairFilter, PassesOnASoundSurfaceAsItIs) {
  const auto given = cube();
  const Repaired run(given);
  EXPECT_EQ(run.output()->GetPoints(), given->GetPoints());
  EXPECT_EQ(run.output()->GetPolys(), given->GetPolys());
  EXPECT_EQ(run.number("Changed"), 0);
  EXPECT_EQ(run.number("Sound"), 1);
  EXPECT_EQ(text(run.output(), "Answer"), "Sound: nothing to repair");
  EXPECT_TRUE(run.messages->errors.empty() && run.messages->warnings.empty());
}

TEST(SurfaceRepairFilter, ClosesAHoleAndPassesOnArrays) {
  const auto given = openCube();
  const vtkIdType cells = given->GetNumberOfCells();
  vtkNew<vtkDoubleArray> ofCells, ofPoints;
  ofCells->SetName("Cell");
  ofPoints->SetName("Height");
  for (vtkIdType i = 0; i < cells; ++i) ofCells->InsertNextValue(10.0 + static_cast<double>(i));
  for (vtkIdType i = 0; i < given->GetNumberOfPoints(); ++i) ofPoints->InsertNextValue(given->GetPoint(i)[2]);
  given->GetCellData()->AddArray(ofCells);
  given->GetPointData()->AddArray(ofPoints);
  const Repaired run(given);
  EXPECT_EQ(problemOf(run.output()), "");
  EXPECT_EQ(run.number("Volume"), 8);
  EXPECT_EQ(text(run.output(), "Repairs", 0), "ClosedHoles");
  EXPECT_EQ(text(run.output(), "RepairTexts", 0), "1 hole closed by 2 triangles");
  vtkDataArray* source = run.output()->GetCellData()->GetArray("SourceCell");
  vtkDataArray* passed = run.output()->GetCellData()->GetArray("Cell");
  vtkDataArray* height = run.output()->GetPointData()->GetArray("Height");
  ASSERT_TRUE(source && passed && height);
  int added = 0;
  for (vtkIdType i = 0; i < run.output()->GetNumberOfCells(); ++i) {
    const double from = source->GetTuple1(i);
    EXPECT_EQ(passed->GetTuple1(i), from < 0 ? 0 : 10 + from);
    EXPECT_EQ(run.output()->GetCellData()->GetArray("Patch")->GetTuple1(i), from < 0 ? 1 : 0);
    added += from < 0;
  }
  EXPECT_EQ(added, 2);
  for (vtkIdType i = 0; i < run.output()->GetNumberOfPoints(); ++i)
    EXPECT_EQ(height->GetTuple1(i), run.output()->GetPoint(i)[2]);
  EXPECT_EQ(given->GetNumberOfCells(), cells);
}

TEST(SurfaceRepairFilter, ForgetsWhatACheckHasFoundBefore) {
  vtkNew<vtkTalusSurfaceCheck> check;
  check->SetInputDataObject(openCube());
  check->Update();
  const Repaired run(check->GetOutputDataObject(0));
  for (const char* name : {"Defect", "WorstDefect", "Component"})
    EXPECT_FALSE(run.output()->GetCellData()->HasArray(name)) << name;
  for (const char* name : {"FirstDefect", "BoundaryEdges", "Closed", "Consequence"})
    EXPECT_FALSE(run.output()->GetFieldData()->HasArray(name)) << name;
  EXPECT_EQ(text(run.output(), "Answer").substr(0, 8), "Repaired");
  EXPECT_EQ(run.number("Volume"), 8);
}

TEST(SurfaceRepairFilter, InterpolatesPointArraysWhereTrianglesCross) {
  vtkNew<vtkMultiBlockDataSet> none;
  const auto one = cube(), other = cube({1, 1, 1});
  std::vector<Point> corners;
  std::vector<std::vector<vtkIdType>> faces;
  for (const auto& part : {one, other}) {
    const auto first = static_cast<vtkIdType>(corners.size());
    for (vtkIdType i = 0; i < part->GetNumberOfPoints(); ++i) {
      const double* p = part->GetPoint(i);
      corners.push_back({p[0], p[1], p[2]});
    }
    for (vtkIdType i = 0; i < part->GetNumberOfCells(); ++i) {
      vtkIdList* ids = part->GetCell(i)->GetPointIds();
      std::vector<vtkIdType> face;
      for (vtkIdType k = 0; k < ids->GetNumberOfIds(); ++k) face.push_back(first + ids->GetId(k));
      faces.push_back(face);
    }
  }
  const auto both = polygons(corners, faces);
  vtkNew<vtkDoubleArray> sum;
  sum->SetName("Sum");
  for (const Point& p : corners) sum->InsertNextValue(p[0] + 2 * p[1] + 3 * p[2]);
  both->GetPointData()->AddArray(sum);
  const Repaired run(both);
  EXPECT_EQ(run.number("Volume"), 15);
  vtkDataArray* passed = run.output()->GetPointData()->GetArray("Sum");
  ASSERT_TRUE(passed);
  EXPECT_GT(run.output()->GetNumberOfPoints(), 16 - 2);
  for (vtkIdType i = 0; i < run.output()->GetNumberOfPoints(); ++i) {
    const double* p = run.output()->GetPoint(i);
    EXPECT_NEAR(passed->GetTuple1(i), p[0] + 2 * p[1] + 3 * p[2], 1e-14);
  }
}

TEST(SurfaceRepairFilter, RepairsEachBlockForItself) {
  vtkNew<vtkMultiBlockDataSet> blocks;
  const auto sound = cube();
  blocks->SetBlock(0, sound);
  blocks->SetBlock(2, openCube({5, 0, 0}));
  const Repaired run(blocks);
  auto* output = vtkMultiBlockDataSet::SafeDownCast(run.filter->GetOutputDataObject(0));
  ASSERT_TRUE(output);
  auto* first = vtkPolyData::SafeDownCast(output->GetBlock(0));
  EXPECT_EQ(first->GetPoints(), sound->GetPoints());
  EXPECT_EQ(values(output->GetBlock(2)->GetFieldData(), "Sound").at(0), 1);
  EXPECT_EQ(
      text(output, "Answer").rfind("All 2 surfaces are sound now, 1 was repaired. Surface 2: Repaired: ", 0),
      0u)
      << text(output, "Answer");
}

TEST(SurfaceRepairFilter, TellsWhatRemains) {
  vtkNew<vtkTalusSurfaceRepair> filter;
  vtkNew<Messages> messages;
  messages->listenTo(filter);
  filter->SetInputDataObject(openCube());
  filter->SetMaximumHole(1);
  filter->Update();
  ASSERT_EQ(messages->warnings.size(), 1u);
  EXPECT_NE(messages->warnings[0].find("Defects remain: 4 edges belong to only one triangle"),
            std::string::npos)
      << messages->warnings[0];
  EXPECT_EQ(values(filter->GetOutputDataObject(0)->GetFieldData(), "OpenHoles").at(0), 1);
}

TEST(SurfaceRepairFilter, RemovesPolygonsOfTwoCorners) {
  const auto given = cube();
  given->GetPolys()->InsertNextCell({0, 1});
  const Repaired run(given);
  EXPECT_EQ(problemOf(run.output()), "");
  EXPECT_EQ(text(run.output(), "Repairs", 0), "IncompletePolygons");
  EXPECT_EQ(run.number("Changed"), 1);
}

TEST(SurfaceRepairFilter, AnEmptyInputIsNoError) {
  vtkNew<vtkPolyData> empty;
  const Repaired run(empty);
  EXPECT_TRUE(run.messages->errors.empty());
  EXPECT_EQ(run.output()->GetNumberOfCells(), 0);
}

}  // namespace
}  // namespace test_surface_repair
