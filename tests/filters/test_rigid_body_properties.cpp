// What a body weighs: field data, the row of each block, corrections and errors.
#include <gtest/gtest.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkImageData.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkPartitionedDataSet.h>
#include <vtkPointData.h>

#include <limits>
#include <sstream>

#include "fixtures.h"
#include "vtkTalusRigidBodyProperties.h"

namespace test_rigid_body_properties {
namespace {

using namespace fixtures;

struct Weighed {
  Ptr<vtkTalusRigidBodyProperties> filter = Ptr<vtkTalusRigidBodyProperties>::New();
  vtkNew<Messages> messages;

  explicit Weighed(vtkDataObject* surface, double density = 1) {
    messages->listenTo(filter);
    filter->SetInputData(surface);
    filter->SetDensity(density);
    filter->Update();
  }
  vtkPolyData* output() const { return vtkPolyData::SafeDownCast(filter->GetOutputDataObject(0)); }
  vtkPolyData* bodies() const { return vtkPolyData::SafeDownCast(filter->GetOutputDataObject(1)); }
  std::string error() const { return messages->errors.size() == 1 ? messages->errors[0] : ""; }
};

// All components of all tuples.
std::vector<double> numbers(vtkFieldData* data, const char* name) {
  std::vector<double> result;
  if (vtkDataArray* array = data->GetArray(name))
    for (vtkIdType i = 0; i < array->GetNumberOfTuples(); ++i)
      for (int k = 0; k < array->GetNumberOfComponents(); ++k) result.push_back(array->GetComponent(i, k));
  return result;
}

void expectNumbers(vtkFieldData* data, const char* name, const std::vector<double>& expected) {
  const auto found = numbers(data, name);
  ASSERT_EQ(found.size(), expected.size()) << name;
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(found[i], expected[i], 1e-12 * (1 + std::abs(expected[i]))) << name << ' ' << i;
}

// A box of the given sides with its lowest corner in the origin, made of quadrilaterals.
Ptr<vtkPolyData> box(double x, double y, double z) {
  auto mesh = cube({0.5, 0.5, 0.5}, 1);
  for (vtkIdType i = 0; i < 8; ++i) {
    double p[3];
    mesh->GetPoint(i, p);
    mesh->GetPoints()->SetPoint(i, x * p[0], y * p[1], z * p[2]);
  }
  return mesh;
}

Ptr<vtkPolyData> reversed(const Ptr<vtkPolyData>& mesh) {
  mesh->BuildCells();
  for (vtkIdType i = 0; i < mesh->GetNumberOfCells(); ++i) mesh->ReverseCell(i);
  return mesh;
}

TEST(RigidBodyProperties, BoxInFieldData) {
  auto mesh = box(3, 1, 2);
  vtkNew<vtkDoubleArray> own;
  own->SetName("Own");
  own->SetNumberOfTuples(6);
  own->FillValue(7);
  mesh->GetCellData()->AddArray(own);
  Weighed run(mesh, 2);
  EXPECT_TRUE(run.messages->errors.empty() && run.messages->warnings.empty());
  vtkFieldData* data = run.output()->GetFieldData();
  expectNumbers(data, "Density", {2});
  expectNumbers(data, "Volume", {6});
  expectNumbers(data, "Mass", {12});
  expectNumbers(data, "Centroid", {1.5, 0.5, 1});
  expectNumbers(data, "Inertia", {5, 0, 0, 0, 13, 0, 0, 0, 10});
  expectNumbers(data, "PrincipalMoments", {5, 10, 13});
  expectNumbers(data, "PrincipalAxes", {1, 0, 0, 0, 0, 1, 0, -1, 0});
  expectNumbers(data, "Orientation", {std::sqrt(0.5), std::sqrt(0.5), 0, 0});
  expectNumbers(data, "Shells", {1});
  for (const char* name : {"Cavities", "CorrectedShells", "OverlappingShells"})
    expectNumbers(data, name, {0});
  EXPECT_EQ(text(run.output(), "Warning"), "");
  EXPECT_EQ(values(run.output()->GetCellData(), "Own"), std::vector<double>(6, 7));
  EXPECT_FALSE(mesh->GetFieldData()->HasArray("Volume")) << "the input was modified";
}

// The quaternion turns the coordinate axes into the principal ones.
TEST(RigidBodyProperties, OrientationIsThatOfTheAxes) {
  Weighed run(
      polygons({{0, 0, 0}, {3, 0, 1}, {0, 2, 0}, {1, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}));
  const auto q = numbers(run.output()->GetFieldData(), "Orientation");
  const auto axes = numbers(run.output()->GetFieldData(), "PrincipalAxes");
  ASSERT_EQ(q.size(), 4u);
  const auto [w, x, y, z] = std::array{q[0], q[1], q[2], q[3]};
  EXPECT_NEAR(w * w + x * x + y * y + z * z, 1, 1e-14);
  const std::vector<double> turned{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)};
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(turned[i], axes[i], 1e-14);
}

TEST(RigidBodyProperties, EachBlockIsARow) {
  vtkNew<vtkMultiBlockDataSet> tree;
  auto first = box(1, 1, 1);
  tree->SetBlock(0, first);
  tree->SetBlock(1, Ptr<vtkPolyData>::New());
  tree->SetBlock(3, cube({10, 0, 0}, 2));
  Weighed run(tree, 3);
  auto* output = vtkMultiBlockDataSet::SafeDownCast(run.filter->GetOutputDataObject(0));
  ASSERT_TRUE(output);
  expectNumbers(output->GetBlock(0)->GetFieldData(), "Mass", {3});
  expectNumbers(output->GetBlock(1)->GetFieldData(), "Mass", {});
  EXPECT_TRUE(output->GetBlock(1)->GetFieldData()->HasArray("Mass"));
  expectNumbers(output->GetBlock(3)->GetFieldData(), "Mass", {24});
  vtkPointData* rows = run.bodies()->GetPointData();
  EXPECT_EQ(run.bodies()->GetNumberOfVerts(), 2);
  expectNumbers(rows, "Block", {0, 3});
  expectNumbers(rows, "Volume", {1, 8});
  expectNumbers(rows, "Centroid", {0.5, 0.5, 0.5, 10, 0, 0});
  double p[3];
  run.bodies()->GetPoint(1, p);
  EXPECT_NEAR(p[0], 10, 1e-14);
  EXPECT_FALSE(first->GetFieldData()->HasArray("Volume")) << "the input was modified";
}

TEST(RigidBodyProperties, PartitionsAreOneBody) {
  vtkNew<vtkPartitionedDataSet> set;
  set->SetPartition(0, openCube());
  set->SetPartition(1, polygons({{1, -1, -1}, {1, 1, -1}, {1, 1, 1}, {1, -1, 1}}, {{0, 1, 2, 3}}));
  Weighed run(set);
  auto* output = vtkPartitionedDataSet::SafeDownCast(run.filter->GetOutputDataObject(0));
  for (unsigned int i = 0; i < 2; ++i) expectNumbers(output->GetPartition(i)->GetFieldData(), "Volume", {8});
  EXPECT_EQ(run.bodies()->GetNumberOfPoints(), 1);
}

TEST(RigidBodyProperties, InvertedSurfaceIsCorrectedWithOneWarning) {
  Weighed run(reversed(cube()));
  EXPECT_TRUE(run.messages->errors.empty());
  ASSERT_EQ(run.messages->warnings.size(), 1u);
  EXPECT_NE(run.messages->warnings[0].find("faces inwards"), std::string::npos);
  expectNumbers(run.output()->GetFieldData(), "Volume", {8});
  expectNumbers(run.output()->GetFieldData(), "CorrectedShells", {1});
  EXPECT_NE(text(run.output(), "Warning").find("faces inwards"), std::string::npos);

  vtkNew<vtkMultiBlockDataSet> tree;
  tree->SetBlock(0, reversed(cube()));
  tree->SetBlock(1, reversed(cube({5, 0, 0})));
  Weighed both(tree);
  ASSERT_EQ(both.messages->warnings.size(), 1u);
  EXPECT_NE(both.messages->warnings[0].find("Block 0"), std::string::npos);
  EXPECT_NE(both.messages->warnings[0].find("Block 1"), std::string::npos);
}

TEST(RigidBodyProperties, BadSurfacesAreOneErrorAndAnEmptyOutput) {
  Weighed open(openCube());
  EXPECT_NE(open.error().find("The surface is open"), std::string::npos) << open.error();
  EXPECT_EQ(open.output()->GetNumberOfCells(), 0);
  EXPECT_EQ(open.bodies()->GetNumberOfPoints(), 0);

  auto flipped = cube();
  flipped->BuildCells();
  flipped->ReverseCell(2);
  EXPECT_NE(Weighed(flipped).error().find("orientation of parts of it differs"), std::string::npos);

  vtkNew<vtkMultiBlockDataSet> tree;
  tree->SetBlock(0, cube());
  tree->SetBlock(2, openCube());
  EXPECT_NE(Weighed(tree).error().find("Block 2 of the surface is open"), std::string::npos);

  EXPECT_NE(Weighed(cloud({{0, 0, 0}, {1, 0, 0}})).error().find("no triangles"), std::string::npos);
  vtkNew<vtkImageData> image;
  image->SetDimensions(2, 2, 2);
  tree->SetBlock(1, image);
  EXPECT_NE(Weighed(tree).error().find("Block 1 is not polygonal data"), std::string::npos);
}

TEST(RigidBodyProperties, DensityMustBePositive) {
  for (const double density : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_NE(Weighed(cube(), density).error().find("density"), std::string::npos) << density;
}

TEST(RigidBodyProperties, EmptyInput) {
  Weighed run(Ptr<vtkPolyData>::New());
  EXPECT_TRUE(run.messages->errors.empty() && run.messages->warnings.empty());
  EXPECT_TRUE(run.output()->GetFieldData()->HasArray("Volume"));
  EXPECT_TRUE(run.bodies()->GetPointData()->HasArray("Volume"));
  EXPECT_EQ(run.bodies()->GetNumberOfPoints(), 0);
}

TEST(RigidBodyProperties, PrintSelfShowsThemAll) {
  std::ostringstream out;
  vtkNew<vtkTalusRigidBodyProperties> filter;
  filter->Print(out);
  for (const char* name : {"Density: 1", "NumberOfThreads: 0", "Controller:"})
    EXPECT_NE(out.str().find(name), std::string::npos) << name;
}

TEST(RigidBodyProperties, anEmptyBlockAmongOthersIsNamed) {
  vtkNew<vtkMultiBlockDataSet> blocks;
  blocks->SetBlock(0, box(1, 2, 3));
  blocks->SetBlock(1, Ptr<vtkPolyData>::New());
  const Weighed run(blocks);
  EXPECT_EQ(run.messages->errors.size(), 0U);
  ASSERT_EQ(run.messages->warnings.size(), 1U);
  EXPECT_NE(run.messages->warnings[0].find("Block 1 of the surface has no triangles"), std::string::npos);
  EXPECT_EQ(run.bodies()->GetNumberOfPoints(), 1);
}

}  // namespace
}  // namespace test_rigid_body_properties
