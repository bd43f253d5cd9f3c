#include "vtkTalusVoxelize.h"

#include <vtkAlgorithmOutput.h>
#include <vtkCellData.h>
#include <vtkDataObject.h>
#include <vtkExecutive.h>
#include <vtkExtentTranslator.h>
#include <vtkFieldData.h>
#include <vtkImageData.h>
#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkPointData.h>
#include <vtkStreamingDemandDrivenPipeline.h>
#include <vtkUnstructuredGrid.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "answer.h"
#include "attempt.h"
#include "base/compensated_sum.h"
#include "base/error.h"
#include "base/number_text.h"
#include "base/parallel.h"
#include "field_data.h"
#include "filter_messages.h"
#include "filter_progress.h"
#include "pipeline_request.h"
#include "report/voxel_answer.h"
#include "voxel_output.h"
#include "voxels/voxelizer.h"
#include "world_bodies.h"

using namespace talus::filters;
using Pipeline = vtkStreamingDemandDrivenPipeline;

vtkStandardNewMacro(vtkTalusVoxelize);

namespace {

// Updates an input to its first time.
void updateAtFirstTime(vtkAlgorithmOutput& connection, vtkInformation& info) {
  const bool asked = info.Has(Pipeline::UPDATE_TIME_STEP());
  const double before = asked ? info.Get(Pipeline::UPDATE_TIME_STEP()) : 0;
  if (info.Length(Pipeline::TIME_STEPS()) > 0)
    info.Set(Pipeline::UPDATE_TIME_STEP(), info.Get(Pipeline::TIME_STEPS())[0]);
  connection.GetProducer()->GetExecutive()->Update(connection.GetIndex());
  if (asked)
    info.Set(Pipeline::UPDATE_TIME_STEP(), before);
  else
    info.Remove(Pipeline::UPDATE_TIME_STEP());
}

talus::VoxelExtent voxelsOf(const std::array<int, 6>& extent) {
  return {{extent[0], extent[2], extent[4]}, {extent[1], extent[3], extent[5]}};
}

std::array<int, 6> wholeExtent(const talus::VoxelGrid& grid) {
  return {0, grid.counts[0], 0, grid.counts[1], 0, grid.counts[2]};
}

// Widens an extent of nodes to contain at least one voxel along each axis.
void widen(const talus::VoxelGrid& grid, std::array<int, 6>& extent) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    int& begin = extent[2 * axis];
    int& end = extent[2 * axis + 1];
    if (begin != end) continue;
    if (end < grid.counts[axis])
      ++end;
    else
      --begin;
  }
}

bool isEmpty(const std::array<int, 6>& extent) {
  return extent[0] > extent[1] || extent[2] > extent[3] || extent[4] > extent[5];
}

std::string sizeText(double bytes) {
  return talus::numberText(std::round(bytes * 0x1p-30 * 1000) / 1000) + " GiB";
}

std::string countsText(const talus::VoxelGrid& grid) {
  return std::to_string(grid.counts[0]) + " x " + std::to_string(grid.counts[1]) + " x " +
         std::to_string(grid.counts[2]) + " voxels";
}

}  // namespace

// Data kept between executions.
struct vtkTalusVoxelize::Prepared {
  talus::VoxelGrid grid;
  std::vector<std::uint64_t> stamp;
  std::array<int, 3> options{-1, -1, -1};
  std::unique_ptr<talus::Voxelizer> voxelizer;
  BodyNumbers numbers;
  talus::Box bounds;
};

// One pass over the pipeline.
class vtkTalusVoxelize::Execution {
 public:
  explicit Execution(vtkTalusVoxelize& filter)
      : Filter(filter), Ranks(filter.Controller), Threads(filter.NumberOfThreads), Kept(*filter.Kept) {}

  Outcome ChooseGrid(vtkInformationVector& connections);
  Outcome Prepare(const std::vector<vtkDataObject*>& inputs);
  Outcome Fill(vtkImageData& image, vtkUnstructuredGrid& cells, std::array<int, 6> ofImage,
               const std::array<int, 6>& ofCells);
  void Report(vtkDataObject& output);

  const RankGroup& Group() const { return Ranks; }

 private:
  void Build(WorldBodies bodies);
  void Warn(const std::string& text) const;
  talus::VoxelRequest Wanted(const std::array<int, 6>& extent) const;
  void RequireImageMemory(const talus::VoxelRequest& request) const;
  void RequireMemory(double bytes, const std::string& remedy) const;
  void LabelVoxels(const std::array<int, 6>& extent, vtkImageData* image, vtkUnstructuredGrid* cells);
  void LabelNodes(const std::array<int, 6>& extent, vtkImageData& image);
  void Run(const talus::VoxelRequest& request, const std::function<void(talus::VoxelLayers&)>& take);
  void AppendOccupied(const talus::VoxelLayers& layers, const talus::VoxelRequest& request,
                      VoxelArrays& arrays, VoxelCells& voxels) const;
  void Count(const talus::VoxelLayers& layers);

  vtkTalusVoxelize& Filter;
  RankGroup Ranks;
  talus::ThreadLimit Threads;
  Prepared& Kept;
  talus::VoxelTally Tally;
  std::int64_t Inside = 0;
  talus::CompensatedSum Filled;
  std::int64_t Overlapping = 0;
  double Begin = 0;  // progress at the start of the next part
  int Runs = 1;      // number of runs left
};

Outcome vtkTalusVoxelize::Execution::ChooseGrid(vtkInformationVector& connections) {
  WorldBodies bodies;
  if (!this->Filter.UseBounds) {
    requestWhole(connections, this->Ranks);
    for (int i = 0; i < connections.GetNumberOfInformationObjects(); ++i)
      updateAtFirstTime(*this->Filter.GetInputConnection(0, i), *connections.GetInformationObject(i));
    const Outcome outcome =
        readWorldBodies(this->Filter, this->Ranks, {dataOf(connections), this->Filter.InputNames}, bodies);
    if (outcome != Outcome::Done) return outcome;
  }
  return attempt(this->Filter, this->Ranks, [&] {
    if (bodies.surfaces.empty() && !this->Filter.UseBounds)
      throw talus::Error("The surface has no triangles", "", "Give a surface made of triangles or polygons");
    this->Kept.grid = talus::makeGrid(this->Filter.CoreOptions().grid, bodies.bounds());
  });
}

Outcome vtkTalusVoxelize::Execution::Prepare(const std::vector<vtkDataObject*>& inputs) {
  WorldBodies bodies;
  const Outcome outcome =
      readWorldBodies(this->Filter, this->Ranks, {inputs, this->Filter.InputNames}, bodies);
  if (outcome != Outcome::Done) return outcome;
  for (const std::string& name : bodies.empty)
    this->Warn("The " + name + " has no triangles, so it contains no voxel.");
  const auto& f = this->Filter;
  const std::array<int, 3> options{f.InsideRule, f.VolumeFraction, f.ComputeDistance};
  const bool same = this->Kept.voxelizer && this->Kept.stamp == bodies.stamp && this->Kept.options == options;
  if (!this->Ranks.any(!same)) return Outcome::Done;
  this->Kept.voxelizer.reset();
  this->Kept.options = options;
  return attempt(this->Filter, this->Ranks, [&] { this->Build(std::move(bodies)); });
}

void vtkTalusVoxelize::Execution::Build(WorldBodies bodies) {
  talus::VoxelizerOptions options = this->Filter.CoreOptions();
  options.expectedPoints = this->Kept.grid.voxelCount();
  this->Kept.stamp = bodies.stamp;
  this->Kept.bounds = bodies.bounds();
  this->Kept.numbers = bodies.numbered ? bodies.ids : BodyNumbers();
  talus::Context context(reportTo(this->Filter, 0, 0.5));
  this->Kept.voxelizer = std::make_unique<talus::Voxelizer>(std::move(bodies.surfaces),
                                                            std::move(bodies.names), options, context);
  this->Begin = 0.5;
  this->Warn(this->Kept.voxelizer->warning());
}

void vtkTalusVoxelize::Execution::Warn(const std::string& text) const {
  if (!text.empty() && this->Ranks.rank() == 0) reportWarning(this->Filter, text);
}

talus::VoxelRequest vtkTalusVoxelize::Execution::Wanted(const std::array<int, 6>& extent) const {
  const auto& f = this->Filter;
  talus::VoxelRequest request;
  request.grid = this->Kept.grid;
  request.extent = voxelsOf(extent);
  request.enclosingBody = f.ComputeEnclosingBody;
  request.distance = f.ComputeDistance;
  request.fraction = f.VolumeFraction != NONE;
  request.samples = f.Samples;
  return request;
}

void vtkTalusVoxelize::Execution::RequireMemory(double bytes, const std::string& remedy) const {
  const double limit = this->Filter.MemoryLimit * 0x1p20;
  if (bytes > limit)
    throw talus::Error(
        "The output needs at least " + sizeText(bytes) + ", more than the limit of " + sizeText(limit),
        countsText(this->Kept.grid), remedy);
}

void vtkTalusVoxelize::Execution::Count(const talus::VoxelLayers& layers) {
  this->Inside += std::count(layers.side.begin(), layers.side.end(), talus::Side::Inside);
  for (const double fraction : layers.fraction) this->Filled.add(fraction);
}

void vtkTalusVoxelize::Execution::RequireImageMemory(const talus::VoxelRequest& request) const {
  double count = 1;
  for (int axis = 0; axis < 3; ++axis) count *= static_cast<double>(request.extent.size(axis) + 1);
  this->RequireMemory(
      count * static_cast<double>(VoxelArrays::bytesEach(request)),
      "Use fewer voxels or arrays, or a greater MemoryLimit, or switch ComputeImage off, which "
      "leaves the occupied voxels");
}

Outcome vtkTalusVoxelize::Execution::Fill(vtkImageData& image, vtkUnstructuredGrid& cells,
                                          std::array<int, 6> ofImage, const std::array<int, 6>& ofCells) {
  return attempt(this->Filter, this->Ranks, [&] {
    const auto& f = this->Filter;
    if (!f.ComputeImage && !f.ComputeVoxels)
      throw talus::Error("Neither the image nor the voxels are wanted", "",
                         "Switch ComputeImage or ComputeVoxels on");
    if (!isEmpty(ofImage)) {
      widen(this->Kept.grid, ofImage);
      placeImage(this->Kept.grid, voxelsOf(ofImage), image);
    }
    const bool nodes = f.Association == POINTS;
    const bool fillImage = f.ComputeImage && !isEmpty(ofImage);
    const bool imageHasVoxels = fillImage && (!nodes || f.VolumeFraction != NONE);
    const bool fillCells = f.ComputeVoxels && !isEmpty(ofCells);
    const bool together = imageHasVoxels && fillCells && ofImage == ofCells;
    this->Runs = (imageHasVoxels ? 1 : 0) + (fillCells && !together ? 1 : 0) + (fillImage && nodes ? 1 : 0);
    if (fillImage) this->RequireImageMemory(this->Wanted(ofImage));
    if (fillCells && !together) this->LabelVoxels(ofCells, nullptr, &cells);
    if (imageHasVoxels) this->LabelVoxels(ofImage, &image, together ? &cells : nullptr);
    if (fillImage && nodes) this->LabelNodes(ofImage, image);
  });
}

// The counts of the last run are kept: that run labels the image, if there is one.
void vtkTalusVoxelize::Execution::Run(const talus::VoxelRequest& request,
                                      const std::function<void(talus::VoxelLayers&)>& take) {
  const double end = this->Begin + (1 - this->Begin) / std::max(this->Runs--, 1);
  talus::Context context(reportTo(this->Filter, this->Begin, end));
  this->Inside = 0;
  if (request.fraction) this->Filled = {};
  this->Tally = this->Kept.voxelizer->run(
      request,
      [&](talus::VoxelLayers& layers) {
        this->Count(layers);
        take(layers);
      },
      context);
  this->Overlapping = std::max(this->Overlapping, this->Tally.overlapping);
  this->Begin = end;
}

void vtkTalusVoxelize::Execution::LabelVoxels(const std::array<int, 6>& extent, vtkImageData* image,
                                              vtkUnstructuredGrid* cells) {
  const bool nodes = this->Filter.Association == POINTS;
  talus::VoxelRequest request = this->Wanted(extent);
  if (!cells && nodes) request.enclosingBody = request.distance = false;
  request.occupiedOnly = !image || nodes;
  std::optional<VoxelArrays> ofImage, ofCells;
  std::optional<VoxelCells> voxels;
  if (image) ofImage.emplace(request, image->GetNumberOfCells(), this->Kept.numbers);
  if (cells) {
    constexpr double bytesOfLayer = 50;  // bytes that a run and VoxelCells keep per voxel of a layer
    this->RequireMemory(bytesOfLayer * static_cast<double>(request.extent.size(0)) *
                            static_cast<double>(request.extent.size(1)),
                        "Use fewer voxels or a greater MemoryLimit");
    ofCells.emplace(request, 0, this->Kept.numbers);
    voxels.emplace(this->Kept.grid, request.extent);
  }
  this->Run(request, [&](talus::VoxelLayers& layers) {
    if (image) ofImage->append(layers);
    if (cells) this->AppendOccupied(layers, request, *ofCells, *voxels);
  });
  if (image) ofImage->addTo(*image->GetCellData(), nodes);
  if (!cells) return;
  voxels->writeTo(*cells);
  ofCells->addTo(*cells->GetCellData());
}

void vtkTalusVoxelize::Execution::AppendOccupied(const talus::VoxelLayers& layers,
                                                 const talus::VoxelRequest& request, VoxelArrays& arrays,
                                                 VoxelCells& voxels) const {
  auto occupied = static_cast<double>(arrays.size());
  for (std::size_t n = 0; n < layers.side.size(); ++n) occupied += layers.occupied(n) ? 1 : 0;
  const auto each = static_cast<double>(VoxelCells::bytesEach + VoxelArrays::bytesEach(request));
  this->RequireMemory(
      occupied * each,
      "Use fewer voxels or a greater MemoryLimit, or switch ComputeVoxels off, which leaves the "
      "image");
  std::size_t n = 0;
  for (talus::Index k = layers.begin; k < layers.end; ++k)
    for (talus::Index j = request.extent.begin[1]; j < request.extent.end[1]; ++j)
      for (talus::Index i = request.extent.begin[0]; i < request.extent.end[0]; ++i, ++n)
        if (layers.occupied(n)) {
          voxels.append(i, j, k);
          arrays.append(layers, n);
        }
}

void vtkTalusVoxelize::Execution::LabelNodes(const std::array<int, 6>& extent, vtkImageData& image) {
  talus::VoxelRequest request = this->Wanted(extent);
  request.nodes = true;
  request.fraction = false;
  for (talus::Index& end : request.extent.end) ++end;
  VoxelArrays arrays(request, image.GetNumberOfPoints(), this->Kept.numbers);
  this->Run(request, [&](talus::VoxelLayers& layers) { arrays.append(layers); });
  arrays.addTo(*image.GetPointData());
}

void vtkTalusVoxelize::Execution::Report(vtkDataObject& output) {
  constexpr const char* names[] = {"None", "Exact", "Sampled"};
  const auto method = static_cast<std::size_t>(this->Kept.voxelizer->fraction());
  talus::VoxelCounts counts{.inside = this->Ranks.sum(this->Inside),
                            .touched = this->Ranks.sum(this->Tally.touched),
                            .nodes = this->Filter.Association == POINTS};
  addTexts(output, "FractionMethod", {names[method]});
  addCount(output, "InsideCount", counts.inside);
  addCount(output, "TouchedCount", counts.touched);
  if (method != NONE) {
    talus::CompensatedSum all;
    for (const double part : this->Ranks.gather(std::vector{this->Filled.value()})) all.add(part);
    counts.volume = all.value() * this->Kept.grid.voxelVolume();
    counts.exact = method == EXACT;
    addNumber(output, "FilledVolume", *counts.volume);
  }
  setAnswer(this->Filter, output, talus::voxelAnswer(this->Kept.grid, counts));
  const std::int64_t ambiguous = this->Ranks.sum(this->Tally.ambiguous);
  const std::int64_t overlapping = this->Ranks.sum(this->Overlapping);
  if (ambiguous > 0 && this->Filter.InsideRule == PARITY)
    this->Warn(
        "Voxels are outside by parity but have a winding number other than 0: shells of a surface lie one "
        "in another or overlap. That is right for cavities; if the shells are parts that overlap, set "
        "InsideRule to NonZero.");
  if (overlapping > 0)
    this->Warn("Bodies overlap in at least " + std::to_string(overlapping) +
               (overlapping == 1 ? " voxel" : " voxels") +
               ": what they share counts for each of them there, up to a volume fraction of 1.");
  const talus::Box grid = this->Kept.grid.bounds();
  if (!this->Filter.UseBounds && !grid.contains(this->Kept.bounds))
    this->Warn(
        "The surface reaches beyond the grid, which was chosen by its box at the first time step: give "
        "Bounds that hold it at all times.");
}

vtkTalusVoxelize::vtkTalusVoxelize() : Kept(std::make_unique<Prepared>()) {}

vtkTalusVoxelize::~vtkTalusVoxelize() = default;

void vtkTalusVoxelize::GetGridOrigin(double origin[3]) {
  std::copy_n(this->Kept->grid.origin.data(), 3, origin);
}

void vtkTalusVoxelize::GetGridSpacing(double spacing[3]) {
  std::copy_n(this->Kept->grid.spacing.data(), 3, spacing);
}

void vtkTalusVoxelize::GetGridCounts(int counts[3]) {
  std::copy_n(this->Kept->grid.counts.data(), 3, counts);
}

int vtkTalusVoxelize::RequestInformation(vtkInformation*, vtkInformationVector** inputs,
                                         vtkInformationVector* outputs) {
  mergeTimes(*this, inputs, *outputs);
  Execution execution(*this);
  if (execution.ChooseGrid(*inputs[0]) != Outcome::Done) return 0;
  vtkInformation* info = outputs->GetInformationObject(0);
  const talus::VoxelGrid& grid = this->Kept->grid;
  info->Set(Pipeline::WHOLE_EXTENT(), wholeExtent(grid).data(), 6);
  info->Set(vtkDataObject::ORIGIN(), grid.origin.data(), 3);
  info->Set(vtkDataObject::SPACING(), grid.spacing.data(), 3);
  info->Set(vtkAlgorithm::CAN_PRODUCE_SUB_EXTENT(), 1);
  outputs->GetInformationObject(1)->Set(vtkAlgorithm::CAN_HANDLE_PIECE_REQUEST(), 1);
  return 1;
}

// The extent requested from an output, or the voxels of its piece; for an output without a request the voxels
// of this rank.
std::array<int, 6> vtkTalusVoxelize::AskedExtent(vtkInformation& request, vtkInformation& output,
                                                 int port) const {
  std::array<int, 6> extent = wholeExtent(this->Kept->grid);
  const bool asked = request.Get(vtkExecutive::FROM_OUTPUT_PORT()) == port;
  if (asked && port == 0 && output.Has(Pipeline::UPDATE_EXTENT())) {
    output.Get(Pipeline::UPDATE_EXTENT(), extent.data());
    return extent;
  }
  const RankGroup ranks(this->Controller);
  const bool piece = asked && output.Has(Pipeline::UPDATE_NUMBER_OF_PIECES());
  vtkNew<vtkExtentTranslator> split;
  split->PieceToExtentThreadSafe(piece ? output.Get(Pipeline::UPDATE_PIECE_NUMBER()) : ranks.rank(),
                                 piece ? output.Get(Pipeline::UPDATE_NUMBER_OF_PIECES()) : ranks.size(), 0,
                                 wholeExtent(this->Kept->grid).data(), extent.data(),
                                 vtkExtentTranslator::BLOCK_MODE, 0);
  return extent;
}

int vtkTalusVoxelize::RequestData(vtkInformation* request, vtkInformationVector** inputs,
                                  vtkInformationVector* outputs) {
  vtkImageData* image = vtkImageData::GetData(outputs, 0);
  vtkUnstructuredGrid* cells = vtkUnstructuredGrid::GetData(outputs, 1);
  image->Initialize();
  cells->Initialize();
  Execution execution(*this);
  beginAnswer(*this);
  Outcome outcome = execution.Prepare(dataOf(*inputs[0]));
  if (outcome == Outcome::Done)
    outcome =
        execution.Fill(*image, *cells, this->AskedExtent(*request, *outputs->GetInformationObject(0), 0),
                       this->AskedExtent(*request, *outputs->GetInformationObject(1), 1));
  if (outcome == Outcome::Done) {
    execution.Report(*image);
    cells->GetFieldData()->ShallowCopy(image->GetFieldData());
    setDataTime(*this, *request, inputs, *outputs);
  }
  return ended(outcome, {image, cells});
}
