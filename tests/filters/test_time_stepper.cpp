// A scene over time as a filter shows it: frames, going back, starting anew, aborts, checkpoints, errors.
#include <gtest/gtest.h>
#include <unistd.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkInformation.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPointData.h>
#include <vtkStreamingDemandDrivenPipeline.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <string>

#include "abort_question.h"
#include "core/file_limit.h"
#include "fixtures.h"
#include "vtkTalusBodySurfaces.h"
#include "vtkTalusContactFinder.h"
#include "vtkTalusSceneReader.h"
#include "vtkTalusTimeStepper.h"

namespace test_time_stepper {
namespace {

using namespace fixtures;
using Numbers = std::vector<double>;
using Stepper = vtkTalusTimeStepper;
using Pipeline = vtkStreamingDemandDrivenPipeline;
namespace fs = std::filesystem;

const double nan = std::numeric_limits<double>::quiet_NaN();

// A floor, a box of 2.5 kg and edges of 0.1 m that drops onto it, one above that turns, and a gate that goes
// at 0.05 s.
constexpr const char* boxes = R"({"format": "talus-scene-1", "halo": 0.002,
  "materials": [{"name": "clay", "density": 2500, "young": 1e6, "contact": {"restitution": 0.3, "friction": 0.5}}],
  "shapes": [{"name": "box", "generator": "solid", "kind": "cube", "size": 0.17320508075688773}],
  "bodies": [{"id": 1, "shape": "box", "material": "clay", "position": [0, 0, 0.053]},
             {"id": 2, "shape": "box", "material": "clay", "position": [0.5, 0, 0.3], "angularVelocity": [0, 0, 2]}],
  "walls": [{"id": 10, "shape": "box", "material": "clay", "position": [0, 0, -1], "scale": 20},
            {"id": 11, "shape": "box", "material": "clay", "position": [-0.5, 0, 0.5]}],
  "motions": [{"kind": "removal", "bodies": [11], "time": 0.05}]})";

Ptr<vtkPartitionedDataSetCollection> sceneOf(const std::string& json) {
  const fs::path file = fs::temp_directory_path() / ("talus_stepper_" + std::to_string(getpid()) + ".json");
  std::ofstream(file) << json;
  vtkNew<vtkTalusSceneReader> reader;
  reader->SetFileName(file.c_str());
  reader->Update();
  fs::remove(file);
  return vtkPartitionedDataSetCollection::SafeDownCast(reader->GetOutputDataObject(0));
}

struct Motion {
  Ptr<Stepper> filter = Ptr<Stepper>::New();
  vtkNew<Messages> messages;

  explicit Motion(vtkDataObject* scene) {
    messages->listenTo(filter);
    filter->SetInputDataObject(scene);
    filter->SetEndTime(0.2);
  }
  explicit Motion(const std::string& json = boxes) : Motion(sceneOf(json)) {}

  bool show(double time) { return filter->UpdateTimeStep(time) == 1; }
  vtkDataObject* output() const { return filter->GetOutputDataObject(0); }
  vtkPolyData* bodies() const { return block(output(), "Bodies"); }
  vtkPolyData* contacts() const { return block(output(), "Contacts"); }
  Numbers ofBodies(const char* name) const { return values(bodies()->GetPointData(), name); }
  double figure(const char* name) const { return values(output()->GetFieldData(), name).at(0); }
  double time() const { return output()->GetInformation()->Get(vtkDataObject::DATA_TIME_STEP()); }
  Numbers times() const {
    filter->UpdateInformation();
    vtkInformation* info = filter->GetOutputInformation(0);
    const double* first = info->Get(Pipeline::TIME_STEPS());
    return {first, first + info->Length(Pipeline::TIME_STEPS())};
  }
  bool isEmpty() const {
    return vtkPartitionedDataSetCollection::SafeDownCast(output())->GetNumberOfPartitionedDataSets() == 0;
  }
  std::string error() const { return messages->errors.empty() ? "(none)" : messages->errors.front(); }
};

void append(vtkFieldData* data, std::string& all) {
  for (int i = 0; i < data->GetNumberOfArrays(); ++i) {
    vtkDataArray* array = data->GetArray(i);
    if (!array) continue;
    all += std::string(array->GetName()) + ":";
    const auto bytes = static_cast<std::size_t>(array->GetNumberOfValues()) *
                       static_cast<std::size_t>(array->GetDataTypeSize());
    if (bytes > 0) all.append(static_cast<const char*>(array->GetVoidPointer(0)), bytes);
  }
}

// A number for every bit of bodies, contacts and statistics.
std::size_t bits(const Motion& motion) {
  std::string all;
  append(motion.output()->GetFieldData(), all);
  for (vtkPolyData* data : {motion.bodies(), motion.contacts()}) {
    all += std::to_string(data->GetNumberOfCells()) + " cells";
    const auto values = static_cast<std::size_t>(data->GetNumberOfPoints()) * 3;
    if (values > 0)
      all.append(static_cast<const char*>(data->GetPoints()->GetData()->GetVoidPointer(0)),
                 values * sizeof(double));
    append(data->GetPointData(), all);
    append(data->GetCellData(), all);
  }
  return std::hash<std::string>{}(all);
}

std::size_t freshBits(double time, const std::function<void(Stepper&)>& set = {}) {
  Motion fresh;
  if (set) set(*fresh.filter);
  fresh.show(time);
  return bits(fresh);
}

TEST(TimeStepper, tellsWhenItsFramesAre) {
  Motion motion;
  motion.filter->SetOutputInterval(0.0625);
  EXPECT_EQ(motion.times(), (Numbers{0, 0.0625, 0.125, 0.1875, 0.2}));
  const double* range = motion.filter->GetOutputInformation(0)->Get(Pipeline::TIME_RANGE());
  EXPECT_EQ(range[0], 0);
  EXPECT_EQ(range[1], 0.2);
  motion.filter->SetEndTime(0);
  EXPECT_EQ(motion.times(), Numbers{0});
  EXPECT_EQ(motion.filter->GetReachedTime(), -1);
}

TEST(TimeStepper, aBodyFallsAsGalileoSays) {
  Motion motion;
  for (const double t : {0.0, 0.05, 0.2}) {
    ASSERT_TRUE(motion.show(t));
    EXPECT_EQ(motion.error(), "(none)");
    EXPECT_EQ(motion.time(), t);
    double place[3];
    motion.bodies()->GetPoint(1, place);
    EXPECT_NEAR(place[2], 0.3 - 9.81 * t * t / 2, 1e-9);
    double v[3];
    motion.bodies()->GetPointData()->GetArray("Velocity")->GetTuple(1, v);
    EXPECT_NEAR(v[2], -9.81 * t, 1e-9);
    const double turning = 0.5 * 2.5 * 0.01 / 6 * 4;  // ½ (m a²/6) ω²
    EXPECT_NEAR(motion.ofBodies("KineticEnergy").at(1), 0.5 * 2.5 * v[2] * v[2] + turning, 1e-9);
    double q[4];
    motion.bodies()->GetPointData()->GetArray("Orientation")->GetTuple(1, q);
    EXPECT_NEAR(2 * std::atan2(q[3], q[0]), 2 * t, 1e-9);
  }
  double force[3];
  motion.bodies()->GetPointData()->GetArray("Force")->GetTuple(1, force);
  EXPECT_NEAR(force[2], -9.81 * 2.5, 1e-9);
  EXPECT_GT(motion.figure("Steps"), 0);
  EXPECT_EQ(motion.filter->GetReachedTime(), 0.2);
}

TEST(TimeStepper, aTimeBetweenFramesIsAnsweredByTheFrameBefore) {
  Motion motion;
  motion.show(0.039);
  EXPECT_EQ(motion.time(), 0.03);
  const std::size_t before = bits(motion);
  motion.show(0.03);
  EXPECT_EQ(bits(motion), before);
  motion.show(77);
  EXPECT_EQ(motion.time(), 0.2);
  motion.show(-1);
  EXPECT_EQ(motion.time(), 0);
}

// How many lines of the network end at each body.
Numbers coordinationOf(vtkPolyData& contacts, const Numbers& ids) {
  Numbers numbers;
  const auto firstLine = contacts.GetNumberOfVerts();
  for (const double id : ids) {
    double lines = 0;
    for (const char* end : {"BodyA", "BodyB"}) {
      const Numbers bodies = values(contacts.GetCellData(), end);
      lines += static_cast<double>(std::count(bodies.begin() + firstLine, bodies.end(), id));
    }
    numbers.push_back(lines);
  }
  return numbers;
}

TEST(TimeStepper, aBoxAtRestIsHeldByForcesAtItsContacts) {
  Motion motion;
  motion.filter->SetOutputInterval(0.1);
  motion.filter->SetEndTime(0.5);
  motion.show(0.5);
  vtkPolyData* contacts = motion.contacts();
  ASSERT_NE(contacts, nullptr);
  const auto points = static_cast<std::size_t>(contacts->GetNumberOfVerts());
  ASSERT_GE(points, 3U);
  const Numbers a = values(contacts->GetPointData(), "BodyA");
  const Numbers b = values(contacts->GetPointData(), "BodyB");
  const Numbers gap = values(contacts->GetPointData(), "Gap");
  const Numbers depth = values(contacts->GetPointData(), "Depth");
  double held = 0;
  for (std::size_t i = 0; i < points; ++i) {
    EXPECT_EQ(b[i], 10) << "the floor comes later in the scene";
    EXPECT_NEAR(gap[i] + depth[i], 0.004, 1e-15);
    double force[3];
    contacts->GetPointData()->GetArray("Force")->GetTuple(static_cast<vtkIdType>(i), force);
    if (a[i] == 1) held -= force[2];
  }
  EXPECT_NEAR(held, 2.5 * 9.81, 0.01 * 2.5 * 9.81);
  ASSERT_GE(contacts->GetNumberOfLines(), 1);
  double sum[3];
  contacts->GetCellData()->GetArray("Force")->GetTuple(contacts->GetNumberOfVerts(), sum);
  EXPECT_NEAR(-sum[2], held, 1e-9);
  EXPECT_EQ(contacts->GetCellData()->GetNumberOfTuples(), contacts->GetNumberOfCells());
  EXPECT_EQ(contacts->GetPointData()->GetArray("Force")->GetNumberOfTuples(), contacts->GetNumberOfPoints());
  EXPECT_EQ(static_cast<double>(points), motion.figure("ContactPoints"));
  EXPECT_GT(motion.ofBodies("ContactCount").at(0), 2);
  EXPECT_EQ(motion.ofBodies("CoordinationNumber"), coordinationOf(*contacts, motion.ofBodies("BodyId")));
  EXPECT_EQ(motion.ofBodies("CoordinationNumber").at(0), 1) << "the floor";
  EXPECT_LT(motion.ofBodies("KineticEnergy").at(0), 1e-6);
  EXPECT_GT(motion.figure("DissipatedEnergy"), 0);
}

TEST(TimeStepper, multiscaleStepsTellWhatTheyCompare) {
  Motion motion(std::string(R"({"format": "talus-scene-1", "halo": 0.002,
    "materials": [{"name": "clay", "density": 2500, "young": 1e5, "contact": {"restitution": 0.3}}],
    "shapes": [{"name": "ring", "generator": "solid", "kind": "torus", "size": 0.1}],
    "bodies": [{"shape": "ring", "material": "clay", "position": [0, 0, 0.034]}],
    "walls": [{"id": 9, "shape": "ring", "material": "clay", "position": [0.02, 0, 0]}]})"));
  for (const int refinement : {Stepper::PAIR_LISTS, Stepper::ACTIVE_SETS}) {
    motion.filter->SetIntegrator(Stepper::MULTISCALE_PICARD);
    motion.filter->SetImplicitSolver(Stepper::AITKEN);
    motion.filter->SetRefinement(refinement);
    motion.filter->SetContactLaw(Stepper::HALO_SPRING);
    motion.filter->SetTimeStep(1e-3);
    motion.show(0.05);
    EXPECT_EQ(motion.error(), "(none)");
    EXPECT_GE(values(motion.output()->GetFieldData(), "Comparisons").size(), 2U) << refinement;
    EXPECT_GT(motion.figure("Iterations"), 0);
    EXPECT_GT(motion.figure("ContactPoints"), 0);
  }
}

TEST(TimeStepper, goingBackShowsTheBitsOfAFreshRun) {
  for (const int memory : {1024, 0}) {
    Motion motion;
    motion.filter->SetSnapshotMemory(memory);
    for (const double t : {0.1, 0.04, 0.2, 0.0, 0.12, 0.11}) {
      motion.show(t);
      EXPECT_EQ(bits(motion), freshBits(t)) << t;
    }
    EXPECT_EQ(motion.error(), "(none)");
  }
}

TEST(TimeStepper, framesNeedNotBeKept) {
  Motion motion;
  motion.filter->KeepFramesOff();
  for (const double t : {0.04, 0.05, 0.02, 0.12}) {
    motion.show(t);
    EXPECT_EQ(bits(motion), freshBits(t)) << t;
  }
  motion.filter->KeepFramesOn();  // starts nothing anew
  motion.show(0.12);
  EXPECT_EQ(motion.filter->GetReachedTime(), 0.12);
  EXPECT_EQ(motion.error(), "(none)");
}

TEST(TimeStepper, theNumberOfThreadsDoesNotMatter) {
  EXPECT_EQ(freshBits(0.1, [](Stepper& filter) { filter.SetNumberOfThreads(1); }), freshBits(0.1));
}

TEST(TimeStepper, aChangedPropertyStartsAnew) {
  const std::vector<std::function<void(Stepper&)>> changes = {
      [](Stepper& filter) { filter.SetTimeStep(5e-5); },
      [](Stepper& filter) { filter.SetIntegrator(Stepper::SYMPLECTIC_EULER); },
      [](Stepper& filter) { filter.SetContactLaw(Stepper::LINEAR_SPRING_DASHPOT); },
      [](Stepper& filter) { filter.SetHalo(0.003); },
      [](Stepper& filter) { filter.SetOutputInterval(0.02); }};
  Motion motion;
  motion.show(0.08);
  std::size_t before = bits(motion);
  const auto together = [&](std::size_t count) {
    return [&changes, count](Stepper& filter) {
      for (std::size_t i = 0; i < count; ++i) changes[i](filter);
    };
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    changes[i](*motion.filter);
    motion.show(0.08);
    EXPECT_NE(bits(motion), before) << i;
    before = bits(motion);
    EXPECT_EQ(before, freshBits(0.08, together(i + 1))) << i;
  }
}

TEST(TimeStepper, aLaterEndKeepsTheFrames) {
  Motion motion;
  motion.show(0.2);
  motion.filter->SetEndTime(0.3);
  motion.show(0.1);
  EXPECT_EQ(motion.filter->GetReachedTime(), 0.2);
  motion.show(0.3);
  EXPECT_EQ(bits(motion), freshBits(0.3, [](Stepper& filter) { filter.SetEndTime(0.3); }));
}

TEST(TimeStepper, aChangedInputStartsAnew) {
  auto scene = sceneOf(boxes);
  Motion motion(scene);
  motion.show(0.1);
  block(scene, "Bodies")->GetPoints()->SetPoint(1, 0.5, 0, 0.4);
  block(scene, "Bodies")->GetPoints()->Modified();
  scene->Modified();
  motion.show(0.1);
  double place[3];
  motion.bodies()->GetPoint(1, place);
  EXPECT_NEAR(place[2], 0.4 - 9.81 * 0.01 / 2, 1e-9);
}

TEST(TimeStepper, theInputIsNotModifiedAndItsArraysPassThrough) {
  auto scene = sceneOf(boxes);
  vtkNew<vtkDoubleArray> colour;
  colour->SetName("Colour");
  colour->SetNumberOfComponents(2);
  for (int i = 0; i < 8; ++i) colour->InsertNextValue(i);
  block(scene, "Bodies")->GetPointData()->AddArray(colour);
  const std::string before = text(scene, "Answer");
  Motion motion(scene);
  motion.show(0.1);
  EXPECT_EQ(block(scene, "Contacts"), nullptr);
  EXPECT_EQ(scene->GetFieldData()->GetNumberOfArrays(), 1);
  EXPECT_EQ(text(scene, "Answer"), before);
  EXPECT_FALSE(block(scene, "Bodies")->GetPointData()->HasArray("Force"));
  double place[3];
  block(scene, "Bodies")->GetPoint(1, place);
  EXPECT_EQ(place[2], 0.3);
  EXPECT_EQ(motion.ofBodies("BodyId"), (Numbers{1, 2, 10})) << "the gate has gone";
  vtkDataArray* passed = motion.bodies()->GetPointData()->GetArray("Colour");
  ASSERT_NE(passed, nullptr);
  EXPECT_EQ(passed->GetNumberOfTuples(), 3);
  EXPECT_EQ(passed->GetComponent(2, 1), 5);
  EXPECT_EQ(block(motion.output(), "Shapes/box"), block(scene, "Shapes/box"));
  motion.show(0.04);
  EXPECT_EQ(motion.ofBodies("BodyId"), (Numbers{1, 2, 10, 11}));
}

TEST(TimeStepper, itsOutputIsASceneForOtherFilters) {
  Motion motion;
  vtkNew<vtkTalusBodySurfaces> surfaces;
  vtkNew<vtkTalusContactFinder> finder;
  vtkNew<Stepper> again;
  vtkNew<Messages> messages;
  for (vtkAlgorithm* next : std::initializer_list<vtkAlgorithm*>{surfaces, finder, again}) {
    messages->listenTo(next);
    next->SetInputConnection(motion.filter->GetOutputPort());
  }
  surfaces->UpdateTimeStep(0.1);  // after the gate has gone, to which a motion belonged
  EXPECT_EQ(vtkDataSet::SafeDownCast(surfaces->GetOutputDataObject(0))->GetNumberOfCells(), 3 * 12);
  finder->UpdateTimeStep(0.1);
  EXPECT_GT(block(finder->GetOutputDataObject(0), "Contacts")->GetNumberOfVerts(), 0);
  again->UpdateTimeStep(0.1);  // from the first time on: the same motion again
  EXPECT_TRUE(messages->errors.empty()) << messages->errors.front();
  double place[3];
  block(again->GetOutputDataObject(0), "Bodies")->GetPoint(1, place);
  EXPECT_NEAR(place[2], 0.3 - 9.81 * 0.01 / 2, 1e-9);
}

TEST(TimeStepper, abortedItHasNoOutputAndKeepsTheFramesReached) {
  Motion motion;
  vtkNew<ProgressWatcher> watcher;
  watcher->abortAt = 0.6;
  const unsigned long observer = motion.filter->AddObserver(vtkCommand::ProgressEvent, watcher);
  motion.show(0.2);
  EXPECT_EQ(motion.error(), "(none)");
  EXPECT_TRUE(motion.isEmpty());
  const double reached = motion.filter->GetReachedTime();
  EXPECT_GE(reached, 0.05);
  EXPECT_LE(reached, 0.15);
  motion.filter->RemoveObserver(observer);
  motion.filter->SetAbortExecute(0);
  motion.show(0);
  EXPECT_FALSE(motion.isEmpty()) << "the last frame before the abort";
  EXPECT_EQ(motion.filter->GetReachedTime(), reached);
  motion.show(0.2);
  EXPECT_EQ(bits(motion), freshBits(0.2));
}

TEST(TimeStepper, endsWhenTheProgramSaysThatTheUserAborts) {
  Motion motion;
  talus::filters::askForAborts([](vtkAlgorithm& filter) { return filter.GetProgress() > 0.6; });
  motion.show(0.2);
  talus::filters::askForAborts(nullptr);
  EXPECT_EQ(motion.error(), "(none)");
  EXPECT_TRUE(motion.isEmpty());
  EXPECT_LT(motion.filter->GetReachedTime(), 0.2);
  motion.show(0);
  motion.show(0.2);
  EXPECT_EQ(bits(motion), freshBits(0.2));
}

TEST(TimeStepper, filtersBehindAnAbortedOneAreSilent) {
  Motion motion;
  vtkNew<vtkTalusBodySurfaces> surfaces;
  surfaces->SetInputConnection(motion.filter->GetOutputPort());
  motion.messages->listenTo(surfaces);
  motion.filter->SetAbortExecute(1);
  EXPECT_TRUE(surfaces->UpdateTimeStep(0.2));
  EXPECT_EQ(motion.error(), "(none)");
  motion.filter->SetAbortExecute(0);
  surfaces->UpdateTimeStep(0.1);
  EXPECT_GT(surfaces->GetOutputDataObject(0)->GetNumberOfElements(vtkDataObject::CELL), 0);
}

TEST(TimeStepper, progressGrowsToOne) {
  Motion motion;
  vtkNew<ProgressWatcher> watcher;
  motion.filter->AddObserver(vtkCommand::ProgressEvent, watcher);
  motion.show(0.2);
  EXPECT_GE(watcher->seen.size(), 9U);
  EXPECT_TRUE(std::is_sorted(watcher->seen.begin(), watcher->seen.end()));
  EXPECT_EQ(watcher->seen.back(), 1);
}

TEST(TimeStepper, liveGoesAFrameFurtherWithEachUpdate) {
  Motion motion;
  motion.filter->SetEndTime(0.03);
  EXPECT_FALSE(motion.filter->GetNeedsUpdate()) << "nobody has looked at it";
  motion.show(0);
  EXPECT_FALSE(motion.filter->GetNeedsUpdate()) << "it is off";
  motion.filter->SetLive(true);
  motion.show(0);
  for (const double t : {0.01, 0.02, 0.03}) {
    EXPECT_TRUE(motion.filter->GetNeedsUpdate());
    EXPECT_FALSE(motion.filter->GetNeedsUpdate()) << "it has been told";
    motion.show(0);  // the view's time stays
    EXPECT_EQ(motion.time(), t);
  }
  EXPECT_FALSE(motion.filter->GetNeedsUpdate());
  motion.show(0.01);
  EXPECT_EQ(motion.time(), 0.01);
}

// A file that is gone after the test.
struct CheckpointFile {
  std::string path = (fs::temp_directory_path() / ("talus_checkpoint_" + std::to_string(getpid()))).string();
  ~CheckpointFile() { fs::remove(path); }
};

TEST(TimeStepper, goesOnFromACheckpointToTheBit) {
  const CheckpointFile file;
  Motion first;
  EXPECT_FALSE(first.filter->SaveCheckpoint(file.path.c_str()));
  EXPECT_EQ(first.messages->errors.size(), 1U) << "there is no frame yet";
  first.show(0.1);
  first.show(0.08);
  EXPECT_TRUE(first.filter->SaveCheckpoint(file.path.c_str()));

  Motion second;
  ASSERT_TRUE(second.filter->LoadCheckpoint(file.path.c_str())) << second.error();
  EXPECT_EQ(second.filter->GetReachedTime(), 0.08);
  for (const double t : {0.2, 0.08, 0.03}) {
    second.show(t);
    EXPECT_EQ(bits(second), freshBits(t)) << t;
  }
}

TEST(TimeStepper, goesOnWhileItsCheckpointIsWritten) {
  const CheckpointFile file;
  Motion first;
  EXPECT_TRUE(first.filter->FinishCheckpoint()) << "none was started";
  EXPECT_FALSE(first.filter->StartCheckpoint(file.path.c_str()));
  EXPECT_EQ(first.messages->errors.size(), 1U) << "there is no frame yet";
  first.show(0.08);
  EXPECT_TRUE(first.filter->StartCheckpoint(file.path.c_str()));
  first.show(0.1);
  EXPECT_FALSE(fs::exists(file.path));
  EXPECT_TRUE(first.filter->FinishCheckpoint("a note"));
  Motion second;
  EXPECT_EQ(second.filter->NoteOfCheckpoint(), "");
  ASSERT_TRUE(second.filter->LoadCheckpoint(file.path.c_str())) << second.error();
  EXPECT_EQ(second.filter->NoteOfCheckpoint(), "a note");
  EXPECT_EQ(second.filter->GetReachedTime(), 0.08);
  fs::remove(file.path);
  EXPECT_TRUE(first.filter->StartCheckpoint(file.path.c_str()));
  first.filter->DropCheckpoint();
  EXPECT_TRUE(first.filter->FinishCheckpoint());
  EXPECT_FALSE(fs::exists(file.path) || fs::exists(file.path + ".part"));
}

TEST(TimeStepper, refusesACheckpointThatDoesNotFit) {
  const CheckpointFile file;
  Motion first;
  first.show(0.05);
  first.filter->SaveCheckpoint(file.path.c_str());
  Motion other(std::string(boxes).replace(std::string(boxes).find("0.053"), 5, "0.054"));
  EXPECT_FALSE(other.filter->LoadCheckpoint(file.path.c_str()));
  EXPECT_EQ(other.messages->errors.size(), 1U);
  Motion step;
  step.filter->SetTimeStep(1e-4);
  EXPECT_FALSE(step.filter->LoadCheckpoint(file.path.c_str()));
  EXPECT_FALSE(step.filter->LoadCheckpoint("/nonexistent/checkpoint"));
  EXPECT_FALSE(step.filter->LoadCheckpoint(nullptr));
  EXPECT_EQ(step.messages->errors.size(), 3U);
  step.show(0.05);
  EXPECT_EQ(bits(step), freshBits(0.05, [](Stepper& filter) { filter.SetTimeStep(1e-4); }));
  first.show(0.03);
  EXPECT_FALSE(first.filter->SaveCheckpoint("/nonexistent/checkpoint"));
  EXPECT_EQ(first.messages->errors.size(), 1U);
  EXPECT_FALSE(first.filter->StartCheckpoint("/nonexistent/checkpoint"));
  EXPECT_EQ(first.messages->errors.size(), 2U);
}

TEST(TimeStepper, aFullDiskIsOneErrorAndKeepsTheFramesReached) {
  Motion motion;
  motion.filter->SetSnapshotMemory(0);
  {
    const talus::FileLimit full(6'000);
    motion.show(0.2);
  }
  EXPECT_EQ(motion.messages->errors.size(), 1U);
  EXPECT_NE(motion.error().find("temporary file"), std::string::npos) << motion.error();
  EXPECT_TRUE(motion.isEmpty());
  const double reached = motion.filter->GetReachedTime();
  EXPECT_GT(reached, 0);
  EXPECT_LT(reached, 0.2);
  motion.show(reached);
  EXPECT_EQ(bits(motion), freshBits(reached));
}

TEST(TimeStepper, aSceneWithoutBodiesHasEmptyFrames) {
  Motion motion(std::string(R"({"format": "talus-scene-1", "materials": [{"name": "clay"}],
    "shapes": [{"name": "box", "generator": "solid", "kind": "cube", "size": 0.1}], "bodies": []})"));
  motion.show(0.1);
  EXPECT_EQ(motion.error(), "(none)");
  EXPECT_EQ(motion.time(), 0.1);
  EXPECT_EQ(motion.bodies()->GetNumberOfPoints(), 0);
  EXPECT_TRUE(motion.bodies()->GetPointData()->HasArray("Force"));
  EXPECT_EQ(motion.contacts()->GetNumberOfPoints(), 0);
  EXPECT_EQ(motion.figure("KineticEnergy"), 0);
}

TEST(TimeStepper, oneMessageForABadProperty) {
  struct Case {
    std::function<void(Stepper&)> set;
    const char* words;
  };
  const Case cases[] = {{[](Stepper& f) { f.SetOutputInterval(0); }, "output interval"},
                        {[](Stepper& f) { f.SetOutputInterval(-1); }, "output interval"},
                        {[](Stepper& f) { f.SetOutputInterval(nan); }, "output interval"},
                        {[](Stepper& f) { f.SetOutputInterval(1e-12); }, "frames"},
                        {[](Stepper& f) { f.SetEndTime(-1); }, "end time"},
                        {[](Stepper& f) { f.SetEndTime(nan); }, "end time"},
                        {[](Stepper& f) { f.SetTimeStep(-1e-3); }, "time step"},
                        {[](Stepper& f) { f.SetTimeStep(nan); }, "time step"},
                        {[](Stepper& f) { f.SetHalo(-1); }, "halo"},
                        {[](Stepper& f) { f.SetMoveLimit(-1); }, "move limit"}};
  for (const Case& c : cases) {
    Motion motion;
    c.set(*motion.filter);
    EXPECT_FALSE(motion.show(0.05)) << c.words;
    EXPECT_EQ(motion.messages->errors.size(), 1U) << c.words;
    EXPECT_NE(motion.error().find(c.words), std::string::npos) << motion.error();
    EXPECT_TRUE(motion.isEmpty()) << c.words;
  }
}

// Two boxes within each other's halos, but not within each other; with a depth of overlap, that as well.
std::string stacked(double overlap, const std::string& world = "") {
  return R"({"format": "talus-scene-1", "halo": 0.002, "gravity": [0, 0, 0], )" + world +
         R"("materials": [{"name": "clay", "young": 1e6}],
    "shapes": [{"name": "box", "generator": "solid", "kind": "cube", "size": 0.17320508075688773}],
    "bodies": [{"shape": "box", "material": "clay"},
               {"shape": "box", "material": "clay", "position": [0, 0, )" +
         std::to_string(0.101 - overlap) + "]}]}";
}

TEST(TimeStepper, bodiesPressFromTheStartWhereThatIsSaid) {
  Motion rests(stacked(0)), told(stacked(0, R"("startsAtRest": false, )")), set(stacked(0));
  set.filter->StartsAtRestOff();
  for (Motion* motion : {&rests, &told, &set}) motion->show(0);
  EXPECT_EQ(rests.figure("ElasticEnergy"), 0);
  EXPECT_GT(told.figure("ElasticEnergy"), 0);
  EXPECT_EQ(told.figure("ElasticEnergy"), set.figure("ElasticEnergy"));
  EXPECT_EQ(values(told.bodies()->GetFieldData(), "StartsAtRest"), Numbers{0});
}

TEST(TimeStepper, warnsOnceOfBodiesThatOverlap) {
  Motion sound(stacked(0)), deep(stacked(0.03)), separated(stacked(0.03));
  deep.filter->SetInitialOverlaps(2);  // Keep
  for (Motion* motion : {&sound, &deep, &separated})
    for (const double time : {0.0, 0.0, 0.01, 0.02, 0.0, 0.01}) motion->show(time);
  EXPECT_TRUE(sound.messages->warnings.empty());
  ASSERT_EQ(deep.messages->warnings.size(), 2U);
  EXPECT_NE(deep.messages->warnings[0].find("1 pair of bodies lies deeper within each other at the start"),
            std::string::npos);
  EXPECT_NE(deep.messages->warnings[1].find("At 0.01 s 1 pair"), std::string::npos);
  EXPECT_TRUE(deep.messages->errors.empty());
  ASSERT_EQ(separated.messages->warnings.size(), 1U);
  EXPECT_NE(separated.messages->warnings[0].find("1 pair of bodies overlaps at the start, deepest bodies"),
            std::string::npos);
  EXPECT_NE(separated.messages->warnings[0].find("moved apart, by at most"), std::string::npos);
}

TEST(TimeStepper, oneMessageForABadScene) {
  struct Case {
    const char* array;
    double value;
  };
  for (const Case& c :
       {Case{"Velocity", nan}, Case{"Mass", 0}, Case{"Mass", -1}, Case{"AngularVelocity", nan}}) {
    auto scene = sceneOf(boxes);
    block(scene, "Bodies")->GetPointData()->GetArray(c.array)->SetComponent(1, 0, c.value);
    Motion motion(scene);
    EXPECT_FALSE(motion.show(0.05));
    EXPECT_EQ(motion.messages->errors.size(), 1U) << c.array;
    EXPECT_NE(motion.error().find("bodies[1]"), std::string::npos) << motion.error();
    EXPECT_TRUE(motion.isEmpty());
  }
  vtkNew<vtkPartitionedDataSetCollection> nothing;
  Motion none(nothing);
  EXPECT_FALSE(none.show(0));
  EXPECT_EQ(none.messages->errors.size(), 1U);
  EXPECT_NE(none.error().find("not a scene"), std::string::npos) << none.error();
}

TEST(TimeStepper, anErrorCostsNoFrameReached) {
  Motion motion;
  motion.show(0.1);
  motion.filter->SetEndTime(-1);
  EXPECT_FALSE(motion.show(0.05));
  motion.filter->SetEndTime(0.2);
  motion.show(0.05);
  EXPECT_EQ(motion.filter->GetReachedTime(), 0.1);
  EXPECT_EQ(bits(motion), freshBits(0.05));
}

}  // namespace
}  // namespace test_time_stepper
