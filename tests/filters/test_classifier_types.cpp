// Every type of dataset goes in, the same type comes out with all its arrays and right labels.
#include <gtest/gtest.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkFloatArray.h>
#include <vtkIdTypeArray.h>
#include <vtkImageData.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkPartitionedDataSet.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPointData.h>
#include <vtkRectilinearGrid.h>
#include <vtkStructuredGrid.h>
#include <vtkUnstructuredGrid.h>

#include <cmath>

#include "fixtures.h"
#include "vtkTalusInsideOutsideClassifier.h"

namespace test_classifier_types {
namespace {

using namespace fixtures;

// Side of a point with respect to the cube [-1, 1]³.
double expected(const double p[3]) {
  const double reach = std::max({std::abs(p[0]), std::abs(p[1]), std::abs(p[2])});
  return reach < 1 ? 1 : reach > 1 ? -1 : 0;
}

void addArrays(vtkDataSet* data) {
  for (const int type : {vtkDataObject::POINT, vtkDataObject::CELL}) {
    vtkNew<vtkIdTypeArray> ids;
    ids->SetName("Ids");
    for (vtkIdType i = 0; i < data->GetNumberOfElements(type); ++i) ids->InsertNextValue(10 * i);
    data->GetAttributes(type)->AddArray(ids);
  }
  vtkNew<vtkDoubleArray> note;
  note->SetName("Note");
  note->InsertNextValue(42);
  data->GetFieldData()->AddArray(note);
}

Ptr<vtkImageData> image() {
  const auto data = Ptr<vtkImageData>::New();
  data->SetDimensions(7, 7, 7);
  data->SetOrigin(-1.5, -1.5, -1.5);
  data->SetSpacing(0.5, 0.5, 0.5);
  return data;
}

template <class Grid>
Ptr<vtkPoints> gridPoints(Grid* from) {
  const auto points = Ptr<vtkPoints>::New();
  for (vtkIdType i = 0; i < from->GetNumberOfPoints(); ++i) points->InsertNextPoint(from->GetPoint(i));
  return points;
}

Ptr<vtkDataSet> make(const std::string& type) {
  if (type == "vtkImageData") return image();
  if (type == "vtkRectilinearGrid") {
    const auto data = Ptr<vtkRectilinearGrid>::New();
    vtkNew<vtkDoubleArray> ticks;
    for (const double x : {-2.0, -1.0, -0.25, 0.5, 1.0, 3.0}) ticks->InsertNextValue(x);
    data->SetDimensions(6, 6, 6);
    data->SetXCoordinates(ticks);
    data->SetYCoordinates(ticks);
    data->SetZCoordinates(ticks);
    return data;
  }
  const auto lattice = image();
  if (type == "vtkStructuredGrid") {
    const auto data = Ptr<vtkStructuredGrid>::New();
    data->SetDimensions(7, 7, 7);
    data->SetPoints(gridPoints(lattice.Get()));
    return data;
  }
  if (type == "vtkUnstructuredGrid") {
    const auto data = Ptr<vtkUnstructuredGrid>::New();
    data->SetPoints(gridPoints(lattice.Get()));
    data->Allocate(lattice->GetNumberOfCells());
    for (vtkIdType i = 0; i < lattice->GetNumberOfCells(); ++i)
      data->InsertNextCell(VTK_VOXEL, lattice->GetCell(i)->GetPointIds());
    return data;
  }
  return cloud({{0, 0, 0}, {1, 0, 0}, {1, 1, 1}, {2, 0, 0}, {-0.999999, 0.5, 0.25}, {1, 1, 0.5}});
}

class Type : public testing::TestWithParam<const char*> {};

TEST_P(Type, pointsKeepTypeAndArraysAndGetLabels) {
  const auto input = make(GetParam());
  addArrays(input);
  vtkNew<vtkTalusInsideOutsideClassifier> filter;
  filter->SetInputData(input);
  filter->SetSurfaceData(cube());
  filter->ComputeWindingNumberOn();
  filter->ComputeEnclosingBodyOn();
  filter->Update();
  auto* output = vtkDataSet::SafeDownCast(filter->GetOutput());
  ASSERT_TRUE(output);
  EXPECT_STREQ(output->GetClassName(), GetParam());
  ASSERT_EQ(output->GetNumberOfPoints(), input->GetNumberOfPoints());
  const auto side = sides(output);
  ASSERT_EQ(side.size(), static_cast<std::size_t>(input->GetNumberOfPoints()));
  for (vtkIdType i = 0; i < input->GetNumberOfPoints(); ++i) {
    double p[3];
    input->GetPoint(i, p);
    EXPECT_EQ(side[static_cast<std::size_t>(i)], expected(p)) << p[0] << ' ' << p[1] << ' ' << p[2];
  }
  EXPECT_EQ(output->GetPointData()->GetArray("Ids"), input->GetPointData()->GetArray("Ids"));
  EXPECT_EQ(output->GetCellData()->GetArray("Ids"), input->GetCellData()->GetArray("Ids"));
  EXPECT_EQ(values(output->GetFieldData(), "Note"), std::vector<double>{42});
  EXPECT_EQ(output->GetPointData()->GetArray("Side")->GetDataType(), VTK_SIGNED_CHAR);
  EXPECT_EQ(output->GetPointData()->GetArray("WindingNumber")->GetDataType(), VTK_DOUBLE);
  EXPECT_EQ(output->GetPointData()->GetArray("EnclosingBody")->GetDataType(), VTK_INT);
  EXPECT_FALSE(output->GetCellData()->HasArray("Side"));
  // The input stays as it was.
  EXPECT_FALSE(input->GetPointData()->HasArray("Side"));
  EXPECT_FALSE(input->GetFieldData()->HasArray("Method"));
}

TEST_P(Type, cellsAreLabelledByTheirCentres) {
  const auto input = make(GetParam());
  vtkNew<vtkTalusInsideOutsideClassifier> filter;
  filter->SetInputData(input);
  filter->SetSurfaceData(cube());
  filter->SetAssociationToCells();
  filter->Update();
  auto* output = vtkDataSet::SafeDownCast(filter->GetOutput());
  ASSERT_EQ(output->GetNumberOfCells(), input->GetNumberOfCells());
  const auto side = values(output->GetCellData(), "Side");
  ASSERT_EQ(side.size(), static_cast<std::size_t>(input->GetNumberOfCells()));
  for (vtkIdType i = 0; i < input->GetNumberOfCells(); ++i) {
    double box[6];
    input->GetCellBounds(i, box);
    const double centre[3] = {(box[0] + box[1]) / 2, (box[2] + box[3]) / 2, (box[4] + box[5]) / 2};
    EXPECT_EQ(side[static_cast<std::size_t>(i)], expected(centre)) << "cell " << i;
  }
  EXPECT_FALSE(output->GetPointData()->HasArray("Side"));
}

TEST_P(Type, emptyInputSucceedsWithEmptyArrays) {
  const auto input = vtk::TakeSmartPointer(make(GetParam())->NewInstance());
  for (const bool cells : {false, true}) {
    vtkNew<vtkTalusInsideOutsideClassifier> filter;
    vtkNew<Messages> messages;
    messages->listenTo(filter);
    filter->SetInputData(input);
    filter->SetSurfaceData(cube());
    filter->SetAssociation(cells ? 1 : 0);
    filter->ComputeWindingNumberOn();
    filter->ComputeEnclosingBodyOn();
    filter->Update();
    auto* output = vtkDataSet::SafeDownCast(filter->GetOutput());
    auto* data = output->GetAttributes(cells ? vtkDataObject::CELL : vtkDataObject::POINT);
    for (const char* name : {"Side", "WindingNumber", "EnclosingBody"}) {
      ASSERT_TRUE(data->HasArray(name)) << name;
      EXPECT_EQ(data->GetArray(name)->GetNumberOfTuples(), 0) << name;
    }
    EXPECT_TRUE(messages->errors.empty() && messages->warnings.empty());
  }
}

INSTANTIATE_TEST_SUITE_P(Datasets, Type,
                         testing::Values("vtkPolyData", "vtkImageData", "vtkRectilinearGrid",
                                         "vtkStructuredGrid", "vtkUnstructuredGrid"),
                         [](const auto& at) { return std::string(at.param); });

TEST(Composite, multiBlockIsDeepAndEveryLeafIsLabelled) {
  vtkNew<vtkMultiBlockDataSet> inner, tree;
  inner->SetBlock(0, cloud({{0, 0, 0}}));
  inner->SetBlock(1, nullptr);
  tree->SetBlock(0, inner);
  tree->SetBlock(2, make("vtkImageData"));
  vtkNew<vtkTalusInsideOutsideClassifier> filter;
  filter->SetInputData(tree);
  filter->SetSurfaceData(cube());
  filter->Update();
  auto* output = vtkMultiBlockDataSet::SafeDownCast(filter->GetOutput());
  ASSERT_TRUE(output);
  ASSERT_EQ(output->GetNumberOfBlocks(), 3u);
  auto* deep = vtkMultiBlockDataSet::SafeDownCast(output->GetBlock(0));
  ASSERT_TRUE(deep);
  EXPECT_EQ(sides(vtkDataSet::SafeDownCast(deep->GetBlock(0))), std::vector<double>{1});
  EXPECT_EQ(deep->GetBlock(1), nullptr);
  EXPECT_EQ(sides(vtkDataSet::SafeDownCast(output->GetBlock(2))).size(), 343u);
  EXPECT_EQ(text(output, "Method"), "CyrusBeck");
  EXPECT_TRUE(sides(vtkDataSet::SafeDownCast(inner->GetBlock(0))).empty()) << "the input was modified";
}

TEST(Composite, partitionedCollectionKeepsItsType) {
  vtkNew<vtkPartitionedDataSetCollection> collection;
  collection->SetPartition(0, 0, cloud({{0, 0, 0}}));
  collection->SetPartition(1, 0, cloud({{3, 0, 0}}));
  collection->SetPartition(1, 1, cloud({{1, 0, 0}}));
  vtkNew<vtkTalusInsideOutsideClassifier> filter;
  filter->SetInputData(collection);
  filter->SetSurfaceData(cube());
  filter->Update();
  auto* output = vtkPartitionedDataSetCollection::SafeDownCast(filter->GetOutput());
  ASSERT_TRUE(output);
  EXPECT_EQ(sides(output->GetPartition(0, 0)), std::vector<double>{1});
  EXPECT_EQ(sides(output->GetPartition(1, 0)), std::vector<double>{-1});
  EXPECT_EQ(sides(output->GetPartition(1, 1)), std::vector<double>{0});
}

TEST(Points, floatCoordinatesAreTakenAsTheyAre) {
  const float third = 1.0F / 3.0F;  // above 1/3, so outside of a cube that ends there in double
  vtkNew<vtkTalusInsideOutsideClassifier> filter;
  filter->SetSurfaceData(cube({0, 0, 0}, 2.0 / 3.0));
  for (const int type : {VTK_FLOAT, VTK_DOUBLE}) {
    filter->SetInputData(cloud({{static_cast<double>(third), 0, 0}}, type));
    filter->Update();
    EXPECT_EQ(sides(vtkDataSet::SafeDownCast(filter->GetOutput())), std::vector<double>{-1});
  }
}

}  // namespace
}  // namespace test_classifier_types
