// Times and extents of several inputs: each is taken at the time that is asked for, and as a whole.
#include <gtest/gtest.h>
#include <vtkAppendPolyData.h>
#include <vtkCellData.h>
#include <vtkContourFilter.h>
#include <vtkDataSetSurfaceFilter.h>
#include <vtkDataSetTriangleFilter.h>
#include <vtkDoubleArray.h>
#include <vtkImageAlgorithm.h>
#include <vtkImageData.h>
#include <vtkInformationVector.h>
#include <vtkPointData.h>
#include <vtkPolyDataAlgorithm.h>
#include <vtkRTAnalyticSource.h>
#include <vtkStreamingDemandDrivenPipeline.h>
#include <vtkTrivialProducer.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "fixtures.h"
#include "time_series.h"
#include "vtkTalusBodyPlacement.h"
#include "vtkTalusContactFinder.h"
#include "vtkTalusInsideOutsideClassifier.h"
#include "vtkTalusRigidBodyProperties.h"
#include "vtkTalusSurfaceCheck.h"
#include "vtkTalusSurrogateTreeBuilder.h"

namespace test_pipeline_requests {
namespace {

using namespace fixtures;
using Pipeline = vtkStreamingDemandDrivenPipeline;
using Classifier = vtkTalusInsideOutsideClassifier;

Ptr<vtkPolyData> cubeAt(double x) {
  return cube({x, 0, 0}, 3);
}

Ptr<Series> movingCube(const Numbers& steps) {
  return series(steps, cubeAt);
}

// Points 0, 1 … 9 on the axis along which the cube moves; it holds those closer than 1.5.
Ptr<vtkPolyData> row(double from = 0) {
  std::vector<Point> points;
  for (int i = 0; i < 10; ++i) points.push_back({from + i, 0, 0});
  return cloud(points);
}

std::vector<double> insideOf(double cubeX, double rowFrom = 0) {
  std::vector<double> sides;
  for (int i = 0; i < 10; ++i) sides.push_back(std::abs(rowFrom + i - cubeX) < 1.5 ? 1 : -1);
  return sides;
}

Ptr<vtkTrivialProducer> source(vtkDataObject* data) {
  auto producer = Ptr<vtkTrivialProducer>::New();
  producer->SetOutput(data);
  return producer;
}

Ptr<Classifier> classifier(vtkAlgorithm* input, vtkAlgorithm* surface) {
  auto filter = Ptr<Classifier>::New();
  filter->SetInputConnection(0, input->GetOutputPort());
  filter->SetSurfaceConnection(surface->GetOutputPort());
  return filter;
}

Numbers sidesAt(vtkAlgorithm* filter, double time) {
  filter->UpdateTimeStep(time);
  return sides(vtkDataSet::SafeDownCast(filter->GetOutputDataObject(0)));
}

double dataTime(vtkAlgorithm* filter, int port = 0) {
  return filter->GetOutputDataObject(port)->GetInformation()->Get(vtkDataObject::DATA_TIME_STEP());
}

Numbers stepsOf(vtkAlgorithm* filter, int port = 0) {
  filter->UpdateInformation();
  vtkInformation* info = filter->GetOutputInformation(port);
  const double* steps = info->Get(Pipeline::TIME_STEPS());
  return steps ? Numbers(steps, steps + info->Length(Pipeline::TIME_STEPS())) : Numbers();
}

Numbers rangeOf(vtkAlgorithm* filter) {
  filter->UpdateInformation();
  const double* range = filter->GetOutputInformation(0)->Get(Pipeline::TIME_RANGE());
  return range ? Numbers(range, range + 2) : Numbers();
}

TEST(PipelineTime, aSurfaceThatMovesAroundPointsAtRest) {
  const auto moving = movingCube({0, 2, 4, 6});
  const auto filter = classifier(source(row()), moving);
  for (const int port : {0, 1}) EXPECT_EQ(stepsOf(filter, port), (Numbers{0, 2, 4, 6}));
  EXPECT_EQ(rangeOf(filter), (Numbers{0, 6}));
  for (const double time : {0., 2., 6., 4., 2., 0.}) {
    EXPECT_EQ(sidesAt(filter, time), insideOf(time)) << time;
    EXPECT_EQ(dataTime(filter), time);
    EXPECT_EQ(dataTime(filter, 1), time);
  }
}

TEST(PipelineTime, betweenItsStepsASurfaceIsWhatItsSourceGives) {
  const auto filter = classifier(source(row()), movingCube({0, 2, 4}));
  EXPECT_EQ(sidesAt(filter, 2), insideOf(2));
  EXPECT_EQ(sidesAt(filter, 3.9), insideOf(2));
  EXPECT_EQ(dataTime(filter), 2);
  EXPECT_EQ(sidesAt(filter, 99), insideOf(4));
  EXPECT_EQ(sidesAt(filter, -1), insideOf(0));
}

TEST(PipelineTime, pointsAndSurfaceWithTimesOfTheirOwn) {
  const auto points = series({0, 1, 2.25}, row);
  const auto filter = classifier(points, movingCube({0, 2, 5}));
  EXPECT_EQ(stepsOf(filter), (Numbers{0, 1, 2, 2.25, 5}));
  EXPECT_EQ(rangeOf(filter), (Numbers{0, 5}));
  EXPECT_EQ(sidesAt(filter, 1), insideOf(0, 1));
  EXPECT_EQ(dataTime(filter), 1);  // the two do not agree: what was asked for
  EXPECT_EQ(sidesAt(filter, 2.25), insideOf(2, 2.25));
  EXPECT_EQ(sidesAt(filter, 2), insideOf(2, 1));
  EXPECT_EQ(sidesAt(filter, 5), insideOf(5, 2.25));
  EXPECT_EQ(sidesAt(filter, 0), insideOf(0, 0));
  EXPECT_EQ(dataTime(filter), 0);
}

TEST(PipelineTime, onlyWhatChangesIsPreparedAgain) {
  const auto points = series({0, 1, 2}, row);
  const auto moving = movingCube({0, 1, 2});
  const auto still = classifier(points, source(cubeAt(1)));
  const auto both = classifier(source(row()), moving);
  for (const double time : {0., 1., 2., 2., 1.}) {
    EXPECT_EQ(sidesAt(still, time), insideOf(1, time));
    EXPECT_EQ(sidesAt(both, time), insideOf(time));
  }
  EXPECT_EQ(still->GetNumberOfBuilds(), 1);
  EXPECT_EQ(both->GetNumberOfBuilds(), 4);
  EXPECT_EQ(points->executions, 4);
  EXPECT_EQ(moving->executions, 4);
}

TEST(PipelineTime, aSurfaceThatIsReadAgainAndIsTheSameIsNotPreparedAgain) {
  const auto filter = classifier(source(row()), series({0, 1, 2}, [](double) { return cubeAt(3); }));
  for (const double time : {0., 1., 2.}) EXPECT_EQ(sidesAt(filter, time), insideOf(3));
  EXPECT_EQ(filter->GetNumberOfBuilds(), 1);
}

TEST(PipelineTime, inputsWithoutTimesMakeNone) {
  const auto filter = classifier(source(row()), source(cubeAt(2)));
  EXPECT_EQ(stepsOf(filter), Numbers());
  EXPECT_EQ(rangeOf(filter), Numbers());
  filter->Update();
  EXPECT_FALSE(filter->GetOutputDataObject(0)->GetInformation()->Has(vtkDataObject::DATA_TIME_STEP()));
}

TEST(PipelineTime, aStepWithoutATriangleIsAnErrorOfThatStepAlone) {
  const auto filter =
      classifier(source(row()),
                 series({0, 1, 2}, [](double t) { return t == 1 ? Ptr<vtkPolyData>::New() : cubeAt(t); }));
  vtkNew<Messages> messages;
  messages->listenTo(filter);
  EXPECT_EQ(sidesAt(filter, 0), insideOf(0));
  EXPECT_TRUE(messages->errors.empty());
  EXPECT_TRUE(sidesAt(filter, 1).empty());
  EXPECT_EQ(messages->errors.size(), 1U);
  EXPECT_EQ(sidesAt(filter, 0), insideOf(0));
  EXPECT_EQ(sidesAt(filter, 2), insideOf(2));
}

// Two cubes of edge 3 about (0, 0, 0) and (x, 0, 0): the gap is x - 3.
double leastGap(vtkTalusContactFinder* finder, double time) {
  finder->UpdateTimeStep(time);
  vtkPolyData* contacts = block(finder->GetOutputDataObject(0), "Contacts");
  const Numbers gaps = values(contacts->GetCellData(), "Gap");
  return gaps.empty() ? 99 : *std::min_element(gaps.begin(), gaps.end());
}

TEST(PipelineTime, aBodyThatMovesTouchesInWhateverOrderTheInputsCome) {
  for (const bool first : {true, false}) {
    const auto moving = movingCube({3.5, 3.25, 3});
    const auto still = source(cubeAt(0));
    vtkNew<vtkTalusContactFinder> finder;
    finder->SetHalo(0.5);
    finder->AddInputConnection(first ? moving->GetOutputPort() : still->GetOutputPort());
    finder->AddInputConnection(first ? still->GetOutputPort() : moving->GetOutputPort());
    moving->steps = {3, 3.25, 3.5};
    EXPECT_EQ(stepsOf(finder), (Numbers{3, 3.25, 3.5}));
    for (const double time : {3.5, 3., 3.25}) {
      EXPECT_EQ(leastGap(finder, time), time - 3);
      EXPECT_EQ(dataTime(finder), time);
    }
  }
}

TEST(PipelineTime, twoBodiesWithTimesOfTheirOwn) {
  vtkNew<vtkTalusContactFinder> finder;
  finder->SetHalo(0.5);
  finder->AddInputConnection(series({0, 2}, [](double t) { return cubeAt(t / 8); })->GetOutputPort());
  finder->AddInputConnection(series({1, 3}, [](double t) { return cubeAt(3 + t / 4); })->GetOutputPort());
  EXPECT_EQ(stepsOf(finder), (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(leastGap(finder, 3), 0.5);
  EXPECT_EQ(dataTime(finder), 3);
  EXPECT_EQ(leastGap(finder, 2), 0);
  EXPECT_EQ(leastGap(finder, 0), 0.25);
}

Numbers placedAt(vtkTalusBodyPlacement* filter, double time) {
  filter->UpdateTimeStep(time);
  Numbers x;
  vtkPolyData* bodies = block(filter->GetOutputDataObject(0), "Bodies");
  for (vtkIdType i = 0; i < bodies->GetNumberOfPoints(); ++i) x.push_back(bodies->GetPoint(i)[0]);
  return x;
}

TEST(PipelineTime, bodiesFollowThePointsTheyArePlacedAt) {
  vtkNew<vtkTalusBodyPlacement> filter;
  const auto points = series({0, 1}, [](double t) { return cloud({{10 * t, 0, 0}, {10 * t + 5, 0, 0}}); });
  filter->SetInputConnection(source(cube())->GetOutputPort());
  filter->SetPointsConnection(points->GetOutputPort());
  filter->SetArrangement(vtkTalusBodyPlacement::AT_POINTS);
  EXPECT_EQ(stepsOf(filter), (Numbers{0, 1}));
  EXPECT_EQ(placedAt(filter, 0), (Numbers{0, 5}));
  EXPECT_EQ(placedAt(filter, 1), (Numbers{10, 15}));
  EXPECT_EQ(dataTime(filter), 1);
  EXPECT_EQ(placedAt(filter, 0), (Numbers{0, 5}));
}

std::vector<Ptr<vtkAlgorithm>> filtersWithOneInput() {
  return {Ptr<vtkTalusSurfaceCheck>::New(), Ptr<vtkTalusRigidBodyProperties>::New(),
          Ptr<vtkTalusSurrogateTreeBuilder>::New()};
}

TEST(PipelineTime, secondOutputsOfFiltersWithOneInputHaveItsTimeToo) {
  for (const Ptr<vtkAlgorithm>& filter : {Ptr<vtkAlgorithm>(vtkNew<vtkTalusSurfaceCheck>()),
                                          Ptr<vtkAlgorithm>(vtkNew<vtkTalusRigidBodyProperties>()),
                                          Ptr<vtkAlgorithm>(vtkNew<vtkTalusSurrogateTreeBuilder>())}) {
    filter->SetInputConnection(movingCube({0, 1, 2})->GetOutputPort());
    for (const double time : {0., 2., 1.}) {
      filter->UpdateTimeStep(time);
      EXPECT_EQ(vtkDataSet::SafeDownCast(filter->GetOutputDataObject(0))->GetCenter()[0], time);
      for (const int port : {0, 1}) EXPECT_EQ(dataTime(filter, port), time) << filter->GetClassName();
    }
  }
}

// Grid points with whole coordinates up to `half` from the origin.
Ptr<vtkRTAnalyticSource> grid(int half) {
  auto image = Ptr<vtkRTAnalyticSource>::New();
  image->SetWholeExtent(-half, half, -half, half, -half, half);
  return image;
}

// The outer faces of the grid's cells, cut into tetrahedra: a cube of edge 2 half.
Ptr<vtkDataSetTriangleFilter> tetrahedra(int half) {
  auto cut = Ptr<vtkDataSetTriangleFilter>::New();
  cut->SetInputConnection(grid(half)->GetOutputPort());
  return cut;
}

Ptr<vtkDataSetSurfaceFilter> skin(vtkAlgorithm* volume) {
  auto faces = Ptr<vtkDataSetSurfaceFilter>::New();
  faces->SetInputConnection(volume->GetOutputPort());
  return faces;
}

// Distance from the origin on a grid, and its contour: nearly a sphere.
class Distance : public vtkImageAlgorithm {
 public:
  static Distance* New() { VTK_STANDARD_NEW_BODY(Distance); }
  vtkTypeMacro(Distance, vtkImageAlgorithm)  // brings its own semicolon
      protected : int RequestData(vtkInformation*, vtkInformationVector** inputs,
                                  vtkInformationVector* outputs) override {
    vtkImageData* input = vtkImageData::GetData(inputs[0]);
    vtkImageData* output = vtkImageData::GetData(outputs);
    output->CopyStructure(input);
    vtkNew<vtkDoubleArray> distance;
    distance->SetName("Distance");
    for (vtkIdType i = 0; i < input->GetNumberOfPoints(); ++i) {
      const double* p = input->GetPoint(i);
      distance->InsertNextValue(std::hypot(p[0], p[1], p[2]));
    }
    output->GetPointData()->SetScalars(distance);
    return 1;
  }
};

Ptr<vtkContourFilter> ball(int half, double radius) {
  vtkNew<Distance> distance;
  distance->SetInputConnection(grid(half)->GetOutputPort());
  auto contour = Ptr<vtkContourFilter>::New();
  contour->SetInputConnection(distance->GetOutputPort());
  contour->SetValue(0, radius);
  return contour;
}

struct Labels {
  std::int64_t inside = 0, on = 0, outside = 0;
  bool operator==(const Labels&) const = default;
};

std::ostream& operator<<(std::ostream& to, const Labels& labels) {
  return to << labels.inside << " inside, " << labels.on << " on, " << labels.outside << " outside";
}

Labels labelled(vtkAlgorithm* input, vtkAlgorithm* surface) {
  const auto filter = classifier(input, surface);
  vtkNew<Messages> messages;
  messages->listenTo(filter);
  filter->Update();
  EXPECT_TRUE(messages->errors.empty()) << messages->errors.front();
  const Numbers all = sides(vtkDataSet::SafeDownCast(filter->GetOutputDataObject(0)));
  return {std::count(all.begin(), all.end(), 1), std::count(all.begin(), all.end(), 0),
          std::count(all.begin(), all.end(), -1)};
}

TEST(PipelineExtent, aSurfaceFromALargerImageIsWhole) {
  EXPECT_EQ(labelled(grid(3), tetrahedra(10)), (Labels{343, 0, 0}));
  EXPECT_EQ(labelled(grid(3), skin(tetrahedra(10))), (Labels{343, 0, 0}));
  EXPECT_EQ(labelled(grid(3), skin(grid(10))), (Labels{343, 0, 0}));
  EXPECT_EQ(labelled(grid(3), ball(10, 8.3)), (Labels{343, 0, 0}));
}

TEST(PipelineExtent, aSurfaceFromASmallerImageIsAskedForNoMoreThanThereIs) {
  const Labels wanted{27, 125 - 27, 21 * 21 * 21 - 125};
  EXPECT_EQ(labelled(grid(10), tetrahedra(2)), wanted);
  EXPECT_EQ(labelled(grid(10), skin(tetrahedra(2))), wanted);
  EXPECT_EQ(labelled(grid(10), skin(grid(2))), wanted);
}

TEST(PipelineExtent, pointsThatAreNoImageDoNotCropEither) {
  EXPECT_EQ(labelled(tetrahedra(3), skin(tetrahedra(10))), (Labels{343, 0, 0}));
  EXPECT_EQ(labelled(tetrahedra(10), skin(tetrahedra(3))), (Labels{125, 218, 9261 - 343}));
}

TEST(PipelineExtent, oneImageForBoth) {
  const auto image = grid(4);
  vtkNew<vtkDataSetTriangleFilter> cut;
  cut->SetInputConnection(image->GetOutputPort());
  EXPECT_EQ(labelled(image, cut), (Labels{343, 729 - 343, 0}));
}

TEST(PipelineExtent, aPartOfTheOutputIsThatPartOfTheInputAndTheWholeSurface) {
  const auto filter = classifier(grid(3), skin(tetrahedra(2)));
  const int part[6] = {-3, 0, -3, 3, -3, 3};
  filter->UpdateInformation();
  filter->UpdateExtent(part);
  auto* image = vtkImageData::SafeDownCast(filter->GetOutputDataObject(0));
  EXPECT_TRUE(std::equal(part, part + 6, image->GetExtent()));
  const Numbers all = sides(image);
  EXPECT_EQ(std::count(all.begin(), all.end(), 1), 2 * 3 * 3);
  int whole[6];
  filter->GetOutputInformation(0)->Get(Pipeline::WHOLE_EXTENT(), whole);
  for (int axis = 0; axis < 3; ++axis) EXPECT_TRUE(whole[2 * axis] == -3 && whole[2 * axis + 1] == 3);
}

TEST(PipelineExtent, aPieceOfTheOutputHasTheWholeSurface) {
  const auto filter = classifier(grid(3), skin(tetrahedra(2)));
  std::int64_t inside = 0;
  for (const int piece : {0, 1}) {
    filter->UpdatePiece(piece, 2, 0);
    const Numbers all = sides(vtkDataSet::SafeDownCast(filter->GetOutputDataObject(0)));
    EXPECT_LT(all.size(), 343U);
    inside += std::count(all.begin(), all.end(), 1);
  }
  EXPECT_GE(inside, 27);  // pieces share a layer of points
  EXPECT_LE(inside, 27 + 9);
}

TEST(PipelineExtent, bodiesFromImagesOfDifferentSizes) {
  for (const bool largeFirst : {true, false}) {
    vtkNew<vtkTalusContactFinder> finder;
    vtkNew<Messages> messages;
    messages->listenTo(finder);
    finder->SetHalo(0.6);
    finder->AddInputConnection((largeFirst ? skin(grid(10)) : skin(grid(3)))->GetOutputPort());
    finder->AddInputConnection((largeFirst ? skin(grid(3)) : skin(grid(10)))->GetOutputPort());
    finder->Update();
    EXPECT_TRUE(messages->errors.empty()) << messages->errors.front();
    auto* all = vtkPartitionedDataSetCollection::SafeDownCast(finder->GetOutputDataObject(0));
    Numbers sizes;
    for (const char* name : {"Surfaces/0", "Surfaces/1"}) sizes.push_back(block(all, name)->GetBounds()[1]);
    EXPECT_EQ(sizes, (largeFirst ? Numbers{10, 3} : Numbers{3, 10}));
  }
}

TEST(PipelineExtent, shapesAndPointsFromImagesOfDifferentSizes) {
  vtkNew<vtkTalusBodyPlacement> filter;
  vtkNew<Messages> messages;
  messages->listenTo(filter);
  filter->AddInputConnection(0, skin(grid(1))->GetOutputPort());
  filter->AddInputConnection(0, skin(grid(2))->GetOutputPort());
  filter->SetPointsConnection(grid(3)->GetOutputPort());
  filter->SetArrangement(vtkTalusBodyPlacement::AT_POINTS);
  filter->Update();
  EXPECT_TRUE(messages->errors.empty()) << messages->errors.front();
  auto* scene = vtkPartitionedDataSetCollection::SafeDownCast(filter->GetOutputDataObject(0));
  EXPECT_EQ(block(scene, "Bodies")->GetNumberOfPoints(), 343);
  EXPECT_EQ(block(scene, "Shapes/shape0")->GetBounds()[1], 1);
  EXPECT_EQ(block(scene, "Shapes/shape1")->GetBounds()[1], 2);
}

TEST(PipelineExtent, filtersWithOneInputPassNoForeignExtentOn) {
  for (const Ptr<vtkAlgorithm>& filter : filtersWithOneInput()) {
    filter->SetInputConnection(skin(grid(4))->GetOutputPort());
    vtkNew<vtkAppendPolyData> both;  // asks both for the extent of the first
    both->AddInputConnection(skin(grid(2))->GetOutputPort());
    both->AddInputConnection(filter->GetOutputPort());
    both->Update();
    EXPECT_EQ(both->GetOutput()->GetBounds()[1], 4) << filter->GetClassName();
  }
}

TEST(PipelineInputs, withoutASurfaceTheFilterSaysSo) {
  vtkNew<Classifier> filter;
  vtkNew<Messages> messages;
  messages->listenTo(filter);
  filter->SetInputData(row());
  filter->Update();
  ASSERT_EQ(messages->errors.size(), 1U);
  EXPECT_NE(messages->errors.front().find(
                "No surface is chosen. Choose a mesh of triangles or polygons as Surface."),
            std::string::npos)
      << messages->errors.front();
  EXPECT_EQ(vtkDataSet::SafeDownCast(filter->GetOutputDataObject(0))->GetNumberOfPoints(), 0);
}

}  // namespace
}  // namespace test_pipeline_requests
