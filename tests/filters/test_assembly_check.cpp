// Pairs of parts: several inputs, named blocks, overlaps, faces that touch, errors.
#include <gtest/gtest.h>
#include <vtkCellData.h>
#include <vtkCompositeDataSet.h>
#include <vtkInformation.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPointData.h>
#include <vtkStringArray.h>

#include "fixtures.h"
#include "vtkTalusAssemblyCheck.h"
#include "vtkTalusWallThickness.h"

namespace test_assembly_check {
namespace {

using namespace fixtures;

struct Checked {
  Ptr<vtkTalusAssemblyCheck> filter = Ptr<vtkTalusAssemblyCheck>::New();
  vtkNew<Messages> messages;

  explicit Checked(const std::vector<Ptr<vtkPolyData>>& parts, const char* ignore = "") {
    messages->listenTo(filter);
    for (const auto& part : parts) filter->AddInputDataObject(part);
    filter->SetIgnore(ignore);
    filter->Update();
  }
  vtkPolyData* pairs() const { return filter->GetOutput(); }
  double value(const char* name, vtkIdType pair = 0) const {
    vtkDataArray* array = pairs()->GetPointData()->GetArray(name);
    return array ? array->GetComponent(pair, 0) : -1e9;
  }
  std::string error() const { return messages->errors.size() == 1 ? messages->errors[0] : ""; }
};

const Point origin{0, 0, 0};

TEST(AssemblyCheckFilter, SeveralInputsAreParts) {
  const Checked found({cube(origin), cube({1, 0, 0}), cube({3, 0, 0})});  // edges of 2
  ASSERT_EQ(found.pairs()->GetNumberOfPoints(), 3);
  EXPECT_EQ(found.value("Relation", 0), 2);
  EXPECT_EQ(found.value("Volume", 0), 4);
  EXPECT_EQ(found.value("Finding", 0), 1);
  EXPECT_EQ(found.value("Relation", 1), 0);
  EXPECT_EQ(found.value("Clearance", 1), 1);
  EXPECT_EQ(found.value("Relation", 2), 1);
  EXPECT_EQ(found.value("ContactArea", 2), 4);
  auto* overlaps = vtkPartitionedDataSetCollection::SafeDownCast(found.filter->GetOutputDataObject(1));
  ASSERT_EQ(overlaps->GetNumberOfPartitionedDataSets(), 1u);
  EXPECT_STREQ(overlaps->GetMetaData(0u)->Get(vtkCompositeDataSet::NAME()), "Part 0 and Part 1");
  auto* faces = vtkPolyData::SafeDownCast(found.filter->GetOutputDataObject(2));
  EXPECT_EQ(faces->GetNumberOfPolys(), 4);  // two triangles of each of two parts
  auto* clearances = vtkPolyData::SafeDownCast(found.filter->GetOutputDataObject(3));
  ASSERT_EQ(clearances->GetNumberOfLines(), 1);
  EXPECT_EQ(clearances->GetCellData()->GetArray("Pair")->GetComponent(0, 0), 1);
  EXPECT_EQ(clearances->GetLength(), 1);  // the only line is that long
  EXPECT_TRUE(found.messages->errors.empty() && found.messages->warnings.empty());
}

TEST(AssemblyCheckFilter, BlocksGiveNamesAndEqualOnesGetNumbers) {
  vtkNew<vtkMultiBlockDataSet> blocks;
  for (unsigned int i = 0; i < 2; ++i) {
    blocks->SetBlock(i, cube({3.0 * i, 0, 0}));
    blocks->GetMetaData(i)->Set(vtkCompositeDataSet::NAME(), "bolt");
  }
  vtkNew<vtkTalusAssemblyCheck> filter;
  filter->SetInputData(blocks);
  filter->Update();
  auto* names = vtkStringArray::SafeDownCast(filter->GetOutput()->GetFieldData()->GetAbstractArray("Parts"));
  ASSERT_NE(names, nullptr);
  EXPECT_EQ(names->GetValue(0), "bolt");
  EXPECT_EQ(names->GetValue(1), "bolt (2)");
}

TEST(AssemblyCheckFilter, BadInputIsOneErrorAndNoOutput) {
  const Checked one({cube(origin)});
  EXPECT_NE(one.error().find("at least two parts"), std::string::npos) << one.error();
  EXPECT_EQ(one.pairs()->GetNumberOfPoints(), 0);
  const Checked unknown({cube(origin), cube({3, 0, 0})}, "Part 0 | nut");
  EXPECT_NE(unknown.error().find("a part that does not exist: 'nut'"), std::string::npos) << unknown.error();
}

TEST(WallThicknessFilter, MeasuresOneClosedSurface) {
  vtkNew<vtkTalusWallThickness> filter;
  filter->SetInputData(cube(origin));
  filter->Update();
  EXPECT_EQ(filter->GetOutput()->GetNumberOfCells(), 12);
  EXPECT_NEAR(filter->GetOutput()->GetFieldData()->GetArray("ThinnestWall")->GetComponent(0, 0), 2, 1e-12);
}

}  // namespace
}  // namespace test_assembly_check
