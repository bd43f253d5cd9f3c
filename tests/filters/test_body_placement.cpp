// Body Placement hands surfaces and points over to the core, and a scene back.
#include <gtest/gtest.h>
#include <vtkCompositeDataSet.h>
#include <vtkDoubleArray.h>
#include <vtkFloatArray.h>
#include <vtkInformation.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPointData.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <sstream>

#include "fixtures.h"
#include "vtkTalusBodyPlacement.h"

namespace test_body_placement {
namespace {

using namespace fixtures;

Ptr<vtkTalusBodyPlacement> placing(const std::vector<Ptr<vtkPolyData>>& shapes) {
  auto filter = Ptr<vtkTalusBodyPlacement>::New();
  for (const auto& shape : shapes) filter->AddInputDataObject(0, shape);
  filter->SetCount(50);
  return filter;
}

// The scene of a filter after its update.
class Placed {
 public:
  explicit Placed(const Ptr<vtkTalusBodyPlacement>& filter) : filter_(filter) {
    messages_->listenTo(filter);
    filter->Update();
    scene_ = vtkPartitionedDataSetCollection::SafeDownCast(filter->GetOutputDataObject(0));
  }
  vtkPolyData* block(unsigned int i) const {
    return vtkPolyData::SafeDownCast(scene_->GetPartitionAsDataObject(i, 0));
  }
  std::string name(unsigned int i) const { return scene_->GetMetaData(i)->Get(vtkCompositeDataSet::NAME()); }
  unsigned int blocks() const { return scene_->GetNumberOfPartitionedDataSets(); }
  vtkIdType bodies() const { return block(0)->GetNumberOfPoints(); }
  vtkDataArray* array(const char* name) const { return block(0)->GetPointData()->GetArray(name); }
  std::vector<double> column(const char* name) const { return values(block(0)->GetPointData(), name); }
  std::vector<double> field(const char* name) const { return values(scene_->GetFieldData(), name); }
  const std::vector<std::string>& errors() const { return messages_->errors; }
  const std::vector<std::string>& warnings() const { return messages_->warnings; }

 private:
  Ptr<vtkTalusBodyPlacement> filter_;
  vtkNew<Messages> messages_;
  vtkPartitionedDataSetCollection* scene_;
};

TEST(BodyPlacement, PutsBodiesBesideWalls) {
  auto filter = placing({cube({5, 6, 7}, 0.5)});
  vtkNew<vtkMultiBlockDataSet> walls;
  walls->SetBlock(0, cube({2, 0, 0}, 3));
  walls->SetBlock(1, cube({-2, 0, 0}, 3));
  filter->SetWallsData(walls);
  filter->SetAutomaticRegion(false);
  filter->SetRegion(-6, 6, -6, 6, -6, 6);
  const Placed placed(filter);
  EXPECT_TRUE(placed.errors().empty() && placed.warnings().empty());
  ASSERT_EQ(placed.blocks(), 4u);
  EXPECT_EQ(placed.name(2), "Shapes/wall0");
  EXPECT_EQ(placed.name(3), "Shapes/wall1");
  ASSERT_EQ(placed.bodies(), 52);
  EXPECT_EQ(placed.column("BodyId")[51], 51);
  EXPECT_EQ(placed.column("Shape")[50], 1);
  EXPECT_EQ(placed.column("Shape")[51], 2);
  EXPECT_EQ(placed.column("Motion")[49], 0);
  EXPECT_EQ(placed.column("Motion")[50], 1);
  EXPECT_NEAR(placed.column("Mass")[50], 2500 * 27, 1e-6);
  double place[3];
  placed.block(0)->GetPoint(50, place);
  EXPECT_NEAR(place[0], 2, 1e-15);
  for (vtkIdType i = 0; i < 50; ++i) {
    placed.block(0)->GetPoint(i, place);
    const bool inside =
        std::abs(std::abs(place[0]) - 2) < 1.5 && std::abs(place[1]) < 1.5 && std::abs(place[2]) < 1.5;
    EXPECT_FALSE(inside);
  }
  filter->SetWallsData(openCube());
  const Placed open(filter);
  ASSERT_EQ(open.errors().size(), 1u);
  EXPECT_NE(open.errors()[0].find("wall0"), std::string::npos) << open.errors()[0];
}

TEST(BodyPlacement, MakesAScene) {
  auto filter = placing({cube({5, 6, 7}), cube({0, 0, 0}, 1)});
  filter->SetDensity(10);
  filter->SetVelocity(0, 0, -3);
  const Placed placed(filter);
  EXPECT_TRUE(placed.errors().empty() && placed.warnings().empty());
  ASSERT_EQ(placed.blocks(), 3u);
  EXPECT_EQ(placed.name(0), "Bodies");
  EXPECT_EQ(placed.name(1), "Shapes/shape0");
  EXPECT_EQ(placed.bodies(), 50);
  EXPECT_EQ(placed.block(0)->GetNumberOfVerts(), 50);
  EXPECT_EQ(placed.block(0)->GetPoints()->GetDataType(), VTK_DOUBLE);
  for (int i = 1; i < 3; ++i) {
    double box[6];
    placed.block(static_cast<unsigned>(i))->GetBounds(box);
    for (const double bound : box)
      EXPECT_NEAR(std::abs(bound), i == 1 ? 1 : 0.5, 1e-14) << "about the centre of mass";
  }
  const auto shapes = placed.column("Shape"), masses = placed.column("Mass");
  for (std::size_t i = 0; i < 50; ++i) EXPECT_NEAR(masses[i], shapes[i] == 0 ? 80 : 10, 1e-12);
  EXPECT_GT(std::count(shapes.begin(), shapes.end(), 1), 10);
  EXPECT_GT(std::count(shapes.begin(), shapes.end(), 0), 10);
  for (vtkIdType i = 0; i < 50; ++i) {
    EXPECT_EQ(placed.array("BodyId")->GetTuple1(i), double(i));
    EXPECT_EQ(placed.array("Velocity")->GetTuple3(i)[2], -3);
    double q[4];
    placed.array("Orientation")->GetTuple(i, q);
    EXPECT_NEAR(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1, 1e-14);
  }
  EXPECT_EQ(placed.field("WantedBodies"), std::vector<double>{50});
}

TEST(BodyPlacement, BlocksAreShapesWithTheirNames) {
  vtkNew<vtkMultiBlockDataSet> blocks;
  const char* names[] = {"glass bead", "7", "glass bead"};
  for (unsigned int i = 0; i < 3; ++i) {
    blocks->SetBlock(i, cube({0, 0, 0}, 1 + i));
    blocks->GetMetaData(i)->Set(vtkCompositeDataSet::NAME(), names[i]);
  }
  auto filter = placing({});
  filter->SetCount(1000);
  filter->AddInputDataObject(0, blocks);
  filter->SetShapeWeights("1, 0 2");
  const Placed placed(filter);
  ASSERT_EQ(placed.blocks(), 4u);
  EXPECT_EQ(placed.name(1), "Shapes/glass_bead");
  EXPECT_EQ(placed.name(2), "Shapes/shape_7");
  EXPECT_EQ(placed.name(3), "Shapes/glass_bead_1");
  const auto shapes = placed.column("Shape");
  EXPECT_EQ(std::count(shapes.begin(), shapes.end(), 1), 0);
  EXPECT_NEAR(double(std::count(shapes.begin(), shapes.end(), 2)), 667, 60);
}

TEST(BodyPlacement, EveryArrangementAndSizeLaw) {
  for (int arrangement = 0; arrangement < 3; ++arrangement)
    for (int law = 0; law < 6; ++law) {
      auto filter = placing({cube()});
      filter->SetArrangement(arrangement);
      filter->SetCells(5, 5, 2);
      filter->SetSizeLaw(law);
      filter->SetSizeList("0.5 1,2;3");
      const Placed placed(filter);
      ASSERT_EQ(placed.bodies(), 50) << arrangement << ' ' << law;
      const auto sizes = placed.column("Scale");
      const auto [low, high] = std::minmax_element(sizes.begin(), sizes.end());
      EXPECT_EQ(*low < 0.9 * *high, law != vtkTalusBodyPlacement::SINGLE);
      const bool list = law == vtkTalusBodyPlacement::LIST;
      EXPECT_EQ(std::count(sizes.begin(), sizes.end(), 3), list ? 12 : 0);
    }
}

TEST(BodyPlacement, RegionIsTheBoxInVtksOrder) {
  auto filter = placing({cube({0, 0, 0}, 0.2)});
  filter->AutomaticRegionOff();
  filter->SetRegion(10, 12, -4, -1, 0, 1);
  const Placed placed(filter);
  double box[6];
  placed.block(0)->GetBounds(box);
  const double region[] = {10, 12, -4, -1, 0, 1};
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_GT(box[2 * axis], region[2 * axis]);
    EXPECT_LT(box[2 * axis + 1], region[2 * axis + 1]);
    EXPECT_GT(box[2 * axis + 1] - box[2 * axis], 0.5 * (region[2 * axis + 1] - region[2 * axis] - 0.4));
  }
}

TEST(BodyPlacement, FullRegionWarns) {
  auto filter = placing({cube()});
  filter->AutomaticRegionOff();
  filter->SetRegion(0, 8, 0, 8, 0, 8);
  const Placed placed(filter);
  ASSERT_EQ(placed.warnings().size(), 1u);
  EXPECT_NE(placed.warnings()[0].find("of 50 bodies found room"), std::string::npos) << placed.warnings()[0];
  EXPECT_LT(placed.bodies(), 50);
  EXPECT_EQ(placed.field("WantedBodies"), std::vector<double>{50});
  EXPECT_GT(placed.field("SphereFraction")[0], 0.05);
}

// Three points, single precision, with all arrays.
Ptr<vtkPolyData> describedCloud() {
  auto points = cloud({{0, 0, 0}, {5, 0, 0}, {0, 5.5, 0}}, VTK_FLOAT);
  vtkNew<vtkFloatArray> turns;
  turns->SetName("q");
  turns->SetNumberOfComponents(4);
  for (const auto& q : {std::array<double, 4>{0.5, 0.5, 0.5, 0.5}, {0, 0, 0, 7}, {1, 0, 0, 0}})
    turns->InsertNextTuple(q.data());
  vtkNew<vtkDoubleArray> sizes, velocities;
  sizes->SetName("s");
  velocities->SetName("v");
  velocities->SetNumberOfComponents(3);
  for (const double s : {1.0, 2.0, 0.5}) {
    sizes->InsertNextValue(s);
    velocities->InsertNextTuple3(s, 0, -s);
  }
  for (vtkDataArray* array : std::initializer_list<vtkDataArray*>{turns, sizes, velocities})
    points->GetPointData()->AddArray(array);
  return points;
}

Ptr<vtkTalusBodyPlacement> atPoints(vtkDataObject* points) {
  auto filter = placing({cube()});
  filter->SetArrangement(vtkTalusBodyPlacement::AT_POINTS);
  filter->SetPointsData(points);
  return filter;
}

TEST(BodyPlacement, AtPointsWithTheirArrays) {
  auto filter = atPoints(describedCloud());
  filter->SetOrientationArray("q");
  filter->SetSizeArray("s");
  filter->SetVelocityArray("v");
  const Placed placed(filter);
  EXPECT_TRUE(placed.errors().empty());
  EXPECT_EQ(placed.column("Scale"), (std::vector<double>{1, 2, 0.5}));
  EXPECT_EQ(placed.array("Velocity")->GetTuple3(1)[2], -2);
  double q[4];
  placed.array("Orientation")->GetTuple(1, q);
  EXPECT_EQ(q[3], 1);
  EXPECT_EQ(placed.block(0)->GetPoint(2)[1], 5.5);
  ASSERT_EQ(placed.warnings().size(), 1u) << "bounding spheres of radius 1.7, 3.5 and 0.9";
  EXPECT_EQ(placed.field("OverlappingPairs"), std::vector<double>{1});
}

TEST(BodyPlacement, PointsOfSeveralBlocks) {
  vtkNew<vtkMultiBlockDataSet> blocks;
  blocks->SetBlock(0, describedCloud());
  blocks->SetBlock(2, cloud({{90, 0, 0}, {99, 0, 0}}));
  auto filter = atPoints(blocks);
  filter->SetSeparation(vtkTalusBodyPlacement::SURFACES);
  const Placed placed(filter);
  EXPECT_EQ(placed.bodies(), 5);
  EXPECT_EQ(placed.block(0)->GetPoint(4)[0], 99);
}

TEST(BodyPlacement, BadInputIsOneErrorAndNothingElse) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  struct Mistake {
    const char* words;
    std::function<void(vtkTalusBodyPlacement&)> make;
  };
  using F = vtkTalusBodyPlacement;
  const Mistake mistakes[] = {
      {"arrangement must be one of", [](F& f) { f.SetArrangement(9); }},
      {"'x' is no number", [](F& f) { f.SetShapeWeights("1 x"); }},
      {"'1.5.2' is no number", [](F& f) { f.SetSizeList("1.5.2"); }},
      {"2 weights for 1 shapes", [](F& f) { f.SetShapeWeights("1 2"); }},
      {"ends before it begins along y",
       [](F& f) {
         f.AutomaticRegionOff();
         f.SetRegion(0, 9, 9, 0, 0, 9);
       }},
      {"region must be finite numbers",
       [nan](F& f) {
         f.AutomaticRegionOff();
         f.SetRegion(0, nan, 0, 9, 0, 9);
       }},
      {"larger than the region",
       [](F& f) {
         f.AutomaticRegionOff();
         f.SetRegion(0, 1, 0, 9, 0, 9);
       }},
      {"clearance must be at least 0", [](F& f) { f.SetClearance(-1); }},
      {"density must be above 0", [nan](F& f) { f.SetDensity(nan); }},
      {"young must be above 0", [](F& f) { f.SetYoung(0); }},
      {"friction must be at least 0", [](F& f) { f.SetFriction(-0.1); }},
      {"restitution must be at least 0 and at most 1", [](F& f) { f.SetRestitution(1.5); }},
      {"cells must be at least 1 and at most 100000000 (cells 0)",
       [](F& f) {
         f.SetArrangement(F::GRID);
         f.SetCells(3, 0, 1);
       }},
      {"no points to put bodies at", [](F& f) { f.SetArrangement(F::AT_POINTS); }},
      {"no array 'w'",
       [](F& f) {
         f.SetArrangement(F::AT_POINTS);
         f.SetPointsData(describedCloud());
         f.SetSizeArray("w");
       }},
      {"has 3 components",
       [](F& f) {
         f.SetArrangement(F::AT_POINTS);
         f.SetPointsData(describedCloud());
         f.SetOrientationArray("v");
       }},
  };
  for (const auto& [words, make] : mistakes) {
    auto filter = placing({cube()});
    make(*filter);
    const Placed placed(filter);
    ASSERT_EQ(placed.errors().size(), 1u) << words;
    EXPECT_NE(placed.errors()[0].find(words), std::string::npos) << placed.errors()[0];
    EXPECT_EQ(placed.blocks(), 0u) << words;
  }
}

TEST(BodyPlacement, ShapesMustBeClosedSurfaces) {
  for (const auto& [shape, words] :
       {std::pair{openCube(), "'shape0'"}, {cloud({{0, 0, 0}}), "no triangle"}}) {
    const Placed placed(placing({shape}));
    ASSERT_EQ(placed.errors().size(), 1u);
    EXPECT_NE(placed.errors()[0].find(words), std::string::npos) << placed.errors()[0];
  }
}

TEST(BodyPlacement, InwardSurfacesAreTurnedAndInputStaysAsItIs) {
  auto shape = cube();
  shape->GetPolys()->ReverseCellAtId(0);
  for (vtkIdType i = 1; i < 6; ++i) shape->GetPolys()->ReverseCellAtId(i);
  const auto before = shape->GetMTime();
  const Placed placed(placing({shape}));
  EXPECT_TRUE(placed.errors().empty());
  EXPECT_NEAR(placed.column("Mass")[0], 8 * 2500, 1e-9);
  EXPECT_EQ(shape->GetMTime(), before);
}

TEST(BodyPlacement, PieceZeroIsTheWhole) {
  auto filter = placing({cube()});
  filter->UpdatePiece(1, 2, 0);
  auto* scene = vtkPartitionedDataSetCollection::SafeDownCast(filter->GetOutputDataObject(0));
  const auto points = [scene](unsigned int block) {
    return vtkPolyData::SafeDownCast(scene->GetPartitionAsDataObject(block, 0))->GetNumberOfPoints();
  };
  ASSERT_EQ(scene->GetNumberOfPartitionedDataSets(), 2u) << "the same blocks on all ranks";
  EXPECT_EQ(points(0) + points(1), 0);
  filter->UpdatePiece(0, 2, 0);
  EXPECT_EQ(points(0), 50);
  EXPECT_EQ(points(1), 8);
}

class Stop : public vtkCommand {
 public:
  static Stop* New() { return new Stop; }
  void Execute(vtkObject* caller, unsigned long, void* data) override {
    fractions.push_back(*static_cast<double*>(data));
    if (fractions.back() > 0.5) static_cast<vtkAlgorithm*>(caller)->SetAbortExecute(1);
  }
  std::vector<double> fractions;
};

TEST(BodyPlacement, ShowsProgressAndStops) {
  auto filter = placing({cube()});
  filter->SetCount(60'000);  // reports are some time apart
  vtkNew<Stop> stop;
  filter->AddObserver(vtkCommand::ProgressEvent, stop);
  const Placed placed(filter);
  EXPECT_GE(stop->fractions.size(), 9u);
  EXPECT_TRUE(std::is_sorted(stop->fractions.begin(), stop->fractions.end()));
  EXPECT_TRUE(placed.errors().empty());
  EXPECT_EQ(placed.blocks(), 0u);
}

TEST(BodyPlacement, PrintSelfShowsThemAll) {
  std::ostringstream out;
  Ptr<vtkTalusBodyPlacement>::New()->Print(out);
  for (const char* text : {"Arrangement: Random",
                           "Count: 1000",
                           "Cells: 10 10 10",
                           "AutomaticRegion: On",
                           "Region: -10 10 -10 10 -10 10",
                           "Separation: BoundingSpheres",
                           "Clearance: 0",
                           "Jitter: 0.5",
                           "Up: Z",
                           "Attempts: 2000",
                           "SizeLaw: Single",
                           "TypicalSize: 1",
                           "SizeDeviation: 0.2",
                           "SmallestSize: 0.5",
                           "LargestSize: 1.5",
                           "SizeExponent: -2.5",
                           "SizeList: 1",
                           "ShapeWeights: ",
                           "OrientationMode: UniformRandom",
                           "Orientation: 1 0 0 0",
                           "OrientationArray: None",
                           "SizeArray: None",
                           "VelocityArray: None",
                           "Velocity: 0 0 0",
                           "Density: 2500",
                           "Young: 1e+07",
                           "Friction: 0.5",
                           "Restitution: 0.5",
                           "Seed: 1",
                           "NumberOfThreads: 0",
                           "Controller:"})
    EXPECT_NE(out.str().find(text), std::string::npos) << text;
}

}  // namespace
}  // namespace test_body_placement
