// The outer faces of grids: of all cell types, with curved faces, with points of their own, and broken ones.
#include <gtest/gtest.h>
#include <vtkCellArray.h>
#include <vtkExplicitStructuredGrid.h>
#include <vtkGenericCell.h>
#include <vtkIdTypeArray.h>
#include <vtkStructuredGrid.h>
#include <vtkUnsignedCharArray.h>
#include <vtkUnstructuredGrid.h>
#include <vtkVersion.h>

#include <map>
#include <numeric>

#include "fixtures.h"
#include "vtkTalusInsideOutsideClassifier.h"
#include "vtkTalusPolygons.h"
#include "vtkTalusSurfaceCheck.h"

namespace test_outer_faces {
namespace {

using namespace fixtures;

struct Extracted {
  vtkNew<vtkTalusPolygons> polygons;
  vtkNew<Messages> messages;
  vtkPolyData* faces = nullptr;

  explicit Extracted(vtkPointSet* grid) {
    polygons->AddObserver(vtkCommand::ErrorEvent, messages);
    faces = polygons->OuterFaces(grid);
  }
  std::vector<double> cells() const { return values(faces->GetCellData(), "vtkOriginalCellIds"); }
};

struct Size {
  bool closed = false;
  double volume = 0, area = 0, triangles = 0;
};

// As the surface check has it, which orients nothing.
Size sizeOf(vtkPolyData* faces) {
  vtkNew<vtkTalusSurfaceCheck> check;
  check->SetInputData(faces);
  check->Update();
  const auto field = [&](const char* name) {
    const auto found = values(check->GetOutputDataObject(0)->GetFieldData(), name);
    return found.empty() ? -1 : found[0];
  };
  return {field("Closed") == 1 && field("Oriented") == 1, field("Volume"), field("Area"), field("Triangles")};
}

// Corners of a pyramid, then the middles of its edges, faces and of itself: in parametric space these lie
// elsewhere.
std::vector<Point> pyramidPoints(int count) {
  const std::vector<Point> corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 0.5, 1}};
  const std::vector<std::vector<std::size_t>> groups = {{0},
                                                        {1},
                                                        {2},
                                                        {3},
                                                        {4},
                                                        {0, 1},
                                                        {1, 2},
                                                        {2, 3},
                                                        {3, 0},
                                                        {0, 4},
                                                        {1, 4},
                                                        {2, 4},
                                                        {3, 4},
                                                        {0, 1, 2, 3},
                                                        {0, 1, 4},
                                                        {1, 2, 4},
                                                        {2, 3, 4},
                                                        {3, 0, 4},
                                                        {0, 1, 2, 3, 4}};
  std::vector<Point> points;
  for (const auto& group : groups) {
    Point& middle = points.emplace_back(Point{});
    for (const std::size_t corner : group)
      for (std::size_t k = 0; k < 3; ++k) middle[k] += corners[corner][k] / static_cast<double>(group.size());
  }
  points.resize(static_cast<std::size_t>(count));
  return points;
}

// A cell with its points at their places in parametric space, mirrored on request.
Ptr<vtkUnstructuredGrid> gridOf(int type, int count, bool mirrored = false, std::array<int, 3> orders = {}) {
  vtkNew<vtkUnstructuredGrid> counted;
  vtkNew<vtkPoints> none;
  none->SetNumberOfPoints(count);
  for (int i = 0; i < count; ++i) none->SetPoint(i, 0, 0, 0);
  counted->SetPoints(none);
  std::vector<vtkIdType> ids(static_cast<std::size_t>(count));
  std::iota(ids.begin(), ids.end(), vtkIdType{0});
  counted->Allocate(1);
  counted->InsertNextCell(type, count, ids.data());
  vtkNew<vtkDoubleArray> degrees;
  if (orders[0] > 0) {
    degrees->SetName("HigherOrderDegrees");
    degrees->SetNumberOfComponents(3);
    degrees->InsertNextTuple3(orders[0], orders[1], orders[2]);
    counted->GetCellData()->SetHigherOrderDegrees(degrees);
  }
  vtkNew<vtkGenericCell> cell;
  counted->GetCell(0, cell);
  const double* places = cell->GetRepresentativeCell()->GetParametricCoords();
  auto grid = Ptr<vtkUnstructuredGrid>::New();
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  for (int i = 0; i < count; ++i)
    points->InsertNextPoint(places[3 * i] * (mirrored ? -1 : 1), places[3 * i + 1], places[3 * i + 2]);
  if (type == VTK_QUADRATIC_PYRAMID || type == VTK_TRIQUADRATIC_PYRAMID) {
    points->Reset();
    for (const auto& [x, y, z] : pyramidPoints(count)) points->InsertNextPoint(mirrored ? -x : x, y, z);
  }
  grid->SetPoints(points);
  grid->Allocate(1);
  grid->InsertNextCell(type, count, ids.data());
  if (orders[0] > 0) grid->GetCellData()->AddArray(degrees);
  return grid;
}

struct Kind {
  int type, points;
  double volume;
  int triangles;
  std::array<int, 3> orders{};
};

// n² triangles for a triangle of order n, 2 n m for a quadrilateral, 6 for one of second order without a
// point in its middle, 6 for a triangle with one.
const std::vector<Kind> kinds = {
    {VTK_TETRA, 4, 1.0 / 6, 4},
    {VTK_VOXEL, 8, 1, 12},
    {VTK_HEXAHEDRON, 8, 1, 12},
    {VTK_WEDGE, 6, 0.5, 8},
    {VTK_PYRAMID, 5, 1.0 / 3, 6},
    {VTK_PENTAGONAL_PRISM, 10, -1, 16},
    {VTK_HEXAGONAL_PRISM, 12, -1, 20},
    {VTK_QUADRATIC_TETRA, 10, 1.0 / 6, 16},
    {VTK_QUADRATIC_HEXAHEDRON, 20, 1, 36},
    {VTK_QUADRATIC_WEDGE, 15, 0.5, 26},
    {VTK_QUADRATIC_PYRAMID, 13, 1.0 / 3, 22},
    {VTK_TRIQUADRATIC_HEXAHEDRON, 27, 1, 48},
    {VTK_QUADRATIC_LINEAR_WEDGE, 12, 0.5, 20},
    {VTK_BIQUADRATIC_QUADRATIC_WEDGE, 18, 0.5, 32},
    {VTK_BIQUADRATIC_QUADRATIC_HEXAHEDRON, 24, 1, 4 * 8 + 2 * 6},
    {VTK_TRIQUADRATIC_PYRAMID, 19, 1.0 / 3, 8 + 4 * 6},
    {VTK_LAGRANGE_TETRAHEDRON, 4, 1.0 / 6, 4},
    {VTK_LAGRANGE_TETRAHEDRON, 20, 1.0 / 6, 4 * 9},
    {VTK_LAGRANGE_TETRAHEDRON, 15, 1.0 / 6, 4 * 6},
    {VTK_LAGRANGE_HEXAHEDRON, 64, 1, 6 * 18},
    {VTK_LAGRANGE_HEXAHEDRON, 24, 1, 2 * (2 * 2 + 2 * 3 + 2 * 6), {1, 2, 3}},
    {VTK_LAGRANGE_WEDGE, 6, 0.5, 8},
    {VTK_LAGRANGE_WEDGE, 18, 0.5, 2 * 4 + 3 * 8},
    {VTK_LAGRANGE_WEDGE, 40, 0.5, 2 * 9 + 3 * 18},
    {VTK_LAGRANGE_WEDGE, 21, 0.5, 2 * 6 + 3 * 8},
    {VTK_BEZIER_TETRAHEDRON, 10, 1.0 / 6, 16},
    {VTK_BEZIER_TETRAHEDRON, 35, 1.0 / 6, 4 * 16},
    {VTK_BEZIER_HEXAHEDRON, 27, 1, 48},
    {VTK_BEZIER_HEXAHEDRON, 64, 1, 6 * 18},
    {VTK_BEZIER_WEDGE, 18, 0.5, 2 * 4 + 3 * 8},
};

TEST(OuterFaces, ofOneCellOfEachTypeEncloseIt) {
  for (const Kind& kind : kinds)
    for (const bool mirrored : {false, true}) {
      SCOPED_TRACE("type " + std::to_string(kind.type) + " " + std::to_string(kind.points) +
                   (mirrored ? " mirrored" : ""));
      const auto grid = gridOf(kind.type, kind.points, mirrored, kind.orders);
      Extracted run(grid);
      ASSERT_TRUE(run.faces) << run.messages->errors.at(0);
      const Size size = sizeOf(run.faces);
      EXPECT_TRUE(size.closed);
      EXPECT_EQ(size.triangles, kind.triangles);
      if (kind.volume > 0) {
        EXPECT_NEAR(size.volume, kind.volume, 1e-14);
      }
      EXPECT_GT(size.volume, 0) << "faces look outwards";
      EXPECT_EQ(run.cells(), std::vector<double>(run.cells().size(), 0.0));
    }
}

TEST(OuterFaces, ofAConvexPointSetAndAPolyhedron) {
  auto grid = gridOf(VTK_VOXEL, 8);
  vtkNew<vtkUnstructuredGrid> set, body;
  set->SetPoints(grid->GetPoints());
  body->SetPoints(grid->GetPoints());
  const vtkIdType ids[] = {0, 1, 2, 3, 4, 5, 6, 7};
  set->Allocate(1);
  set->InsertNextCell(VTK_CONVEX_POINT_SET, 8, ids);
  const vtkIdType faces[] = {4, 0, 4, 6, 2, 4, 1, 3, 7, 5, 4, 0, 1, 5, 4,
                             4, 2, 6, 7, 3, 4, 0, 2, 3, 1, 4, 4, 5, 7, 6};
  body->Allocate(1);
  body->InsertNextCell(VTK_POLYHEDRON, 8, ids, 6, faces);
  for (vtkUnstructuredGrid* cells : {set.Get(), body.Get()}) {
    const Size size = sizeOf(Extracted(cells).faces);
    EXPECT_TRUE(size.closed);
    EXPECT_EQ(size.volume, 1);
    EXPECT_EQ(size.triangles, 12);
  }
}

// A row of unit cubes, each with eight points of its own.
Ptr<vtkUnstructuredGrid> separateCubes(int count) {
  auto grid = Ptr<vtkUnstructuredGrid>::New();
  vtkNew<vtkPoints> points;
  grid->Allocate(count);
  for (int cube = 0; cube < count; ++cube) {
    std::vector<vtkIdType> ids;
    for (int i = 0; i < 8; ++i) ids.push_back(points->InsertNextPoint(cube + (i & 1), (i >> 1) & 1, i >> 2));
    grid->InsertNextCell(VTK_VOXEL, 8, ids.data());
  }
  grid->SetPoints(points);
  return grid;
}

TEST(OuterFaces, cellsWithPointsOfTheirOwnShareFaces) {
  Extracted run(separateCubes(3));
  const Size size = sizeOf(run.faces);
  EXPECT_TRUE(size.closed);
  EXPECT_EQ(size.volume, 3);
  EXPECT_EQ(size.area, 14);
  EXPECT_EQ(run.faces->GetNumberOfPoints(), 16);
  EXPECT_EQ(run.cells(), (std::vector<double>{0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2}));
}

TEST(OuterFaces, keepTheArraysOfTheGrid) {
  auto grid = separateCubes(2);
  vtkNew<vtkIntArray> number, tooShort;
  number->SetName("Number");
  tooShort->SetName("TooShort");
  for (const int value : {7, 8}) number->InsertNextValue(value);
  tooShort->InsertNextValue(1);
  grid->GetCellData()->AddArray(number);
  grid->GetCellData()->AddArray(tooShort);
  Extracted run(grid);
  EXPECT_EQ(values(run.faces->GetCellData(), "Number"), (std::vector<double>{7, 7, 7, 7, 7, 8, 8, 8, 8, 8}));
  EXPECT_FALSE(run.faces->GetCellData()->HasArray("TooShort"));
}

// A cube of second order beside a plain one: its curved edges bound plain faces, too.
TEST(OuterFaces, staySealedWhereCurvedAndPlainCellsMeet) {
  const auto curved = gridOf(VTK_QUADRATIC_HEXAHEDRON, 20);
  vtkNew<vtkUnstructuredGrid> grid;
  vtkNew<vtkPoints> points;
  points->DeepCopy(curved->GetPoints());
  points->SetPoint(9, 1, 0.5, -0.25);  // in the middle of an edge that both have
  std::vector<vtkIdType> ids(20);
  std::iota(ids.begin(), ids.end(), vtkIdType{0});
  grid->Allocate(2);
  grid->InsertNextCell(VTK_QUADRATIC_HEXAHEDRON, 20, ids.data());
  for (const auto& [y, z] : {std::array{0, 0}, {1, 0}, {1, 1}, {0, 1}}) points->InsertNextPoint(2, y, z);
  const vtkIdType plain[] = {1, 20, 21, 2, 5, 23, 22, 6};
  grid->InsertNextCell(VTK_HEXAHEDRON, 8, plain);
  grid->SetPoints(points);
  Extracted run(grid);
  const Size size = sizeOf(run.faces);
  EXPECT_TRUE(size.closed);
  EXPECT_GT(size.volume, 2) << "the edge bulges";
  for (const double cell : run.cells()) EXPECT_TRUE(cell == 0 || cell == 1);
}

TEST(OuterFaces, ofBezierCellsLieOnTheCurve) {
  // A quarter of a disc, rational: its corners, then points that control its edges and its middle.
  const double w = std::sqrt(0.5);
  const std::vector<Point> controls = {{1, 0, 0},   {0, 1, 0}, {0, 2, 0},   {2, 0, 0},    {1, 1, 0},
                                       {0, 1.5, 0}, {2, 2, 0}, {1.5, 0, 0}, {1.5, 1.5, 0}};
  vtkNew<vtkUnstructuredGrid> grid;
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  for (const Point& p : controls) points->InsertNextPoint(p.data());
  grid->SetPoints(points);
  const vtkIdType ids[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  grid->Allocate(1);
  grid->InsertNextCell(VTK_BEZIER_QUADRILATERAL, 9, ids);
  vtkNew<vtkDoubleArray> weights;
  weights->SetName("RationalWeights");
  for (const double weight : {1.0, 1.0, 1.0, 1.0, w, 1.0, w, 1.0, w}) weights->InsertNextValue(weight);
  grid->GetPointData()->AddArray(weights);
  Extracted run(grid);
  ASSERT_EQ(run.faces->GetNumberOfPoints(), 9);
  std::map<int, int> radii;  // in halves
  for (vtkIdType i = 0; i < 9; ++i) {
    double p[3];
    run.faces->GetPoint(i, p);
    const double twice = 2 * std::hypot(p[0], p[1]);
    EXPECT_NEAR(twice, std::round(twice), 1e-14);
    ++radii[static_cast<int>(std::round(twice))];
  }
  EXPECT_EQ(radii, (std::map<int, int>{{2, 3}, {3, 3}, {4, 3}}));
}

TEST(OuterFaces, ofCurvedCellsHaveTheirNumbersAtTheClosestCell) {
  const auto one = gridOf(VTK_QUADRATIC_TETRA, 10);
  vtkNew<vtkUnstructuredGrid> grid;
  vtkNew<vtkPoints> points;
  points->DeepCopy(one->GetPoints());
  std::vector<vtkIdType> ids(10), others(10);
  std::iota(ids.begin(), ids.end(), vtkIdType{0});
  std::iota(others.begin(), others.end(), vtkIdType{10});
  for (vtkIdType i = 0; i < 10; ++i) {
    double p[3];
    points->GetPoint(i, p);
    points->InsertNextPoint(p[0] + 5, p[1], p[2]);
  }
  grid->SetPoints(points);
  grid->Allocate(3);
  const vtkIdType vertex[] = {0};
  grid->InsertNextCell(VTK_VERTEX, 1, vertex);
  grid->InsertNextCell(VTK_QUADRATIC_TETRA, 10, ids.data());
  grid->InsertNextCell(VTK_QUADRATIC_TETRA, 10, others.data());
  vtkNew<vtkTalusInsideOutsideClassifier> filter;
  filter->SetInputData(cloud({{0.1, 0.1, 0.1}, {5.1, 0.1, 0.1}, {9, 0, 0}}));
  filter->SetSurfaceData(grid);
  filter->ComputeDistanceOn();
  filter->Update();
  auto* output = vtkDataSet::SafeDownCast(filter->GetOutput());
  EXPECT_EQ(sides(output), (std::vector<double>{1, 1, -1}));
  EXPECT_EQ(values(output->GetPointData(), "ClosestCell"), (std::vector<double>{1, 2, 2}));
}

Ptr<vtkPoints> latticePoints(int n) {
  auto points = Ptr<vtkPoints>::New();
  for (int k = 0; k <= n; ++k)
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i) points->InsertNextPoint(i, j, k);
  return points;
}

TEST(OuterFaces, ofCurvilinearAndExplicitStructuredGrids) {
  vtkNew<vtkStructuredGrid> structured;
  structured->SetDimensions(4, 4, 4);
  structured->SetPoints(latticePoints(3));
  EXPECT_EQ(sizeOf(Extracted(structured).faces).area, 54);
  structured->BlankCell(13);  // the middle one
  EXPECT_EQ(sizeOf(Extracted(structured).faces).area, 60);

  vtkNew<vtkExplicitStructuredGrid> explicitly;
  explicitly->SetDimensions(4, 4, 4);
  explicitly->SetPoints(latticePoints(3));
  vtkNew<vtkCellArray> cells;
  for (vtkIdType k = 0; k < 3; ++k)
    for (vtkIdType j = 0; j < 3; ++j)
      for (vtkIdType i = 0; i < 3; ++i) {
        const vtkIdType o = i + 4 * j + 16 * k;
        cells->InsertNextCell({o, o + 1, o + 5, o + 4, o + 16, o + 17, o + 21, o + 20});
      }
  explicitly->SetCells(cells);
  const Size size = sizeOf(Extracted(explicitly).faces);
  EXPECT_EQ(size.area, 54);
  EXPECT_EQ(size.volume, 27);
}

// ---- Broken grids: one error, and nothing is read beyond arrays ----

void expectError(vtkPointSet* grid, const std::string& problem) {
  Extracted run(grid);
  EXPECT_EQ(run.faces, nullptr);
  ASSERT_EQ(run.messages->errors.size(), 1u) << "wanted: " << problem;
  EXPECT_NE(run.messages->errors[0].find(problem), std::string::npos) << run.messages->errors[0];
}

Ptr<vtkUnstructuredGrid> gridWith(int type, const std::vector<vtkIdType>& ids) {
  auto grid = Ptr<vtkUnstructuredGrid>::New();
  grid->SetPoints(latticePoints(1));
  grid->Allocate(1);
  grid->InsertNextCell(type, static_cast<vtkIdType>(ids.size()), ids.data());
  return grid;
}

TEST(OuterFaces, ofBrokenCellsAreRefused) {
  expectError(gridWith(VTK_TETRA, {0, 1, 2, 8}), "refers to point 8 of 8");
  expectError(gridWith(VTK_TETRA, {0, 1, 2, -1}), "refers to point -1 of 8");
  expectError(gridWith(VTK_TETRA, {0, 1, 2}), "of type 10 has 3 points");
  expectError(gridWith(VTK_QUADRATIC_TETRA, {0, 1, 2, 3}), "of type 24 has 4 points");
  expectError(gridWith(VTK_LAGRANGE_HEXAHEDRON, {0, 1, 2, 3, 4, 5, 6}), "of type 72 has 7 points");
  expectError(gridWith(VTK_HIGHER_ORDER_TETRAHEDRON, {0, 1, 2, 3}), "has the type 64");
}

TEST(OuterFaces, ofGridsOfLinesAreNone) {
  const auto lines = gridWith(VTK_LINE, {0, 1});
  EXPECT_EQ(Extracted(lines).faces->GetNumberOfCells(), 0);
  vtkNew<vtkTalusInsideOutsideClassifier> filter;
  vtkNew<Messages> messages;
  messages->listenTo(filter);
  filter->SetInputData(cloud({{0, 0, 0}}));
  filter->SetSurfaceData(lines);
  filter->Update();
  ASSERT_EQ(messages->errors.size(), 1u);
  EXPECT_NE(messages->errors[0].find("no volume or polygon"), std::string::npos) << messages->errors[0];
}

TEST(OuterFaces, ofArraysThatContradictEachOtherAreRefused) {
  auto grid = gridWith(VTK_TETRA, {0, 1, 2, 4});
  vtkNew<vtkUnsignedCharArray> types;
  vtkNew<vtkCellArray> cells;
  cells->InsertNextCell({0, 1, 2, 4});
  cells->InsertNextCell({0, 1, 2, 4});
  types->InsertNextValue(VTK_TETRA);
  grid->SetCells(types, cells);
  expectError(grid, "2 cells have 1 types");

  auto orders = gridWith(VTK_LAGRANGE_HEXAHEDRON, {0, 1, 3, 2, 4, 5, 7, 6});
  vtkNew<vtkDoubleArray> degrees;
  degrees->SetName("HigherOrderDegrees");
  degrees->SetNumberOfComponents(3);
  orders->GetCellData()->AddArray(degrees);
  expectError(orders, "HigherOrderDegrees");
  degrees->InsertNextTuple3(1, 2, 3);
  expectError(orders, "of type 72 has 8 points");
}

TEST(OuterFaces, ofBrokenPolyhedraAreRefused) {
  vtkNew<vtkUnstructuredGrid> grid;
  grid->SetPoints(latticePoints(1));
  grid->Allocate(1);
  const vtkIdType ids[] = {0, 1, 2, 4}, faces[] = {3, 0, 2, 1, 3, 0, 1, 4, 3, 1, 2, 4, 3, 2, 0, 4};
  grid->InsertNextCell(VTK_POLYHEDRON, 4, ids, 4, faces);
  EXPECT_TRUE(sizeOf(Extracted(grid).faces).closed);
#if VTK_VERSION_NUMBER < VTK_VERSION_CHECK(9, 3, 20240000)
  vtkIdTypeArray* stream = grid->GetFaces();
  const vtkIdType last = stream->GetNumberOfValues() - 1;
  stream->SetValue(last, 99);
  expectError(grid, "refers to point 99 of 8");
  stream->SetValue(last, 4);
  stream->SetValue(last - 3, 1000);
  expectError(grid, "end too early");
#else
  vtkDataArray* corners = grid->GetPolyhedronFaces()->GetConnectivityArray();
  const vtkIdType last = corners->GetNumberOfTuples() - 1;
  corners->SetTuple1(last, 99);
  expectError(grid, "refers to point 99 of 8");
  corners->SetTuple1(last, 4);
  vtkDataArray* ofCells = grid->GetPolyhedronFaceLocations()->GetConnectivityArray();
  ofCells->SetTuple1(3, 4);
  expectError(grid, "end too early");
  ofCells->SetTuple1(3, 3);
  grid->GetPolyhedronFaces()->GetOffsetsArray()->SetTuple1(4, 1000);
  expectError(grid, "the offsets of its polyhedra's faces leave their array");
#endif
}

TEST(Triangles, ofPolygonsThatCrossThemselvesAreRefused) {
  vtkNew<vtkTalusPolygons> source;
  vtkNew<Messages> messages;
  source->AddObserver(vtkCommand::ErrorEvent, messages);
  EXPECT_EQ(source->Triangles(polygons({{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2, 3}})),
            nullptr);
  ASSERT_EQ(messages->errors.size(), 1u);
  EXPECT_NE(messages->errors[0].find("cross themselves"), std::string::npos);
  EXPECT_EQ(source->Triangles(cube())->GetNumberOfCells(), 12);
}

}  // namespace
}  // namespace test_outer_faces
