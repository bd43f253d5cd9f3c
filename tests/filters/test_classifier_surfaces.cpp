// What a surface may be made of, and what is said about those that are no good.
#include <gtest/gtest.h>
#include <vtkAppendPolyData.h>
#include <vtkCellData.h>
#include <vtkImageData.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPointData.h>
#include <vtkSphereSource.h>
#include <vtkStripper.h>
#include <vtkTable.h>
#include <vtkUnsignedCharArray.h>
#include <vtkUnstructuredGrid.h>

#include <limits>

#include "fixtures.h"
#include "vtkTalusInsideOutsideClassifier.h"

namespace test_classifier_surfaces {
namespace {

using namespace fixtures;

const std::vector<Point> probes = {
    {0, 0, 0}, {0.999999999, 0, 0}, {1, 0.3, 0.1}, {1, 1, 1}, {1.000000001, 0, 0}};
const std::vector<double> cubeSides = {1, 1, 0, 0, -1};

struct Labelled {
  Ptr<vtkTalusInsideOutsideClassifier> filter = Ptr<vtkTalusInsideOutsideClassifier>::New();
  vtkNew<Messages> messages;
  vtkDataSet* output = nullptr;

  explicit Labelled(vtkDataObject* surface, const std::vector<Point>& points = probes) {
    messages->listenTo(filter);
    filter->SetInputData(cloud(points));
    filter->SetSurfaceData(surface);
    filter->ComputeWindingNumberOn();
    filter->ComputeEnclosingBodyOn();
    filter->Update();
    output = vtkDataSet::SafeDownCast(filter->GetOutput());
  }
  std::vector<double> of(const char* name) const { return values(output->GetPointData(), name); }
};

// One error that names problem and place, and no labels.
void expectError(vtkDataObject* surface, const std::string& problem) {
  Labelled run(surface);
  ASSERT_FALSE(run.messages->errors.empty()) << "no error, wanted: " << problem;
  EXPECT_EQ(run.messages->errors.size(), 1u);
  EXPECT_NE(run.messages->errors.front().find(problem), std::string::npos) << run.messages->errors.front();
  EXPECT_TRUE(sides(run.output).empty());
  EXPECT_EQ(run.output->GetNumberOfPoints(), 0);
}

TEST(Surface, quadsAreTriangulated) {
  Labelled run(cube());
  EXPECT_EQ(sides(run.output), cubeSides);
  EXPECT_EQ(run.of("WindingNumber").front(), 1.0);
  EXPECT_EQ(run.of("EnclosingBody"), (std::vector<double>{0, 0, 0, 0, -1}));
  EXPECT_TRUE(run.messages->warnings.empty());
}

TEST(Surface, stripsAreTriangulated) {
  vtkNew<vtkSphereSource> sphere;
  vtkNew<vtkStripper> stripper;
  stripper->SetInputConnection(sphere->GetOutputPort());
  stripper->Update();
  ASSERT_GT(stripper->GetOutput()->GetNumberOfStrips(), 0);
  Labelled run(stripper->GetOutput(), {{0, 0, 0}, {0, 0, 0.5}, {0, 0, 0.7}});
  EXPECT_EQ(sides(run.output), (std::vector<double>{1, 0, -1}));
  EXPECT_EQ(run.of("WindingNumber").front(), 1.0) << "strips must alternate their orientation";
}

TEST(Surface, concavePolygonsAreTriangulated) {
  // A prism over an L; a fan from its first corner would leave the outline.
  const std::vector<std::array<double, 2>> outline = {{3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}, {0, 0}};
  std::vector<Point> corners;
  for (const double z : {0.0, 1.0})
    for (const auto& [x, y] : outline) corners.push_back({x, y, z});
  std::vector<std::vector<vtkIdType>> cells = {{5, 4, 3, 2, 1, 0}, {6, 7, 8, 9, 10, 11}};
  for (vtkIdType i = 0; i < 6; ++i) cells.push_back({i, (i + 1) % 6, (i + 1) % 6 + 6, i + 6});
  Labelled run(polygons(corners, cells),
               {{0.5, 0.5, 0.5}, {2, 2, 0.5}, {2, 2, 0}, {2, 0.5, 0}, {1.5, 1.5, 1}, {1, 1, 1}});
  EXPECT_EQ(sides(run.output), (std::vector<double>{1, -1, -1, 0, -1, 0}));
}

TEST(Surface, verticesAndLinesBesidePolygonsAreIgnored) {
  auto mesh = cube();
  vtkNew<vtkCellArray> lines, vertices;
  lines->InsertNextCell({0, 7});
  vertices->InsertNextCell({3});
  mesh->SetLines(lines);
  mesh->SetVerts(vertices);
  EXPECT_EQ(sides(Labelled(mesh).output), cubeSides);
}

TEST(Surface, ghostCellsAreLeftOut) {
  auto mesh = cube();
  vtkNew<vtkCellArray> twice;
  twice->ShallowCopy(mesh->GetPolys());
  const vtkIdType extra[] = {0, 2, 3, 1};
  twice->InsertNextCell(4, extra);
  mesh->SetPolys(twice);
  vtkNew<vtkUnsignedCharArray> ghosts;
  ghosts->SetName(vtkDataSetAttributes::GhostArrayName());
  ghosts->SetNumberOfTuples(7);
  ghosts->FillValue(0);
  ghosts->SetValue(6, vtkDataSetAttributes::DUPLICATECELL);
  mesh->GetCellData()->AddArray(ghosts);
  Labelled run(mesh);
  EXPECT_EQ(sides(run.output), cubeSides);
  EXPECT_NE(text(run.output, "MethodReason").find("closed"), std::string::npos);
}

TEST(Surface, outerFacesOfAVolumeMesh) {
  vtkNew<vtkUnstructuredGrid> grid;
  grid->SetPoints(cube()->GetPoints());
  const vtkIdType corners[] = {0, 1, 2, 3, 4, 5, 6, 7};
  grid->InsertNextCell(VTK_VOXEL, 8, corners);
  EXPECT_EQ(sides(Labelled(grid).output), cubeSides);
}

TEST(Surface, polygonsThatMarkTheBoundaryOfAVolumeMeshDoNotCount) {
  vtkNew<vtkUnstructuredGrid> grid;
  grid->SetPoints(cube()->GetPoints());
  const vtkIdType bottom[] = {0, 1, 3, 2}, corners[] = {0, 1, 2, 3, 4, 5, 6, 7}, edge[] = {0, 1};
  grid->InsertNextCell(VTK_LINE, 2, edge);
  grid->InsertNextCell(VTK_QUAD, 4, bottom);
  grid->InsertNextCell(VTK_VOXEL, 8, corners);
  Labelled run(grid);
  EXPECT_EQ(sides(run.output), cubeSides);
  EXPECT_NE(text(run.output, "MethodReason").find("closed"), std::string::npos);
  EXPECT_TRUE(run.messages->warnings.empty());
}

TEST(Surface, blocksAreBodiesAndKeepTheirNumbers) {
  vtkNew<vtkMultiBlockDataSet> inner, tree;
  inner->SetBlock(0, nullptr);           // block 0
  inner->SetBlock(1, cube({10, 0, 0}));  // block 1
  tree->SetBlock(0, inner);
  tree->SetBlock(1, cube());  // block 2
  Labelled run(tree, {{0, 0, 0}, {10, 0, 0}, {5, 0, 0}});
  EXPECT_EQ(sides(run.output), (std::vector<double>{1, 1, -1}));
  EXPECT_EQ(run.of("EnclosingBody"), (std::vector<double>{2, 1, -1}));
  EXPECT_NE(text(run.output, "Method", 1), "(none)");
}

TEST(Surface, tablesAreLeft) {
  vtkNew<vtkMultiBlockDataSet> tree;
  tree->SetBlock(0, vtkNew<vtkTable>());
  tree->SetBlock(1, cube());
  Labelled run(tree);
  EXPECT_EQ(sides(run.output), cubeSides);
  EXPECT_EQ(run.of("EnclosingBody").front(), 1);
  vtkNew<vtkMultiBlockDataSet> onlyTable;
  onlyTable->SetBlock(0, vtkNew<vtkTable>());
  expectError(onlyTable, "no surface");
}

TEST(Surface, partitionsAreOneBody) {
  auto one = openCube();
  auto lid = polygons({{1, -1, -1}, {1, 1, -1}, {1, 1, 1}, {1, -1, 1}}, {{0, 1, 2, 3}});
  vtkNew<vtkPartitionedDataSetCollection> collection;
  collection->SetPartition(0, 0, one);
  collection->SetPartition(0, 1, lid);
  collection->SetPartition(1, 0, cube({10, 0, 0}));
  Labelled run(collection, {{0, 0, 0}, {10, 0, 0}, {1, 0, 0}});
  EXPECT_EQ(sides(run.output), (std::vector<double>{1, 1, 0}));
  EXPECT_EQ(run.of("EnclosingBody"), (std::vector<double>{0, 1, 0}));
  EXPECT_TRUE(run.messages->warnings.empty());
}

TEST(Surface, oneBlockKeepsItsNumberToo) {
  vtkNew<vtkMultiBlockDataSet> tree;
  tree->SetBlock(3, cube());
  EXPECT_EQ(Labelled(tree).of("EnclosingBody").front(), 3);
}

TEST(Surface, shellsOfOneSurfaceAreNumbered) {
  auto mesh = cube({0, 0, 0}, 4);
  vtkNew<vtkPoints> points;
  points->DeepCopy(mesh->GetPoints());
  vtkNew<vtkCellArray> cells;
  cells->DeepCopy(mesh->GetPolys());
  const auto inner = cube();
  for (vtkIdType i = 0; i < 8; ++i) points->InsertNextPoint(inner->GetPoint(i));
  for (vtkIdType i = 0; i < 6; ++i) {
    vtkIdType size = 0;
    const vtkIdType* q = nullptr;
    inner->GetPolys()->GetCellAtId(i, size, q);
    cells->InsertNextCell({q[0] + 8, q[1] + 8, q[2] + 8, q[3] + 8});
  }
  mesh->SetPoints(points);
  mesh->SetPolys(cells);
  Labelled run(mesh, {{0, 0, 0}, {1.5, 0, 0}, {1, 0, 0}, {3, 0, 0}});
  EXPECT_EQ(sides(run.output), (std::vector<double>{-1, 1, 0, -1})) << "a shell in a shell is a cavity";
  EXPECT_EQ(run.of("EnclosingBody")[1], 0);
}

// Two cubes that overlap in 0 < x < 1, one surface.
Ptr<vtkPolyData> overlappingCubes() {
  vtkNew<vtkAppendPolyData> append;
  append->AddInputData(cube());
  append->AddInputData(cube({1, 0.1, 0.1}));
  append->Update();
  return append->GetOutput();
}

TEST(Surface, overlappingShellsFollowTheInsideRule) {
  const std::vector<Point> points = {{-0.5, 0, 0}, {0.5, 0, 0}, {1.5, 0, 0}, {1, 0, 0}, {-1, 0, 0}};
  Labelled run(overlappingCubes(), points);
  EXPECT_EQ(sides(run.output), (std::vector<double>{1, -1, 1, 0, 0}));
  EXPECT_EQ(values(run.output->GetFieldData(), "AmbiguousPoints"), std::vector<double>{1});
  ASSERT_EQ(run.messages->warnings.size(), 1u) << "the user must learn of the other rule";
  EXPECT_NE(run.messages->warnings[0].find("InsideRule"), std::string::npos);
  run.messages->warnings.clear();
  run.filter->SetInsideRuleToNonZero();
  run.filter->ComputeNestingDepthOn();
  run.filter->Update();
  run.output = vtkDataSet::SafeDownCast(run.filter->GetOutput());
  EXPECT_EQ(sides(run.output), (std::vector<double>{1, 1, 1, 1, 0}));
  EXPECT_EQ(run.of("NestingDepth"), (std::vector<double>{1, 2, 1, 1, 0}));
  EXPECT_EQ(values(run.output->GetFieldData(), "OverlappingPoints"), std::vector<double>{1});
  EXPECT_TRUE(run.messages->warnings.empty());
}

TEST(Distance, namesTheSurfacesOwnCells) {
  // Four-sided cells, preceded by a vertex and a line, which count as cells, too.
  auto mesh = cube();
  vtkNew<vtkCellArray> lines, vertices;
  lines->InsertNextCell({0, 7});
  vertices->InsertNextCell({3});
  mesh->SetLines(lines);
  mesh->SetVerts(vertices);
  vtkNew<vtkTalusInsideOutsideClassifier> filter;
  filter->SetInputData(cloud({{0.9, 0.1, 0.2}, {-3, 0.1, 0.2}, {0.1, 0.2, 1}, {0, 0, 1.5}}));
  filter->SetSurfaceData(mesh);
  filter->ComputeDistanceOn();
  filter->Update();
  auto* output = vtkDataSet::SafeDownCast(filter->GetOutput());
  const auto distance = values(output->GetPointData(), "Distance");
  const std::vector<double> wanted = {-0.1, 2, 0, 0.5};
  for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(distance[i], wanted[i], 1e-15);
  // The quadrilaterals: z-, z+, y-, y+, x-, x+.
  EXPECT_EQ(values(output->GetPointData(), "ClosestCell"), (std::vector<double>{7, 6, 3, 3}));
  EXPECT_EQ(values(output->GetPointData(), "ClosestBody"), (std::vector<double>{0, 0, 0, 0}));
}

TEST(Distance, countsCellsThroughPartitionsAndWithinBlocks) {
  auto lid = polygons({{1, -1, -1}, {1, 1, -1}, {1, 1, 1}, {1, -1, 1}}, {{0, 1, 2, 3}});
  vtkNew<vtkPartitionedDataSetCollection> collection;
  collection->SetPartition(1, 0, openCube());
  collection->SetPartition(1, 1, lid);
  collection->SetPartition(2, 0, cube({10, 0, 0}));
  vtkNew<vtkTalusInsideOutsideClassifier> filter;
  filter->SetInputData(cloud({{1.5, 0.1, 0.2}, {-3, 0.1, 0.2}, {10.9, 0.1, 0.2}}));
  filter->SetSurfaceData(collection);
  filter->ComputeDistanceOn();
  filter->Update();
  auto* output = vtkDataSet::SafeDownCast(filter->GetOutput());
  EXPECT_EQ(values(output->GetPointData(), "ClosestCell"), (std::vector<double>{5, 4, 5}));
  EXPECT_EQ(values(output->GetPointData(), "ClosestBody"), (std::vector<double>{1, 1, 2}));
}

TEST(Distance, namesTheCellsOfAVolumeMesh) {
  vtkNew<vtkUnstructuredGrid> grid;
  vtkNew<vtkPoints> points;
  for (int k = 0; k < 4; ++k)
    for (int j = 0; j < 2; ++j)
      for (int i = 0; i < 2; ++i) points->InsertNextPoint(i, j, k);
  grid->SetPoints(points);
  for (vtkIdType k = 0; k < 3; ++k) {
    const vtkIdType corners[] = {4 * k,     4 * k + 1, 4 * k + 2, 4 * k + 3,
                                 4 * k + 4, 4 * k + 5, 4 * k + 6, 4 * k + 7};
    grid->InsertNextCell(VTK_VOXEL, 8, corners);
  }
  vtkNew<vtkTalusInsideOutsideClassifier> filter;
  filter->SetInputData(cloud({{0.9, 0.4, 0.5}, {0.9, 0.4, 1.5}, {0.5, 0.5, 9}}));
  filter->SetSurfaceData(grid);
  filter->ComputeDistanceOn();
  filter->Update();
  auto* output = vtkDataSet::SafeDownCast(filter->GetOutput());
  EXPECT_EQ(values(output->GetPointData(), "ClosestCell"), (std::vector<double>{0, 1, 2}));
}

TEST(Surface, openOneIsLabelledWithOneWarning) {
  Labelled run(openCube(), {{-0.5, 0, 0}, {3, 0, 0}, {-1, 0, 0}});
  EXPECT_EQ(sides(run.output), (std::vector<double>{1, -1, 0}));
  ASSERT_EQ(run.messages->warnings.size(), 1u);
  EXPECT_NE(run.messages->warnings[0].find("4 edges belong to only one triangle"), std::string::npos)
      << run.messages->warnings[0];
  EXPECT_TRUE(run.messages->errors.empty());
  EXPECT_EQ(text(run.output, "Method"), "SolidAngle");
  EXPECT_NE(text(run.output, "MethodReason").find("open"), std::string::npos);
  EXPECT_GT(run.of("WindingNumber")[0], 0.5);
  EXPECT_LT(run.of("WindingNumber")[0], 1.0);
}

TEST(Surface, insideOutOneHasTheSameSides) {
  auto mesh = cube();
  mesh->BuildCells();
  for (vtkIdType i = 0; i < 6; ++i) mesh->ReverseCell(i);
  Labelled run(mesh);
  EXPECT_EQ(sides(run.output), cubeSides);
  EXPECT_EQ(run.of("WindingNumber").front(), -1.0);
}

TEST(Surface, degenerateTrianglesAmongGoodOnesDoNoHarm) {
  auto mesh = cube();
  const vtkIdType needle[] = {0, 1, 1};
  const vtkIdType flat[] = {3, 3, 3};
  mesh->GetPolys()->InsertNextCell(3, needle);
  mesh->GetPolys()->InsertNextCell(3, flat);
  Labelled run(mesh);
  EXPECT_EQ(sides(run.output)[0], 1);
  EXPECT_EQ(sides(run.output)[4], -1);
  EXPECT_TRUE(run.messages->errors.empty());
}

TEST(Error, noTriangles) {
  expectError(Ptr<vtkPolyData>::New(), "no triangles");
}
TEST(Error, emptyComposite) {
  expectError(Ptr<vtkMultiBlockDataSet>::New(), "no surface");
}
TEST(Error, pointsOnly) {
  expectError(cloud(probes), "not a surface");
}
TEST(Error, image) {
  vtkNew<vtkImageData> image;
  image->SetDimensions(3, 3, 3);
  expectError(image, "vtkImageData");
}
TEST(Error, linesOnly) {
  auto mesh = cube();
  mesh->SetPolys(Ptr<vtkCellArray>::New());
  vtkNew<vtkCellArray> lines;
  lines->InsertNextCell({0, 1});
  mesh->SetLines(lines);
  expectError(mesh, "1 lines");
}
TEST(Error, imageInABlockIsNamed) {
  vtkNew<vtkMultiBlockDataSet> tree;
  tree->SetBlock(0, cube());
  vtkNew<vtkImageData> image;
  image->SetDimensions(3, 3, 3);
  tree->SetBlock(1, image);
  expectError(tree, "Block 1");
}
TEST(Error, notANumber) {
  auto mesh = cube();
  mesh->GetPoints()->SetPoint(5, std::numeric_limits<double>::quiet_NaN(), 0, 0);
  expectError(mesh, "NaN or infinite");
}
TEST(Error, infinite) {
  auto mesh = cube();
  mesh->GetPoints()->SetPoint(5, 0, std::numeric_limits<double>::infinity(), 0);
  expectError(mesh, "NaN or infinite");
}
TEST(Error, allDegenerate) {
  expectError(polygons({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}}, {{0, 1, 2}, {0, 0, 1}}), "zero area");
}
TEST(Error, twoVertexPolygon) {
  auto mesh = cube();
  mesh->GetPolys()->InsertNextCell({0, 1});
  expectError(mesh, "fewer than three corners (1 polygons, the first is cell 6)");
}
TEST(Error, cornerThatDoesNotExist) {
  expectError(polygons({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 99}}), "refers to point 99 of 3");
}
TEST(Error, cornerOfAPolygonThatDoesNotExist) {
  expectError(polygons({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2, 1, -1}}), "refers to point -1 of 3");
}

}  // namespace
}  // namespace test_classifier_surfaces
