// The sources of test bodies: what they make, how they fail, report and stop.
#include <gtest/gtest.h>
#include <vtkCellArray.h>
#include <vtkPointData.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <sstream>

#include "fixtures.h"
#include "vtkTalusContainerSource.h"
#include "vtkTalusFoamSource.h"
#include "vtkTalusGrainSource.h"
#include "vtkTalusSurfaceCheck.h"

namespace test_shape_sources {
namespace {

using namespace fixtures;

// Field data of the surface check of a source's output.
class Checked {
 public:
  explicit Checked(vtkAlgorithm* source) {
    check_->SetInputConnection(source->GetOutputPort());
    check_->Update();
  }
  double count(const char* name) const {
    const auto all = values(check_->GetOutputDataObject(0)->GetFieldData(), name);
    return all.size() == 1 ? all[0] : -99;
  }
  void expectSound() const {
    for (const char* name : {"Closed", "Oriented", "Manifold", "Components"})
      EXPECT_EQ(count(name), 1) << name;
    EXPECT_EQ(text(check_->GetOutputDataObject(0), "Problem"), "");
    EXPECT_GT(count("Volume"), 0);
  }

 private:
  vtkNew<vtkTalusSurfaceCheck> check_;
};

Ptr<vtkTalusFoamSource> smallFoam() {
  auto foam = Ptr<vtkTalusFoamSource>::New();
  foam->SetCells(6);
  foam->SetTriangles(10'000);
  return foam;
}

TEST(FoamSource, MakesASoundFoam) {
  for (const int outline : {vtkTalusFoamSource::CUBE, vtkTalusFoamSource::BALL}) {
    auto foam = smallFoam();
    foam->SetOutline(outline);
    const Checked check(foam);
    check.expectSound();
    EXPECT_EQ(check.count("Triangles"), 10'000);
    EXPECT_EQ(foam->GetOutput()->GetPoints()->GetDataType(), VTK_DOUBLE);
  }
}

TEST(FoamSource, LiesWhereItIsPut) {
  auto foam = smallFoam();
  foam->SetSize(4);
  foam->SetCenter(10, 20, 30);
  foam->Update();
  double box[6];
  foam->GetOutput()->GetBounds(box);
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR((box[2 * axis] + box[2 * axis + 1]) / 2, 10 * (axis + 1), 0.4);
    EXPECT_NEAR(box[2 * axis + 1] - box[2 * axis], 3.8, 0.25);
  }
}

TEST(FoamSource, OptionsChangeIt) {
  const auto volumeAfter = [](const std::function<void(vtkTalusFoamSource&)>& change) {
    auto foam = smallFoam();
    change(*foam);
    return Checked(foam).count("Volume");
  };
  const double plain = volumeAfter([](auto&) {});
  EXPECT_EQ(volumeAfter([](auto& foam) { foam.SetNumberOfThreads(1); }), plain);
  EXPECT_GT(volumeAfter([](auto& foam) { foam.SetStrutThickness(0.3); }), 1.5 * plain);
  EXPECT_NE(volumeAfter([](auto& foam) { foam.SetSeed(2); }), plain);
  EXPECT_NE(volumeAfter([](auto& foam) { foam.SetIrregularity(0); }), plain);
  EXPECT_NE(volumeAfter([](auto& foam) { foam.SetCells(9); }), plain);
}

TEST(GrainSource, MakesASphere) {
  vtkNew<vtkTalusGrainSource> grain;
  grain->SetLevels(4);
  grain->SetSize(2);
  const Checked check(grain);
  check.expectSound();
  EXPECT_EQ(check.count("Triangles"), 8 * 256);
  for (vtkIdType i = 0; i < grain->GetOutput()->GetNumberOfPoints(); ++i) {
    const double* p = grain->GetOutput()->GetPoint(i);
    ASSERT_NEAR(std::hypot(p[0], p[1], p[2]), 1, 1e-14);
  }
}

TEST(GrainSource, MakesAPorousBlock) {
  vtkNew<vtkTalusGrainSource> grain;
  grain->SetShape(vtkTalusGrainSource::POROUS_BLOCK);
  grain->SetTriangles(20'000);
  const Checked check(grain);
  check.expectSound();
  EXPECT_EQ(check.count("Triangles"), 20'000);
  const auto volumeAfter = [&grain] { return Checked(grain).count("Volume"); };
  grain->SetTunnels(3);
  const double few = volumeAfter();
  EXPECT_GT(few, check.count("Volume"));
  grain->SetTunnelDiameter(0.25);
  EXPECT_LT(volumeAfter(), few);
  grain->SetTunnels(0);
  EXPECT_NEAR(volumeAfter(), 1, 0.01);
}

TEST(GrainSource, MakesAConvexGrain) {
  vtkNew<vtkTalusGrainSource> grain;
  grain->SetShape(vtkTalusGrainSource::CONVEX_GRAIN);
  grain->SetVertices(102);
  const Checked check(grain);
  check.expectSound();
  EXPECT_EQ(check.count("Convex"), 1);
  EXPECT_EQ(check.count("Points"), 102);
  const auto volumeAfter = [&grain] { return Checked(grain).count("Volume"); };
  grain->SetSemiAxes(0.5, 0.4, 0.6);
  EXPECT_NEAR(volumeAfter(), 2 * check.count("Volume"), 1e-12);
  const double plain = volumeAfter();
  grain->SetSeed(2);
  EXPECT_NE(volumeAfter(), plain);
  grain->SetSeed(1);
  grain->SetIrregularity(0);
  EXPECT_NE(volumeAfter(), plain);
}

TEST(GrainSource, MakesABumpedSphere) {
  vtkNew<vtkTalusGrainSource> grain;
  grain->SetShape(vtkTalusGrainSource::BUMPED_SPHERE);
  grain->SetSphereTriangles(1224);
  const Checked check(grain);
  check.expectSound();
  EXPECT_EQ(check.count("Triangles"), 1224);
  const auto volumeAfter = [&grain] { return Checked(grain).count("Volume"); };
  grain->SetOctaves(1);
  EXPECT_NE(volumeAfter(), check.count("Volume"));
  grain->SetBumpiness(1);
  const double smooth = volumeAfter();
  EXPECT_LT(smooth, check.count("Volume"));
  grain->SetStretch(2.6);
  EXPECT_NEAR(volumeAfter(), 2.6 * smooth, 1e-12);
}

TEST(GrainSource, MakesSimpleSolids) {
  vtkNew<vtkTalusGrainSource> grain;
  const auto volumeOf = [&grain](int shape) {
    grain->SetShape(shape);
    const Checked check(grain);
    check.expectSound();
    return check.count("Volume");
  };
  grain->SetExtents(1, 2, 3);
  EXPECT_NEAR(volumeOf(vtkTalusGrainSource::CUBOID), 6, 1e-14);
  grain->SetHeight(4);
  grain->SetSides(4);
  EXPECT_NEAR(volumeOf(vtkTalusGrainSource::PRISM), 2, 1e-14);
  const double cylinder = volumeOf(vtkTalusGrainSource::CYLINDER);
  EXPECT_NEAR(volumeOf(vtkTalusGrainSource::CONE), cylinder / 3, 1e-14);
  grain->SetTopDiameter(1);
  EXPECT_NEAR(volumeOf(vtkTalusGrainSource::CONE), cylinder, 1e-14);
  const double capsule = volumeOf(vtkTalusGrainSource::CAPSULE), torus = volumeOf(vtkTalusGrainSource::TORUS);
  EXPECT_GT(capsule, cylinder);
  grain->SetSegments(64);
  EXPECT_GT(volumeOf(vtkTalusGrainSource::CAPSULE), capsule);
  EXPECT_GT(volumeOf(vtkTalusGrainSource::TORUS), torus);
  grain->SetTubeDiameter(0.1);
  EXPECT_LT(volumeOf(vtkTalusGrainSource::TORUS), torus);
  for (int shape = vtkTalusGrainSource::TETRAHEDRON; shape <= vtkTalusGrainSource::ICOSAHEDRON; ++shape)
    EXPECT_LT(volumeOf(shape), 3.1416 / 6);
}

TEST(ContainerSource, MakesEveryKind) {
  for (int kind = vtkTalusContainerSource::OPEN_BOX; kind <= vtkTalusContainerSource::CONVEYOR_PLATE;
       ++kind) {
    vtkNew<vtkTalusContainerSource> container;
    container->SetKind(kind);
    Checked(container).expectSound();
  }
}

TEST(ContainerSource, PropertiesChangeIt) {
  const auto volumeAfter = [](int kind, const std::function<void(vtkTalusContainerSource&)>& change) {
    vtkNew<vtkTalusContainerSource> container;
    container->SetKind(kind);
    change(*container);
    return Checked(container).count("Volume");
  };
  using Source = vtkTalusContainerSource;
  const double box = volumeAfter(Source::OPEN_BOX, [](auto&) {});
  EXPECT_NEAR(box, 1.1 * 1.1 * 1.05 - 1, 1e-14);
  EXPECT_NEAR(volumeAfter(Source::OPEN_BOX, [](auto& c) { c.SetSize(2); }), 8 * box, 1e-13);
  EXPECT_NEAR(volumeAfter(Source::OPEN_BOX, [](auto& c) { c.SetDepth(3); }), 1.1 * 3.1 * 1.05 - 3, 1e-13);
  EXPECT_NEAR(volumeAfter(Source::OPEN_BOX, [](auto& c) { c.SetHeight(2); }), 1.1 * 1.1 * 2.05 - 2, 1e-13);
  EXPECT_NEAR(volumeAfter(Source::OPEN_BOX, [](auto& c) { c.SetThickness(0.5); }), 2 * 2 * 1.5 - 1, 1e-13);
  EXPECT_NEAR(volumeAfter(Source::CONVEYOR_PLATE, [](auto& c) { c.SetRailHeight(1); }), 0.055 + 0.1, 1e-14);
  const double hopper = volumeAfter(Source::HOPPER, [](auto&) {});
  EXPECT_LT(volumeAfter(Source::HOPPER, [](auto& c) { c.SetOpening(0.5); }), 1.2 * hopper);
  EXPECT_NE(volumeAfter(Source::HOPPER, [](auto& c) { c.SetSlope(30); }), hopper);
  EXPECT_GT(volumeAfter(Source::HOPPER, [](auto& c) { c.SetCrossSection(Source::SQUARE); }), 1.2 * hopper);
  EXPECT_NE(volumeAfter(Source::HOPPER, [](auto& c) { c.SetSegments(8); }), hopper);
}

// One error with a remedy, and nothing to draw.
void expectOneError(vtkAlgorithm* source, const std::string& words) {
  vtkNew<Messages> messages;
  messages->listenTo(source);
  source->Update();
  ASSERT_EQ(messages->errors.size(), 1u) << words;
  EXPECT_NE(messages->errors[0].find(words), std::string::npos) << messages->errors[0];
  EXPECT_EQ(vtkPolyData::SafeDownCast(source->GetOutputDataObject(0))->GetNumberOfCells(), 0);
}

TEST(ShapeSources, BadOptionsAreOneError) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  auto foam = smallFoam();
  foam->SetSize(0);
  expectOneError(foam, "The size must be at least 1e-150");
  foam = smallFoam();
  foam->SetCenter(0, nan, 0);
  expectOneError(foam, "The center must be finite numbers (center nan)");
  foam = smallFoam();
  foam->SetOutline(5);
  expectOneError(foam, "The outline must be one of Cube, Ball (outline 5)");
  foam = smallFoam();
  foam->SetCells(2'000);
  expectOneError(foam, "too few");
  vtkNew<vtkTalusGrainSource> grain;
  grain->SetShape(-1);
  expectOneError(grain, "The shape must be one of");
  grain->SetShape(vtkTalusGrainSource::CONVEX_GRAIN);
  grain->SetSemiAxes(1, nan, 1);
  expectOneError(grain, "The semi axes must be at least 0.001");
  grain->SetSemiAxes(1, 1, 1);
  grain->SetShape(vtkTalusGrainSource::CUBOID);
  grain->SetExtents(1, 0, 1);
  expectOneError(grain, "The extents must be at least 0.001 and at most 1000 (extents 0)");
  vtkNew<vtkTalusContainerSource> container;
  container->SetKind(6);
  expectOneError(container, "The kind must be one of");
  container->SetKind(vtkTalusContainerSource::HOPPER);
  container->SetHeight(0.1);
  expectOneError(container, "height");
}

TEST(ShapeSources, RecoverFromAnError) {
  auto foam = smallFoam();
  foam->SetSize(0);
  expectOneError(foam, "size");
  foam->SetSize(1);
  foam->Update();
  EXPECT_EQ(foam->GetOutput()->GetNumberOfCells(), 10'000);
}

class Watch : public vtkCommand {
 public:
  static Watch* New() { return new Watch; }
  void Execute(vtkObject* caller, unsigned long, void* data) override {
    fractions.push_back(*static_cast<double*>(data));
    if (fractions.back() > stopAt) static_cast<vtkAlgorithm*>(caller)->SetAbortExecute(1);
  }
  double stopAt = 2;
  std::vector<double> fractions;
};

TEST(ShapeSources, ShowProgressAndStop) {
  auto foam = smallFoam();
  vtkNew<Watch> watch;
  foam->AddObserver(vtkCommand::ProgressEvent, watch);
  foam->Update();
  EXPECT_GT(watch->fractions.size(), 10u);
  EXPECT_TRUE(std::is_sorted(watch->fractions.begin(), watch->fractions.end()));

  watch->stopAt = 0.3;
  vtkNew<Messages> messages;
  messages->listenTo(foam);
  foam->SetSeed(2);
  foam->Update();
  EXPECT_EQ(foam->GetOutput()->GetNumberOfCells(), 0);
  EXPECT_TRUE(messages->errors.empty());
}

TEST(ShapeSources, PieceZeroIsTheWhole) {
  vtkNew<vtkTalusGrainSource> grain;
  grain->SetLevels(2);
  grain->UpdatePiece(1, 2, 0);
  EXPECT_EQ(grain->GetOutput()->GetNumberOfCells(), 0);
  grain->UpdatePiece(0, 2, 0);
  EXPECT_EQ(grain->GetOutput()->GetNumberOfCells(), 128);
}

TEST(ShapeSources, PrintSelfShowsThemAll) {
  std::ostringstream out;
  smallFoam()->Print(out);
  Ptr<vtkTalusGrainSource>::New()->Print(out);
  Ptr<vtkTalusContainerSource>::New()->Print(out);
  for (const char* name : {"Outline: Cube",
                           "Cells: 6",
                           "StrutThickness: 0.2",
                           "Irregularity: 0.6",
                           "Triangles: 10000",
                           "Seed: 1",
                           "Size: 1",
                           "Center: 0 0 0",
                           "NumberOfThreads: 0",
                           "Shape: RefinedSphere",
                           "Levels: 5",
                           "Tunnels: 15",
                           "TunnelDiameter: 0.13",
                           "Tortuosity: 0.5",
                           "Rounding: 0.04",
                           "SemiAxes: 0.5 0.4 0.3",
                           "Vertices: 62",
                           "Irregularity: 0.5",
                           "SphereTriangles: 1280",
                           "Bumpiness: 1.3",
                           "Octaves: 4",
                           "Stretch: 1",
                           "Extents: 1 1 1",
                           "Height: 1",
                           "TopDiameter: 0",
                           "TubeDiameter: 0.3",
                           "Sides: 6",
                           "Segments: 32",
                           "Kind: OpenBox",
                           "Thickness: 0.05",
                           "Depth: 1",
                           "Opening: 0.3",
                           "Slope: 60",
                           "RailHeight: 0",
                           "CrossSection: Round",
                           "Segments: 64"})
    EXPECT_NE(out.str().find(name), std::string::npos) << name;
}

}  // namespace
}  // namespace test_shape_sources
