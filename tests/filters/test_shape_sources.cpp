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
#include "vtkTalusFoamSource.h"
#include "vtkTalusGrainSource.h"
#include "vtkTalusSurfaceCheck.h"

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
  expectOneError(foam, "size");
  foam = smallFoam();
  foam->SetCenter(0, nan, 0);
  expectOneError(foam, "centre");
  foam = smallFoam();
  foam->SetOutline(5);
  expectOneError(foam, "outline");
  foam = smallFoam();
  foam->SetCells(2'000);
  expectOneError(foam, "too few");
  vtkNew<vtkTalusGrainSource> grain;
  grain->SetShape(-1);
  expectOneError(grain, "no shape");
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
  for (const char* name :
       {"Outline: 0", "Cells: 6", "StrutThickness: 0.2", "Irregularity: 0.6", "Triangles: 10000", "Seed: 1",
        "Size: 1", "Center: 0 0 0", "NumberOfThreads: 0", "Shape: 0", "Levels: 5", "Tunnels: 15",
        "TunnelDiameter: 0.13", "Tortuosity: 0.5", "Rounding: 0.04"})
    EXPECT_NE(out.str().find(name), std::string::npos) << name;
}

}  // namespace
