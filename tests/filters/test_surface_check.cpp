// The marks, counts and words of the surface check.
#include <gtest/gtest.h>
#include <vtkAppendPolyData.h>
#include <vtkBoundingBox.h>
#include <vtkCellData.h>
#include <vtkIdList.h>
#include <vtkImageData.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkPartitionedDataSet.h>
#include <vtkPointData.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <limits>
#include <sstream>

#include "fixtures.h"
#include "vtkTalusSurfaceCheck.h"

namespace test_surface_check {
namespace {

using namespace fixtures;

struct Checked {
  Ptr<vtkTalusSurfaceCheck> filter = Ptr<vtkTalusSurfaceCheck>::New();
  vtkNew<Messages> messages;

  explicit Checked(vtkDataObject* surface, bool selfIntersections = true) {
    messages->listenTo(filter);
    filter->SetInputData(surface);
    filter->SetCheckSelfIntersections(selfIntersections);
    filter->Update();
  }
  vtkPolyData* output() const { return vtkPolyData::SafeDownCast(filter->GetOutputDataObject(0)); }
  vtkPolyData* lines() const { return vtkPolyData::SafeDownCast(filter->GetOutputDataObject(1)); }
  double count(const char* name) const {
    const auto all = values(output()->GetFieldData(), name);
    return all.size() == 1 ? all[0] : -99;
  }
  std::vector<double> cells(const char* name) const { return values(output()->GetCellData(), name); }
};

/// Of the first triangle of a polygon.
std::vector<double> boundsOf(vtkPolyData& surface, vtkIdType polygon) {
  vtkNew<vtkIdList> corners;
  surface.GetCellPoints(polygon, corners);
  vtkBoundingBox box;
  for (int i = 0; i < 3; ++i) box.AddPoint(surface.GetPoint(corners->GetId(i)));
  std::vector<double> bounds(6);
  box.GetBounds(bounds.data());
  return bounds;
}

TEST(SurfaceCheck, soundCube) {
  auto mesh = cube();
  Checked run(mesh);
  EXPECT_EQ(run.cells("Defect"), std::vector<double>(6, 0));
  EXPECT_EQ(run.cells("Component"), std::vector<double>(6, 0));
  EXPECT_EQ(run.count("Points"), 8);
  EXPECT_EQ(run.count("Triangles"), 12);
  EXPECT_EQ(run.count("Edges"), 18);
  for (const char* name : {"BoundaryEdges", "NonManifoldEdges", "MisorientedEdges", "NonManifoldVertices",
                           "DuplicateTriangles", "DegenerateTriangles", "FlippedTriangles", "FlippedPatches",
                           "BoundaryLoops", "NonFiniteTriangles", "IncompletePolygons", "SelfIntersections"})
    EXPECT_EQ(run.count(name), 0) << name;
  for (const char* name : {"Closed", "Oriented", "Manifold", "Convex", "Components"})
    EXPECT_EQ(run.count(name), 1) << name;
  EXPECT_EQ(run.count("Volume"), 8);
  EXPECT_EQ(run.count("Area"), 24);
  EXPECT_EQ(text(run.output(), "Problem"), "");
  EXPECT_NE(text(run.output(), "Consequence"), "");
  EXPECT_EQ(run.lines()->GetNumberOfCells(), 0);
  EXPECT_EQ(run.output()->GetFieldData()->GetArray("FirstDefect")->GetNumberOfTuples(), 0);
  EXPECT_FALSE(mesh->GetCellData()->HasArray("Defect")) << "the input was modified";
}

TEST(SurfaceCheck, holeIsMarkedAndOutlined) {
  Checked run(openCube());
  EXPECT_EQ(run.count("BoundaryEdges"), 4);
  EXPECT_EQ(run.count("Closed"), 0);
  EXPECT_EQ(run.cells("Defect"), (std::vector<double>{1, 1, 1, 1, 0}));
  EXPECT_EQ(run.lines()->GetNumberOfLines(), 4);
  double box[6];
  run.lines()->GetBounds(box);
  EXPECT_EQ(box[0], 1);
  EXPECT_EQ(box[1], 1);
  vtkDataArray* first = run.output()->GetFieldData()->GetArray("FirstDefect");
  ASSERT_TRUE(first && first->GetNumberOfComponents() == 6 && first->GetNumberOfTuples() == 1);
  const std::vector<double> expected = boundsOf(*run.output(), 0);
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(first->GetComponent(0, i), expected[static_cast<std::size_t>(i)]) << i;
  auto* defects = vtkPolyData::SafeDownCast(run.filter->GetOutputDataObject(2));
  ASSERT_GT(defects->GetNumberOfPolys(), 0);
  EXPECT_TRUE(defects->GetCellData()->GetScalars() == defects->GetCellData()->GetArray("WorstDefect"));
  const std::string places = run.filter->GetDefectPlaces();
  EXPECT_EQ(std::count(places.begin(), places.end(), '\n'), 1) << places;
  EXPECT_EQ(std::count(places.begin(), places.end(), ' '), 8) << places;
  EXPECT_NE(text(run.output(), "Problem").find("4 edges belong to only one triangle"), std::string::npos)
      << text(run.output(), "Problem");
}

TEST(SurfaceCheck, openingsAreNumbered) {
  vtkNew<vtkMultiBlockDataSet> tree;
  vtkNew<vtkAppendPolyData> both;
  both->AddInputData(openCube());
  both->AddInputData(openCube({10, 0, 0}, 4));
  both->Update();
  tree->SetBlock(0, both->GetOutput());
  tree->SetBlock(1, openCube());
  Checked run(tree);
  const auto lines = [&run](const char* name) { return values(run.lines()->GetCellData(), name); };
  EXPECT_EQ(lines("Block"), (std::vector<double>{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1}));
  EXPECT_EQ(lines("Loop"), (std::vector<double>{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}));
  EXPECT_EQ(lines("LoopEdges"), std::vector<double>(12, 4));
  EXPECT_EQ(lines("LoopLength"), (std::vector<double>{8, 8, 8, 8, 16, 16, 16, 16, 8, 8, 8, 8}));
  auto* output = vtkMultiBlockDataSet::SafeDownCast(run.filter->GetOutputDataObject(0));
  EXPECT_EQ(values(output->GetBlock(0)->GetFieldData(), "BoundaryLoops"), std::vector<double>{2});
  EXPECT_EQ(values(output->GetBlock(1)->GetFieldData(), "BoundaryLoops"), std::vector<double>{1});
}

TEST(SurfaceCheck, defectsAreATable) {
  auto mesh = openCube();
  mesh->BuildCells();
  mesh->ReverseCell(2);
  Checked run(mesh);
  EXPECT_EQ(text(run.output(), "Defects", 0), "BoundaryEdges");
  EXPECT_EQ(text(run.output(), "Defects", 1), "FlippedTriangles");
  EXPECT_EQ(text(run.output(), "Defects", 2), "(none)");
  EXPECT_EQ(values(run.output()->GetFieldData(), "DefectCounts"), (std::vector<double>{4, 2}));
  EXPECT_NE(text(run.output(), "DefectEffects", 0).find("open"), std::string::npos);
  EXPECT_NE(text(run.output(), "DefectEffects", 1).find("cancel"), std::string::npos);
}

TEST(SurfaceCheck, polygonHasTheDefectsOfAllItsTriangles) {
  // A pentagon and a quadrilateral that lies in it: they cut each other.
  Checked run(polygons(
      {{0, 0, 0}, {4, 0, 0}, {5, 3, 0}, {2, 5, 0}, {-1, 3, 0}, {2, 2, -1}, {3, 2, -1}, {3, 2, 1}, {2, 2, 1}},
      {{0, 1, 2, 3, 4}, {5, 6, 7, 8}}));
  const auto defect = run.cells("Defect");
  ASSERT_EQ(defect.size(), 2u);
  EXPECT_EQ(defect[0], 1 + 32);
  EXPECT_EQ(defect[1], 1 + 32);
  EXPECT_GT(run.count("SelfIntersections"), 0);
  EXPECT_EQ(run.cells("Component"), (std::vector<double>{0, 1}));
}

TEST(SurfaceCheck, selfIntersectionsOnlyIfWanted) {
  Checked run(cube(), false);
  EXPECT_EQ(run.count("SelfIntersections"), -1);
}

TEST(SurfaceCheck, duplicateDegenerateNonFiniteIncomplete) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  auto mesh = polygons({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {nan, 0, 0}, {0, 0, 1}},
                       {{0, 1, 2}, {1, 2, 0}, {0, 1, 1}, {0, 3, 4}, {0, 1}});
  Checked run(mesh);
  EXPECT_TRUE(run.messages->errors.empty());
  const auto defect = run.cells("Defect");
  ASSERT_EQ(defect.size(), 5u);
  const auto has = [&](std::size_t cell, int bit) { return (static_cast<int>(defect[cell]) & bit) != 0; };
  EXPECT_TRUE(has(0, 4) || has(1, 4));
  EXPECT_TRUE(has(2, 8));
  EXPECT_TRUE(has(3, 64));
  EXPECT_TRUE(has(4, 8));
  EXPECT_EQ(run.count("DuplicateTriangles"), 1);
  EXPECT_EQ(run.count("DegenerateTriangles"), 1);
  EXPECT_EQ(run.count("NonFiniteTriangles"), 1);
  EXPECT_EQ(run.count("IncompletePolygons"), 1);
  EXPECT_NE(text(run.output(), "Problem").find("fewer than three corners"), std::string::npos);
}

TEST(SurfaceCheck, flippedTriangle) {
  auto mesh = cube();
  mesh->BuildCells();
  mesh->ReverseCell(2);
  Checked run(mesh);
  EXPECT_EQ(run.cells("Defect"), (std::vector<double>{0, 0, 16, 0, 0, 0}));
  EXPECT_EQ(run.count("FlippedPatches"), 1);
  EXPECT_EQ(run.count("Oriented"), 0);
  EXPECT_EQ(run.count("Closed"), 1);
}

TEST(SurfaceCheck, verticesAndLinesKeepTheirPlace) {
  auto mesh = cube();
  vtkNew<vtkCellArray> vertices;
  vertices->InsertNextCell({3});
  mesh->SetVerts(vertices);
  Checked run(mesh);
  EXPECT_EQ(run.cells("Component"), (std::vector<double>{-1, 0, 0, 0, 0, 0, 0}));
}

TEST(SurfaceCheck, emptyInput) {
  Checked run(Ptr<vtkPolyData>::New());
  EXPECT_TRUE(run.messages->errors.empty());
  EXPECT_TRUE(run.output()->GetCellData()->HasArray("Defect"));
  EXPECT_TRUE(run.output()->GetCellData()->HasArray("Component"));
  EXPECT_EQ(run.count("Triangles"), 0);
}

TEST(SurfaceCheck, compositeIsCheckedBlockByBlock) {
  vtkNew<vtkMultiBlockDataSet> tree;
  tree->SetBlock(0, cube());
  tree->SetBlock(2, openCube());
  Checked run(tree);
  auto* output = vtkMultiBlockDataSet::SafeDownCast(run.filter->GetOutputDataObject(0));
  ASSERT_TRUE(output);
  ASSERT_EQ(output->GetNumberOfBlocks(), 3u);
  EXPECT_EQ(values(output->GetBlock(0)->GetFieldData(), "Closed"), std::vector<double>{1});
  EXPECT_EQ(values(output->GetBlock(2)->GetFieldData(), "Closed"), std::vector<double>{0});
  EXPECT_EQ(values(run.lines()->GetCellData(), "Block"), std::vector<double>(4, 2));
}

TEST(SurfaceCheck, partitionsAreOneSurface) {
  vtkNew<vtkPartitionedDataSet> set;
  set->SetPartition(0, openCube());
  set->SetPartition(1, polygons({{1, -1, -1}, {1, 1, -1}, {1, 1, 1}, {1, -1, 1}}, {{0, 1, 2, 3}}));
  Checked run(set);
  auto* output = vtkPartitionedDataSet::SafeDownCast(run.filter->GetOutputDataObject(0));
  ASSERT_TRUE(output);
  EXPECT_EQ(values(output->GetPartition(1)->GetFieldData(), "Closed"), std::vector<double>{1});
  EXPECT_EQ(values(output->GetPartition(1)->GetCellData(), "Defect"), std::vector<double>{0});
}

TEST(SurfaceCheck, blockThatIsNoMeshIsAnError) {
  vtkNew<vtkMultiBlockDataSet> tree;
  vtkNew<vtkImageData> image;
  image->SetDimensions(2, 2, 2);
  tree->SetBlock(0, image);
  Checked run(tree);
  ASSERT_EQ(run.messages->errors.size(), 1u);
  EXPECT_NE(run.messages->errors[0].find("Block 0"), std::string::npos);
}

TEST(SurfaceCheck, printSelfShowsThemAll) {
  std::ostringstream out;
  vtkNew<vtkTalusSurfaceCheck> filter;
  filter->Print(out);
  for (const char* name : {"CheckSelfIntersections: On", "NumberOfThreads: 0", "Controller:"})
    EXPECT_NE(out.str().find(name), std::string::npos) << name;
}

}  // namespace
}  // namespace test_surface_check
