#include "vtkTalusTimeStepper.h"

#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkObjectFactory.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPolyData.h>
#include <vtkStreamingDemandDrivenPipeline.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "answer.h"
#include "attempt.h"
#include "base/error.h"
#include "base/number_text.h"
#include "base/parallel.h"
#include "distributed/packed.h"
#include "distributed/reduction.h"
#include "dynamics/run/checkpoint.h"
#include "dynamics/run/frame_contents.h"
#include "dynamics/run/frame_series.h"
#include "dynamics/run/snapshot_mark.h"
#include "dynamics/run/world.h"
#include "filter_messages.h"
#include "filter_progress.h"
#include "frame_base.h"
#include "report/frame_answer.h"
#include "scene/scene_remarks.h"
#include "scene_data.h"
#include "scene_frame.h"

using namespace talus::filters;
using Pipeline = vtkStreamingDemandDrivenPipeline;

vtkStandardNewMacro(vtkTalusTimeStepper);

struct vtkTalusTimeStepper::RankMessages final : ControllerCommunicator {
  using ControllerCommunicator::ControllerCommunicator;
};

struct vtkTalusTimeStepper::Writer final : talus::CheckpointWriter {
  using CheckpointWriter::CheckpointWriter;
};

// Data kept between executions.
struct vtkTalusTimeStepper::Run {
  SceneStamp scene;           // of this rank
  std::uint64_t options = 0;  // mark of the options
  talus::FrameSeries frames;
  vtkSmartPointer<vtkPartitionedDataSetCollection> base{};  // on several ranks: see frameBase()
  std::int64_t shown = 0;
  std::vector<std::string> remarks{};  // on the scene's masses, until they are told
  // Whether these warnings were given.
  bool warnedOfOverlaps = false, warnedAtStart = false, warnedLater = false;
};

namespace {

constexpr double preparationPart = 0.05;  // fraction of the progress

talus::Scene sceneOf(vtkPartitionedDataSetCollection& input, vtkTalusTimeStepper& filter) {
  talus::Scene scene = readScene(input);
  if (scene.bodies.size() == 0) scene.shapes.clear();  // on the other ranks shapes have no triangles
  talus::Context context(reportTo(filter, 0, preparationPart / 2));
  measureShapes(scene, context);
  return scene;
}

std::unique_ptr<talus::Simulation> simulationOf(talus::Scene scene, const talus::SimulationOptions& options,
                                                vtkTalusTimeStepper& filter, talus::Communicator* ranks) {
  talus::Context context(reportTo(filter, preparationPart / 2, preparationPart));
  auto simulation = std::make_unique<talus::Simulation>(std::move(scene), options, context, ranks);
  if (!ranks || ranks->rank() == 0)
    simulation->setNotice([&filter](talus::NoticeKind kind, const std::string& text) {
      const bool steps = kind == talus::NoticeKind::Steps;
      reportWarning(filter, {text, steps ? MessageKind::Steps : MessageKind::Overlap});
    });
  return simulation;
}

bool onAnyRank(bool here, talus::Communicator* ranks) {
  if (!ranks) return here;
  std::int64_t count = here ? 1 : 0;
  talus::Reduction all;
  all.sum(count);
  all.over(*ranks);
  return count > 0;
}

std::int64_t bodiesOfAll(const talus::Simulation& simulation, talus::Communicator* ranks) {
  auto count = static_cast<std::int64_t>(presentRows(simulation).size());
  if (!ranks) return count;
  talus::Reduction all;
  all.sum(count);
  all.over(*ranks);
  return count;
}

std::vector<std::int64_t> idsOf(vtkPartitionedDataSetCollection& input) {
  return isScene(input) ? readScene(input, ShapeReading::Names).bodies.id : std::vector<std::int64_t>();
}

// The scene of the first rank counts: it must have all bodies that other ranks have.
void requireAllOnFirst(vtkPartitionedDataSetCollection& input, talus::Communicator& ranks) {
  std::vector<std::int64_t> own = idsOf(input);
  std::sort(own.begin(), own.end());
  const auto first = talus::unpacked<std::int64_t>(ranks.broadcast(talus::packed(own), 0));
  if (onAnyRank(!std::includes(first.begin(), first.end(), own.begin(), own.end()), &ranks))
    throw talus::Error(
        "The bodies of the scene are spread over several processes", "",
        "Take it from Scene Reader or Body Placement; a frame of a run from talus.Scene.from_run");
}

std::string overlapWarning(const talus::Simulation& simulation, bool start) {
  const std::int64_t pairs = simulation.statistics().recovering;
  const std::string those =
      pairs == 1 ? "1 pair of bodies lies" : std::to_string(pairs) + " pairs of bodies lie";
  if (start)
    return those +
           " deeper within each other at the start than their halos reach; they are driven apart. Place "
           "bodies without overlap, as Body Placement (talus.place) does";
  return "At " + talus::numberText(simulation.statistics().time) + " s " + those +
         " deeper within each other than their halos reach, and may pass through; harder materials or a "
         "wider halo hold them";
}

// Empty if no bodies overlapped at the start.
std::string separationWarning(const talus::Simulation& simulation) {
  const talus::InitialOverlaps& overlaps = simulation.initialOverlaps();
  if (overlaps.pairs == 0) return {};
  std::string text = textOf(simulation.initialOverlaps()) + "; bodies were moved apart, by at most " +
                     talus::numberText(overlaps.moved) + " m";
  if (overlaps.remaining > 0)
    text += ", but " + std::to_string(overlaps.remaining) +
            (overlaps.remaining == 1 ? " pair still overlaps and is" : " pairs still overlap and are") +
            " driven apart by the contact law: give the bodies more room";
  return text;
}

}  // namespace

vtkTalusTimeStepper::vtkTalusTimeStepper() = default;

vtkTalusTimeStepper::~vtkTalusTimeStepper() = default;

// RequestData reports invalid frame times, once.
int vtkTalusTimeStepper::RequestInformation(vtkInformation*, vtkInformationVector**,
                                            vtkInformationVector* outputs) {
  vtkInformation* info = outputs->GetInformationObject(0);
  std::vector<double> times{0};
  try {
    times = talus::FrameTimes(this->OutputInterval, this->EndTime).all();
  } catch (const talus::Error&) {
  }
  const double range[2] = {times.front(), times.back()};
  info->Set(Pipeline::TIME_STEPS(), times.data(), static_cast<int>(times.size()));
  info->Set(Pipeline::TIME_RANGE(), range, 2);
  return 1;
}

// The simulation begins with the input's first time, whatever time is requested here.
int vtkTalusTimeStepper::RequestUpdateExtent(vtkInformation*, vtkInformationVector** inputs,
                                             vtkInformationVector*) {
  vtkInformation* info = inputs[0]->GetInformationObject(0);
  if (info->Has(Pipeline::TIME_RANGE()))
    info->Set(Pipeline::UPDATE_TIME_STEP(), info->Get(Pipeline::TIME_RANGE())[0]);
  return 1;
}

vtkTalusTimeStepper::RankMessages* vtkTalusTimeStepper::MessagesOfRanks() {
  const bool wanted = RankGroup(this->Controller).size() > 1;
  if (this->Messages && (!wanted || &this->Messages->controller() != this->Controller)) {
    this->Kept = nullptr;
    this->Messages = nullptr;
  }
  if (wanted && !this->Messages) {
    this->Kept = nullptr;
    this->Messages = std::make_unique<RankMessages>(*this->Controller);
  }
  return this->Messages.get();
}

// On several ranks the scene of the first one counts. False: nothing was to be done.
bool vtkTalusTimeStepper::Prepare(vtkPartitionedDataSetCollection* input) {
  talus::Communicator* const ranks = this->Messages.get();
  const bool hasScene = !ranks || ranks->rank() == 0;
  const talus::SimulationOptions chosen = this->CoreOptions();
  const talus::FrameTimes times(this->OutputInterval, this->EndTime);
  const auto memory = static_cast<std::size_t>(this->SnapshotMemory) << 20U;
  const SceneStamp stamp = hasScene ? sceneStamp(*input) : SceneStamp{};
  const std::uint64_t options = snapshotMark(chosen);
  if (!onAnyRank(!this->Kept || this->Kept->scene != stamp || this->Kept->options != options, ranks)) {
    this->Kept->frames.setMemory(memory);
    this->Kept->frames.setTimes(times);
    return false;
  }
  beginAnswer(*this);
  if (ranks) requireAllOnFirst(*input, *ranks);
  const bool sameScene = !ranks && this->Kept && this->Kept->scene == stamp;
  talus::Scene scene;
  if (hasScene) scene = sameScene ? this->Kept->frames.scene() : sceneOf(*input, *this);
  std::vector<std::string> remarks;
  if (!sameScene) remarks = massRemarks(scene);
  this->Kept = nullptr;
  talus::FrameSeries frames(simulationOf(std::move(scene), chosen, *this, ranks), times, memory);
  this->Kept = std::make_unique<Run>(Run{stamp, options, std::move(frames)});
  this->Kept->remarks = std::move(remarks);
  if (ranks) this->Kept->base = frameBase(*input, this->Kept->frames.simulation(), *ranks);
  return true;
}

int vtkTalusTimeStepper::RequestData(vtkInformation*, vtkInformationVector** inputs,
                                     vtkInformationVector* outputs) {
  auto* input = vtkPartitionedDataSetCollection::GetData(inputs[0]);
  vtkInformation* info = outputs->GetInformationObject(0);
  auto& output = *vtkPartitionedDataSetCollection::GetData(info);
  const bool next = std::exchange(this->NextFrame, false) && this->Live;
  const talus::ThreadLimit threads(this->NumberOfThreads);
  const RankGroup ranks(this->Controller);
  RankMessages* const messages = this->MessagesOfRanks();
  std::string overlap, separation;
  std::vector<UserMessage> warnings;
  const auto work = [&] {
    const double begun = this->Prepare(input) ? preparationPart : 0;
    talus::FrameSeries& frames = this->Kept->frames;
    frames.setKeepsAll(this->KeepFrames);
    const double asked =
        info->Has(Pipeline::UPDATE_TIME_STEP()) ? info->Get(Pipeline::UPDATE_TIME_STEP()) : 0;
    const std::int64_t frame =
        next ? std::min(frames.reached() + 1, frames.times().last()) : frames.times().frameAt(asked);
    const talus::Simulation& simulation = frames.show(frame, reportTo(*this, begun, 1));
    writeFrame(simulation, this->Kept->base ? *this->Kept->base : *input, output);
    if (!std::exchange(this->Kept->warnedOfOverlaps, true)) separation = separationWarning(simulation);
    bool& warned = frame == 0 ? this->Kept->warnedAtStart : this->Kept->warnedLater;
    if (!separation.empty() && frame == 0) warned = true;  // it tells of the same pairs
    if (simulation.statistics().recovering > 0 && !std::exchange(warned, true))
      overlap = overlapWarning(simulation, frame == 0);
    for (const std::string& remark : std::exchange(this->Kept->remarks, {}))
      warnings.emplace_back(remark, MessageKind::Surface);
    for (const std::string& text : {separation, overlap})
      if (!text.empty()) warnings.emplace_back(text, MessageKind::Overlap);
    const std::string answer = frameAnswer(simulation.statistics(), bodiesOfAll(simulation, messages));
    setAnswer(*this, output, answer);
    putAnswer(*sceneBlocks(output).bodies, answer);  // they are saved alone
    output.GetInformation()->Set(vtkDataObject::DATA_TIME_STEP(), frames.times()(frame));
    this->Kept->shown = frame;
  };
  const Outcome outcome = attempt(*this, ranks, work, messages);
  this->Shown = outcome == Outcome::Done;
  if (messages && !this->Shown && (outcome == Outcome::Failed || ranks.any(messages->interrupted())))
    this->Kept = nullptr;  // the ranks may have stopped at different places
  if (!this->Shown) {
    output.Initialize();
    output.GetInformation()->Remove(vtkDataObject::DATA_TIME_STEP());  // otherwise that time counts as shown
  }
  for (const UserMessage& warning : warnings)
    if (this->Shown && ranks.rank() == 0) reportWarning(*this, warning);
  return outcome == Outcome::Failed ? 0 : 1;
}

double vtkTalusTimeStepper::GetReachedTime() {
  if (!this->Kept) return -1;
  return this->Kept->frames.times()(this->Kept->frames.reached());
}

// True only once per frame: the window postpones drawing each time this returns true.
bool vtkTalusTimeStepper::GetNeedsUpdate() {
  if (!this->Live || !this->Shown || !this->Kept || this->NextFrame) return false;
  if (this->Kept->frames.reached() >= this->Kept->frames.times().last()) return false;
  this->NextFrame = true;
  this->Modified();
  return true;
}

enum class vtkTalusTimeStepper::Writing : int { AtOnce, InBackground, AtFinish };

bool vtkTalusTimeStepper::WriteCheckpoint(const char* path, Writing when) {
  const RankGroup ranks(this->Controller);
  RankMessages* const messages = this->MessagesOfRanks();
  const auto work = [&] {
    if (!this->Shown || !this->Kept)
      throw talus::Error("There is no frame to save", "", "Update the filter first");
    const talus::FrameSeries& frames = this->Kept->frames;
    const std::vector<std::byte> own = frames.snapshot(this->Kept->shown);
    const bool inParts = frames.simulation().world().isDistributed();  // otherwise all ranks have the same
    if (inParts && ranks.rank() > 0) return giveToFirstRank(own, *messages);
    if (ranks.rank() > 0) return;
    const talus::SnapshotParts parts =
        inParts ? partsForFirstRank(own, *messages) : talus::SnapshotParts(own);
    const std::string name = path ? path : "";
    if (when == Writing::AtOnce)
      talus::writeCheckpoint(name, parts);
    else
      this->Started = std::make_unique<Writer>(
          name, parts, when == Writing::AtFinish ? Writer::Start::AtFinish : Writer::Start::Now);
  };
  return attempt(*this, ranks, work, messages) == Outcome::Done;
}

bool vtkTalusTimeStepper::SaveCheckpoint(const char* path) {
  return this->WriteCheckpoint(path, Writing::AtOnce);
}

bool vtkTalusTimeStepper::StartCheckpoint(const char* path) {
  this->DropCheckpoint();  // it may have the same temporary name
  return this->WriteCheckpoint(path, Writing::InBackground);
}

bool vtkTalusTimeStepper::KeepCheckpoint(const char* path) {
  this->DropCheckpoint();
  return this->WriteCheckpoint(path, Writing::AtFinish);
}

bool vtkTalusTimeStepper::FinishCheckpoint() {
  return this->FinishCheckpoint("");
}

bool vtkTalusTimeStepper::FinishCheckpoint(const std::string& note) {
  const std::unique_ptr<Writer> started = std::move(this->Started);
  const auto work = [&] {
    if (started) started->finish(note);
  };
  return attempt(*this, RankGroup(this->Controller), work) == Outcome::Done;
}

std::string vtkTalusTimeStepper::NoteOfCheckpoint() {
  return this->Note;
}

void vtkTalusTimeStepper::DropCheckpoint() {
  this->Started = nullptr;
}

bool vtkTalusTimeStepper::LoadCheckpoint(const char* path) {
  this->Update();
  if (!this->Shown) return false;  // Update() has reported why
  this->Modified();
  const RankGroup ranks(this->Controller);
  RankMessages* const messages = this->MessagesOfRanks();
  const auto work = [&] {
    talus::SnapshotParts parts;
    if (ranks.rank() == 0) {
      this->Note = talus::readCheckpointNote(path ? path : "");
      parts = talus::readCheckpoint(path ? path : "");
    }
    this->Kept->frames.resume(messages ? partsOfFirstRank(std::move(parts), *messages) : std::move(parts));
  };
  const Outcome outcome = attempt(*this, ranks, work, messages);
  if (messages && outcome != Outcome::Done) this->Kept = nullptr;
  return outcome == Outcome::Done;
}
