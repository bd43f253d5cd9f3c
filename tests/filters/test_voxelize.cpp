#include <gtest/gtest.h>
#include <vtkCellData.h>
#include <vtkContourFilter.h>
#include <vtkImageData.h>
#include <vtkIntArray.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkPointData.h>
#include <vtkStreamingDemandDrivenPipeline.h>
#include <vtkUnstructuredGrid.h>

#include <array>
#include <cmath>
#include <map>
#include <set>

#include "fixtures.h"
#include "time_series.h"
#include "vtkTalusInsideOutsideClassifier.h"
#include "vtkTalusSceneReader.h"
#include "vtkTalusVoxelize.h"

namespace test_voxelize {
namespace {

using namespace fixtures;
using Pipeline = vtkStreamingDemandDrivenPipeline;
using Voxelize = vtkTalusVoxelize;
using Extent = std::array<int, 6>;

Ptr<Voxelize> voxelize(vtkDataObject* surface, int count = 12) {
  auto filter = Ptr<Voxelize>::New();
  if (surface) filter->SetInputDataObject(surface);
  filter->SetLongestCount(count);
  return filter;
}

vtkImageData* image(Voxelize* filter) {
  return vtkImageData::SafeDownCast(filter->GetOutputDataObject(0));
}

vtkUnstructuredGrid* cells(Voxelize* filter) {
  return vtkUnstructuredGrid::SafeDownCast(filter->GetOutputDataObject(1));
}

double number(vtkDataObject* data, const char* name) {
  const std::vector<double> found = values(data->GetFieldData(), name);
  return found.size() == 1 ? found[0] : NAN;
}

Extent extentOf(vtkImageData* data) {
  Extent extent;
  data->GetExtent(extent.data());
  return extent;
}

// ---- Images ----

TEST(Voxelize, aCubeIsAnImageWithItsVolume) {
  const auto filter = voxelize(cube());  // edge 2 about the origin, in ten of twelve voxels
  filter->Update();
  vtkImageData* output = image(filter);
  ASSERT_NE(output, nullptr);
  EXPECT_EQ(extentOf(output), (Extent{0, 12, 0, 12, 0, 12}));
  EXPECT_DOUBLE_EQ(output->GetSpacing()[0], 0.2);
  EXPECT_DOUBLE_EQ(output->GetOrigin()[0], -1.2);
  const auto side = values(output->GetCellData(), "Side");
  const auto fraction = values(output->GetCellData(), "VolumeFraction");
  const auto body = values(output->GetCellData(), "EnclosingBody");
  ASSERT_EQ(side.size(), 12u * 12 * 12);
  for (int n = 0; n < 12 * 12 * 12; ++n) {
    const auto inside = [](int i) { return i >= 1 && i <= 10; };
    const bool in = inside(n % 12) && inside(n / 12 % 12) && inside(n / 144);
    const auto at = static_cast<std::size_t>(n);
    ASSERT_EQ(side[at], in ? 1 : -1) << n;
    ASSERT_EQ(fraction[at], in ? 1 : 0) << n;
    ASSERT_EQ(body[at], in ? 0 : -1) << n;
  }
  EXPECT_NEAR(number(output, "FilledVolume"), 8, 1e-13);
  EXPECT_EQ(number(output, "InsideCount"), 1000);
  EXPECT_EQ(text(output, "FractionMethod"), "Exact");
  EXPECT_EQ(output->GetCellData()->GetArray("Distance"), nullptr);
  EXPECT_STREQ(output->GetCellData()->GetScalars()->GetName(), "VolumeFraction");
}

// The truth is the classifier's, about the very places of the image.
TEST(Voxelize, labelsAndDistancesAreThoseOfTheClassifier) {
  const auto surface = cube({0.1, 0.2, 0.3}, 1.7);
  for (const bool nodes : {false, true}) {
    const auto filter = voxelize(surface, 17);
    filter->SetAssociation(nodes ? Voxelize::POINTS : Voxelize::CELLS);
    filter->ComputeDistanceOn();
    filter->Update();
    vtkImageData* output = image(filter);
    vtkNew<vtkImageData> places;
    places->CopyStructure(output);
    vtkNew<vtkTalusInsideOutsideClassifier> classifier;
    classifier->SetInputDataObject(0, places);
    classifier->SetSurfaceData(surface);
    classifier->ComputeEnclosingBodyOn();
    classifier->ComputeDistanceOn();
    classifier->SetAssociation(nodes ? vtkTalusInsideOutsideClassifier::POINTS
                                     : vtkTalusInsideOutsideClassifier::CELLS);
    classifier->Update();
    const auto of = [nodes](vtkDataObject* data, const char* name) {
      return values(data->GetAttributes(nodes ? vtkDataObject::POINT : vtkDataObject::CELL), name);
    };
    for (const char* name : {"Side", "EnclosingBody", "Distance"}) {
      ASSERT_FALSE(of(output, name).empty());
      EXPECT_EQ(of(output, name), of(classifier->GetOutputDataObject(0), name)) << name << nodes;
    }
    EXPECT_EQ(output->GetCellData()->GetArray("VolumeFraction")->GetNumberOfTuples(), 17 * 17 * 17);
    EXPECT_NEAR(number(output, "FilledVolume"), 1.7 * 1.7 * 1.7, 1e-12);
  }
}

TEST(Voxelize, gridsByCountsSpacingAndBounds) {
  const auto filter = voxelize(cube());
  filter->SetSizeBy(Voxelize::COUNTS);
  filter->SetCounts(6, 4, 3);
  filter->Update();
  EXPECT_EQ(extentOf(image(filter)), (Extent{0, 6, 0, 4, 0, 3}));
  EXPECT_DOUBLE_EQ(image(filter)->GetSpacing()[1], 1);
  filter->SetSizeBy(Voxelize::SPACING);
  filter->SetSpacing(0.5, 0.25, 1);
  filter->SetPadding(0);
  filter->Update();
  EXPECT_EQ(extentOf(image(filter)), (Extent{0, 4, 0, 8, 0, 2}));
  filter->UseBoundsOn();
  filter->SetBounds(0, 2, -1, 1, 0.5, 3.5);
  filter->Update();
  EXPECT_EQ(extentOf(image(filter)), (Extent{0, 4, 0, 8, 0, 3}));
  EXPECT_NEAR(number(image(filter), "FilledVolume"), 1 * 2 * 0.5, 1e-13);
  double origin[3];
  filter->GetGridOrigin(origin);
  EXPECT_EQ(origin[2], 0.5);
}

// ---- What is asked for ----

TEST(Voxelize, aPartOfTheImageHasTheBitsOfTheWhole) {
  const auto surface = cube({0.03, 0.01, 0.02}, 1.913);
  const auto whole = voxelize(surface, 30);
  whole->Update();
  const auto all = values(image(whole)->GetCellData(), "VolumeFraction");
  for (const Extent& asked :
       {Extent{3, 17, 0, 30, 12, 13}, Extent{5, 5, 2, 9, 30, 30}, Extent{0, 0, 0, 0, 0, 0}}) {
    const auto part = voxelize(surface, 30);
    part->UpdateExtent(asked.data());
    const Extent got = extentOf(image(part));
    for (std::size_t a = 0; a < 6; a += 2) {
      EXPECT_LE(got[a], asked[a]);
      EXPECT_GE(got[a + 1], asked[a + 1]);
      EXPECT_GT(got[a + 1], got[a]);
    }
    const auto fraction = values(image(part)->GetCellData(), "VolumeFraction");
    std::size_t n = 0;
    for (int k = got[4]; k < got[5]; ++k)
      for (int j = got[2]; j < got[3]; ++j)
        for (int i = got[0]; i < got[1]; ++i, ++n)
          ASSERT_EQ(fraction.at(n), all[static_cast<std::size_t>((k * 30 + j) * 30 + i)]);
    EXPECT_EQ(fraction.size(), n);
  }
}

TEST(Voxelize, contoursOfTheImageAreTheSurface) {
  const auto filter = voxelize(cube(), 20);
  filter->SetAssociation(Voxelize::POINTS);
  filter->ComputeDistanceOn();
  vtkNew<vtkContourFilter> contour;
  contour->SetInputConnection(filter->GetOutputPort());
  contour->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "Distance");
  contour->SetValue(0, -0.2);
  contour->Update();
  const double* bounds = contour->GetOutput()->GetBounds();
  EXPECT_GT(contour->GetOutput()->GetNumberOfCells(), 100);
  for (int end = 0; end < 6; ++end) EXPECT_NEAR(std::abs(bounds[end]), 0.8, 1e-7);
}

// ---- Occupied voxels ----

TEST(Voxelize, occupiedVoxelsAreThoseOfTheImage) {
  const auto surface = cube({0.03, 0.01, 0.02}, 1.913);
  const auto dense = voxelize(surface, 15);
  dense->ComputeDistanceOn();
  dense->Update();
  const auto filter = voxelize(surface, 15);
  filter->ComputeDistanceOn();
  filter->Update();
  vtkUnstructuredGrid* grid = cells(filter);
  ASSERT_NE(grid, nullptr);
  auto* index = vtkIntArray::SafeDownCast(grid->GetCellData()->GetArray("VoxelIndex"));
  std::set<vtkIdType> listed;
  for (vtkIdType c = 0; c < grid->GetNumberOfCells(); ++c) {
    const auto at = [&](int axis) { return index->GetTypedComponent(c, axis); };
    const vtkIdType n = (at(2) * 15 + at(1)) * 15 + at(0);
    listed.insert(n);
    double bounds[6], expected[6];
    grid->GetCellBounds(c, bounds);
    image(dense)->GetCellBounds(n, expected);
    for (int end = 0; end < 6; ++end) ASSERT_NEAR(bounds[end], expected[end], 1e-14);
    for (const char* name : {"Side", "EnclosingBody", "Distance", "VolumeFraction"})
      ASSERT_EQ(grid->GetCellData()->GetArray(name)->GetTuple1(c),
                image(dense)->GetCellData()->GetArray(name)->GetTuple1(n));
  }
  const auto fraction = values(image(dense)->GetCellData(), "VolumeFraction");
  for (vtkIdType n = 0; n < 15 * 15 * 15; ++n)
    ASSERT_EQ(listed.count(n) == 1, fraction[static_cast<std::size_t>(n)] > 0) << n;
  EXPECT_EQ(grid->GetNumberOfPoints(), 14 * 14 * 14);  // neighbours share their corners
  EXPECT_NEAR(number(grid, "FilledVolume"), std::pow(1.913, 3), 1e-12);
}

TEST(Voxelize, piecesOfOccupiedVoxelsMakeTheWhole) {
  const auto whole = voxelize(cube(), 16);
  whole->Update();
  vtkIdType sum = 0;
  for (int piece = 0; piece < 3; ++piece) {
    const auto part = voxelize(cube(), 16);
    vtkNew<vtkInformation> wanted;
    wanted->Set(Pipeline::UPDATE_PIECE_NUMBER(), piece);
    wanted->Set(Pipeline::UPDATE_NUMBER_OF_PIECES(), 3);
    vtkNew<vtkInformationVector> requests;
    requests->Append(vtkNew<vtkInformation>());
    requests->Append(wanted);
    part->Update(1, requests);
    sum += cells(part)->GetNumberOfCells();
  }
  EXPECT_EQ(cells(whole)->GetNumberOfCells(), 14 * 14 * 14);
  EXPECT_EQ(sum, 14 * 14 * 14);
}

TEST(Voxelize, eitherOutputCanBeLeftOut) {
  const auto filter = voxelize(cube());
  filter->Update();
  EXPECT_EQ(image(filter)->GetCellData()->GetNumberOfArrays(), 3);
  EXPECT_EQ(cells(filter)->GetNumberOfCells(), 1000);
  filter->ComputeVoxelsOff();
  filter->Update();
  EXPECT_EQ(image(filter)->GetCellData()->GetNumberOfArrays(), 3);
  EXPECT_EQ(cells(filter)->GetNumberOfCells(), 0);
  filter->ComputeVoxelsOn();
  filter->ComputeImageOff();
  filter->Update();
  EXPECT_EQ(image(filter)->GetCellData()->GetNumberOfArrays(), 0);
  EXPECT_EQ(extentOf(image(filter)), (Extent{0, 12, 0, 12, 0, 12}));
  EXPECT_EQ(cells(filter)->GetNumberOfCells(), 1000);
  for (vtkDataObject* output : {filter->GetOutputDataObject(0), filter->GetOutputDataObject(1)})
    EXPECT_NEAR(number(output, "FilledVolume"), 8, 1e-13);
}

TEST(Voxelize, nodesOfTheImageAndVoxelsGoTogether) {
  const auto filter = voxelize(cube());
  filter->SetAssociation(Voxelize::POINTS);
  filter->ComputeDistanceOn();
  filter->Update();
  EXPECT_EQ(values(image(filter)->GetPointData(), "Distance").size(), 13u * 13 * 13);
  EXPECT_EQ(number(image(filter), "InsideCount"), 9 * 9 * 9);
  const auto distance = values(cells(filter)->GetCellData(), "Distance");
  ASSERT_EQ(distance.size(), 1000u);
  for (const double d : distance) ASSERT_LT(d, 0);
}

// ---- Several bodies, scenes ----

TEST(Voxelize, severalSurfacesAreSeveralBodies) {
  const auto filter = Ptr<Voxelize>::New();
  filter->AddInputDataObject(0, cube({0, 0, 0}, 1));
  filter->AddInputDataObject(0, cube({3, 0, 0}, 1));
  filter->SetSizeBy(Voxelize::SPACING);
  filter->SetSpacing(0.25, 0.25, 0.25);
  filter->Update();
  std::map<double, int> count;
  for (const double body : values(image(filter)->GetCellData(), "EnclosingBody")) ++count[body];
  EXPECT_EQ(count[0], 64);
  EXPECT_EQ(count[1], 64);
  EXPECT_NEAR(number(image(filter), "FilledVolume"), 2, 1e-13);
}

TEST(Voxelize, blocksKeepTheirNumbers) {
  vtkNew<vtkMultiBlockDataSet> blocks;
  blocks->SetBlock(2, cube({0, 0, 0}, 1));
  const auto filter = voxelize(blocks, 6);
  filter->Update();
  const auto body = values(image(filter)->GetCellData(), "EnclosingBody");
  EXPECT_EQ(body[(3 * 6 + 3) * 6 + 3], 2);
}

TEST(Voxelize, bodiesOfASceneHaveTheirIds) {
  vtkNew<vtkTalusSceneReader> reader;
  reader->SetFileName(TALUS_DATA "/scenes/shaken_table.json");
  const auto filter = voxelize(nullptr, 60);
  filter->SetInputConnection(reader->GetOutputPort());
  filter->Update();
  std::set<double> bodies;
  for (const double body : values(image(filter)->GetCellData(), "EnclosingBody")) bodies.insert(body);
  vtkPolyData* scene = block(reader->GetOutputDataObject(0), "Bodies");
  std::set<double> expected{-1};
  for (const double id : values(scene->GetPointData(), "BodyId")) expected.insert(id);
  EXPECT_EQ(bodies, expected);
  EXPECT_EQ(text(image(filter), "FractionMethod"), "Exact");
}

// ---- Time ----

TEST(Voxelize, aMovingSurfaceIsVoxelizedAtTheTimeAskedForInOneGrid) {
  const auto moving = series({0, 1, 2}, [](double time) { return cube({time, 0, 0}, 2); });
  const auto filter = voxelize(nullptr);
  filter->SetInputConnection(moving->GetOutputPort());
  filter->UseBoundsOn();
  filter->SetBounds(-2, 4, -2, 2, -2, 2);
  filter->SetSizeBy(Voxelize::SPACING);
  filter->SetSpacing(0.5, 0.5, 0.5);
  vtkNew<Messages> messages;
  messages->listenTo(filter);
  for (const double time : {0.0, 2.0, 1.0, 0.0}) {
    filter->UpdateTimeStep(time);
    EXPECT_EQ(image(filter)->GetInformation()->Get(vtkDataObject::DATA_TIME_STEP()), time);
    EXPECT_EQ(extentOf(image(filter)), (Extent{0, 12, 0, 8, 0, 8}));
    const auto fraction = values(image(filter)->GetCellData(), "VolumeFraction");
    double moment = 0;
    for (std::size_t n = 0; n < fraction.size(); ++n)
      moment += fraction[n] * (-2 + 0.5 * (static_cast<double>(n % 12) + 0.5));
    EXPECT_NEAR(moment / 64, time, 1e-12);
  }
  filter->UpdateInformation();
  EXPECT_EQ(filter->GetOutputInformation(0)->Length(Pipeline::TIME_STEPS()), 3);
  EXPECT_TRUE(messages->warnings.empty());
}

TEST(Voxelize, theGridIsThatOfTheFirstTimeAndLeavingItIsTold) {
  const auto moving = series({0, 1, 2}, [](double time) { return cube({time, 0, 0}, 2); });
  const auto filter = voxelize(nullptr);
  filter->SetInputConnection(moving->GetOutputPort());
  vtkNew<Messages> messages;
  messages->listenTo(filter);
  filter->UpdateTimeStep(2);
  EXPECT_DOUBLE_EQ(image(filter)->GetOrigin()[0], -1.2);
  EXPECT_NEAR(number(image(filter), "FilledVolume"), 0.2 * 2 * 2, 1e-12);
  ASSERT_EQ(messages->warnings.size(), 1u);
  EXPECT_NE(messages->warnings[0].find("beyond the grid"), std::string::npos);
  filter->UpdateTimeStep(0);
  EXPECT_NEAR(number(image(filter), "FilledVolume"), 8, 1e-12);
  EXPECT_EQ(messages->warnings.size(), 1u);
}

TEST(Voxelize, surfacesWithTimesOfTheirOwnAreMerged) {
  const auto filter = voxelize(nullptr);
  filter->AddInputDataObject(0, cube({9, 0, 0}, 2));
  filter->AddInputConnection(0, series({0, 4}, [](double t) { return cube({t, 0, 0}, 2); })->GetOutputPort());
  filter->AddInputConnection(0, series({1, 2}, [](double t) {
                                  return cube({0, 3 * t, 0}, 2);
                                })->GetOutputPort());
  filter->UpdateInformation();
  vtkInformation* info = filter->GetOutputInformation(0);
  ASSERT_EQ(info->Length(Pipeline::TIME_STEPS()), 4);
  const double* steps = info->Get(Pipeline::TIME_STEPS());
  EXPECT_EQ(std::vector<double>(steps, steps + 4), (std::vector<double>{0, 1, 2, 4}));
}

// ---- What is wrong ----

TEST(Voxelize, anOpenSurfaceIsSampledWithAWarning) {
  const auto filter = voxelize(openCube());
  vtkNew<Messages> messages;
  messages->listenTo(filter);
  filter->Update();
  EXPECT_EQ(text(image(filter), "FractionMethod"), "Sampled");
  ASSERT_EQ(messages->warnings.size(), 1u);
  EXPECT_NE(messages->warnings[0].find("belong to only one triangle"), std::string::npos);
  EXPECT_NE(messages->warnings[0].find("The surface has no exact volume fractions, as it is open"),
            std::string::npos);
  EXPECT_GT(number(image(filter), "InsideCount"), 500);
}

TEST(Voxelize, overlappingBodiesAreTold) {
  const auto filter = Ptr<Voxelize>::New();
  filter->AddInputDataObject(0, cube({0, 0, 0}, 2));
  filter->AddInputDataObject(0, cube({1, 0, 0}, 2));
  vtkNew<Messages> messages;
  messages->listenTo(filter);
  filter->Update();
  ASSERT_EQ(messages->warnings.size(), 1u);
  EXPECT_NE(messages->warnings[0].find("overlap"), std::string::npos);
}

std::string errorOf(Voxelize* filter) {
  vtkNew<Messages> messages;
  messages->listenTo(filter);
  filter->Update();
  EXPECT_EQ(image(filter)->GetNumberOfCells(), 0);
  EXPECT_EQ(cells(filter)->GetNumberOfCells(), 0);
  return messages->errors.size() == 1 ? messages->errors[0]
                                      : "errors: " + std::to_string(messages->errors.size());
}

#define EXPECT_SAYS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

TEST(Voxelize, badOptionsAndSurfacesAreErrors) {
  auto filter = voxelize(cube(), 2);
  EXPECT_SAYS(errorOf(filter), "padding leaves no voxel");
  filter = voxelize(cube());
  filter->SetSizeBy(Voxelize::SPACING);
  filter->SetSpacing(0.1, 0, 0.1);
  EXPECT_SAYS(errorOf(filter), "above 0");
  filter = voxelize(cube());
  filter->UseBoundsOn();
  filter->SetBounds(1, 0, 0, 1, 0, 1);
  EXPECT_SAYS(errorOf(filter), "bounds of the grid are empty");
  filter = voxelize(vtkNew<vtkPolyData>());
  EXPECT_SAYS(errorOf(filter), "has no triangles");
  const auto broken = cube();
  broken->GetPoints()->SetPoint(0, NAN, 0, 0);
  EXPECT_SAYS(errorOf(voxelize(broken)), "NaN");
}

TEST(Voxelize, tooMuchMemoryIsToldBeforeItIsTaken) {
  const auto filter = voxelize(cube(), 20000);
  EXPECT_SAYS(errorOf(filter), "The output needs at least 96872.");  // 20001³ places of 13 bytes
  const auto sparse = voxelize(cube(), 200);
  sparse->ComputeImageOff();
  sparse->SetMemoryLimit(100);
  EXPECT_SAYS(errorOf(sparse), "GiB, more than the limit of 0.098 GiB (200 x 200 x 200 voxels)");
  sparse->SetMemoryLimit(4096);
  sparse->SetLongestCount(50);
  sparse->Update();
  EXPECT_EQ(cells(sparse)->GetNumberOfCells(), 48 * 48 * 48);
}

TEST(Voxelize, progressIsMonotoneAndAnAbortLeavesNothing) {
  const auto filter = voxelize(cube(), 60);
  filter->ComputeDistanceOn();
  vtkNew<ProgressWatcher> watcher;
  filter->AddObserver(vtkCommand::ProgressEvent, watcher);
  filter->Update();
  EXPECT_GT(watcher->seen.size(), 5u);
  EXPECT_TRUE(std::is_sorted(watcher->seen.begin(), watcher->seen.end()));
  watcher->abortAt = 0.3;
  filter->Modified();
  filter->Update();
  EXPECT_EQ(image(filter)->GetNumberOfCells(), 0);
}

}  // namespace
}  // namespace test_voxelize
