// Points and cell centres of datasets, bit for bit as VTK gives them.
#include <gtest/gtest.h>
#include <vtkCellCenters.h>
#include <vtkDoubleArray.h>
#include <vtkFloatArray.h>
#include <vtkImageData.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPolyData.h>
#include <vtkRectilinearGrid.h>
#include <vtkSOADataArrayTemplate.h>
#include <vtkSmartPointer.h>
#include <vtkUniformGrid.h>

#include <bit>
#include <cmath>
#include <vector>

#include "dataset_points.h"

namespace test_dataset_points {
namespace {

using talus::Vec3;
using talus::filters::cellCentresOf;
using talus::filters::pointsOf;

std::vector<Vec3> all(const talus::PointSource& source) {
  std::vector<Vec3> room(source.size());
  const auto read = source.read(0, room);
  return {read.begin(), read.end()};
}

void expectPointsOfVtk(vtkDataSet& data) {
  const std::vector<Vec3> points = all(*pointsOf(data));
  ASSERT_EQ(points.size(), static_cast<std::size_t>(data.GetNumberOfPoints()));
  ASSERT_GT(points.size(), 0u);
  for (std::size_t i = 0; i < points.size(); ++i) {
    Vec3 p;
    data.GetPoint(static_cast<vtkIdType>(i), p.data());
    ASSERT_EQ(points[i], p) << i;
  }
}

void expectCentresOfVtk(vtkDataSet& data) {
  const std::vector<Vec3> points = all(*cellCentresOf(data));
  ASSERT_EQ(points.size(), static_cast<std::size_t>(data.GetNumberOfCells()));
  ASSERT_GT(points.size(), 0u);
  vtkNew<vtkDoubleArray> centres;
  centres->SetNumberOfComponents(3);
  centres->SetNumberOfTuples(data.GetNumberOfCells());
  vtkCellCenters::ComputeCellCenters(&data, centres);
  for (std::size_t i = 0; i < points.size(); ++i) {
    Vec3 p;
    centres->GetTypedTuple(static_cast<vtkIdType>(i), p.data());
    ASSERT_EQ(points[i], p) << i;
  }
}

vtkSmartPointer<vtkImageData> image(int nx, int ny, int nz) {
  auto data = vtkSmartPointer<vtkImageData>::New();
  data->SetExtent(-3, nx - 4, 5, ny + 4, 0, nz - 1);
  data->SetOrigin(0.1, -7.3, 1e5 / 3);
  data->SetSpacing(0.1, 1.0 / 3, 0.7);
  return data;
}

TEST(DatasetPoints, image) {
  const auto data = image(7, 6, 5);
  expectPointsOfVtk(*data);
  EXPECT_NE(pointsOf(*data)->lattice(), nullptr);
  expectCentresOfVtk(*data);
  EXPECT_NE(cellCentresOf(*data)->lattice(), nullptr);
}

TEST(DatasetPoints, flatImages) {
  for (const auto& data : {image(7, 6, 1), image(1, 6, 5), image(7, 1, 5), image(9, 1, 1), image(1, 1, 1)}) {
    expectPointsOfVtk(*data);
    expectCentresOfVtk(*data);
  }
}

TEST(DatasetPoints, turnedImageIsNoLattice) {
  const auto data = image(4, 3, 5);
  data->SetDirectionMatrix(0.6, 0.8, 0, -0.8, 0.6, 0, 0, 0, 1);
  expectPointsOfVtk(*data);
  EXPECT_EQ(pointsOf(*data)->lattice(), nullptr);
  expectCentresOfVtk(*data);
}

TEST(DatasetPoints, hiddenCellsAreNoNumbers) {
  vtkNew<vtkUniformGrid> data;
  data->ShallowCopy(image(4, 4, 4));
  data->BlankCell(5);
  const std::vector<Vec3> centres = all(*cellCentresOf(*data));
  ASSERT_EQ(centres.size(), 27u);
  for (std::size_t i = 0; i < centres.size(); ++i) EXPECT_EQ(std::isnan(centres[i].x()), i == 5) << i;
}

TEST(DatasetPoints, rectilinear) {
  vtkNew<vtkRectilinearGrid> data;
  vtkNew<vtkFloatArray> x;
  vtkNew<vtkDoubleArray> y;
  vtkNew<vtkIntArray> z;
  for (int i = 0; i < 6; ++i) x->InsertNextValue(std::exp(0.3F * static_cast<float>(i)));
  for (int i = 0; i < 5; ++i) y->InsertNextValue(-1.0 / (i + 1));
  for (int i = 0; i < 4; ++i) z->InsertNextValue(i * i);
  data->SetDimensions(6, 5, 4);
  data->SetXCoordinates(x);
  data->SetYCoordinates(y);
  data->SetZCoordinates(z);
  expectPointsOfVtk(*data);
  EXPECT_NE(pointsOf(*data)->lattice(), nullptr);
  expectCentresOfVtk(*data);
}

template <class Array>
void expectArrayIsRead() {
  vtkNew<Array> array;
  array->SetNumberOfComponents(3);
  array->SetNumberOfTuples(100);
  for (vtkIdType i = 0; i < 100; ++i)
    for (int c = 0; c < 3; ++c) array->SetComponent(i, c, static_cast<double>(i * 7 + c) / 3);
  vtkNew<vtkPoints> points;
  points->SetData(array);
  vtkNew<vtkPolyData> data;
  data->SetPoints(points);
  expectPointsOfVtk(*data);
  array->GetVoidPointer(0);  // makes columns rows
  expectPointsOfVtk(*data);
}

TEST(DatasetPoints, arraysOfAnyKind) {
  expectArrayIsRead<vtkDoubleArray>();
  expectArrayIsRead<vtkFloatArray>();
  expectArrayIsRead<vtkIntArray>();
  expectArrayIsRead<vtkSOADataArrayTemplate<double>>();
  expectArrayIsRead<vtkSOADataArrayTemplate<float>>();
}

TEST(DatasetPoints, doublesLieWhereTheyAre) {
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  points->InsertNextPoint(1, 2, 3);
  vtkNew<vtkPolyData> data;
  data->SetPoints(points);
  EXPECT_EQ(static_cast<const void*>(pointsOf(*data)->inPlace().data()), points->GetVoidPointer(0));
}

TEST(DatasetPoints, emptyData) {
  EXPECT_EQ(pointsOf(*vtkNew<vtkPolyData>())->size(), 0u);
  EXPECT_EQ(pointsOf(*vtkNew<vtkImageData>())->size(), 0u);
  EXPECT_EQ(pointsOf(*vtkNew<vtkRectilinearGrid>())->size(), 0u);
  EXPECT_EQ(cellCentresOf(*vtkNew<vtkImageData>())->size(), 0u);
}

}  // namespace
}  // namespace test_dataset_points
