#include "vtkTalusBodyPlacement.h"

#include <vtkDataObject.h>
#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkMultiProcessController.h>
#include <vtkObjectFactory.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkStreamingDemandDrivenPipeline.h>

#include <set>

#include "attempt.h"
#include "base/error.h"
#include "base/number_text.h"
#include "base/parallel.h"
#include "body_shapes.h"
#include "field_data.h"
#include "filter_progress.h"
#include "number_list.h"
#include "pipeline_request.h"
#include "placement_points.h"
#include "scene/body_placement.h"
#include "scene_data.h"

using namespace talus::filters;

vtkStandardNewMacro(vtkTalusBodyPlacement);
vtkCxxSetObjectMacro(vtkTalusBodyPlacement, Controller, vtkMultiProcessController);

namespace {

// An empty box means an automatic region: a given one must not be empty.
talus::Box boxOf(const double bounds[6]) {
  for (int axis = 0; axis < 3; ++axis)
    if (bounds[2 * axis] > bounds[2 * axis + 1])
      throw talus::Error(std::string("The region ends before it begins along ") + "xyz"[axis], "",
                         "Give the smaller bound first");
  return {talus::Vec3(bounds[0], bounds[2], bounds[4]), talus::Vec3(bounds[1], bounds[3], bounds[5])};
}

// As fixed bodies, after the others, each of a shape of its own.
void addWalls(const talus::PlacementOptions& options, talus::Scene& scene) {
  for (const talus::BodyShape& wall : options.walls) {
    scene.bodies.add({.id = static_cast<std::int64_t>(scene.bodies.size()),
                      .shape = static_cast<talus::Index>(scene.shapes.size()),
                      .position = wall.offset,
                      .mass = options.density * wall.properties.volume,
                      .motion = talus::Motion::Fixed});
    scene.shapes.push_back(wall);
  }
}

template <class Values>
std::string ListText(const Values& values) {
  std::string text;
  for (const auto value : values) {
    if (!text.empty()) text += ' ';
    text += talus::numberText(value);
  }
  return text;
}

}  // namespace

// The properties of a filter as options of the core, and what it makes of them.
class vtkTalusBodyPlacement::Execution {
 public:
  explicit Execution(vtkTalusBodyPlacement& filter) : Filter(filter) {}

  talus::PlacementOptions Options(vtkDataObject* points) const;

  // Writes the scene on the first rank, its empty blocks on others. Returns what to warn of.
  std::string Place(const NamedMeshes& meshes, const NamedMeshes& walls, talus::PlacementOptions options,
                    bool first, vtkPartitionedDataSetCollection& output) const;

 private:
  talus::SizeOptions Sizes() const;

  vtkTalusBodyPlacement& Filter;
};

talus::PlacementOptions vtkTalusBodyPlacement::Execution::Options(vtkDataObject* points) const {
  const auto& f = this->Filter;
  talus::PlacementOptions options;
  options.arrangement = static_cast<talus::Arrangement>(f.Arrangement);
  options.count = f.Count;
  options.cells = Eigen::Vector3i(f.Cells);
  if (!f.AutomaticRegion) options.region = boxOf(f.Region);
  if (f.Arrangement == AT_POINTS)
    options.points = placementPointsOf(points, {f.OrientationArray, f.SizeArray, f.VelocityArray});
  options.separation = static_cast<talus::Separation>(f.Separation);
  options.clearance = f.Clearance;
  options.jitter = f.Jitter;
  options.up = f.Up;
  options.attempts = f.Attempts;
  options.sizes = this->Sizes();
  options.weights = numberList(f.ShapeWeights, "ShapeWeights");
  options.orientationMode = static_cast<talus::OrientationMode>(f.OrientationMode);
  options.orientation = {f.Orientation[0], f.Orientation[1], f.Orientation[2], f.Orientation[3]};
  options.velocity = talus::Vec3(f.Velocity);
  options.density = f.Density;
  options.seed = static_cast<std::uint64_t>(f.Seed);
  return options;
}

talus::SizeOptions vtkTalusBodyPlacement::Execution::Sizes() const {
  const auto& f = this->Filter;
  return {.law = static_cast<talus::SizeLaw>(f.SizeLaw),
          .typical = f.TypicalSize,
          .deviation = f.SizeDeviation,
          .smallest = f.SmallestSize,
          .largest = f.LargestSize,
          .exponent = f.SizeExponent,
          .list = numberList(f.SizeList, "SizeList")};
}

std::string vtkTalusBodyPlacement::Execution::Place(const NamedMeshes& meshes, const NamedMeshes& walls,
                                                    talus::PlacementOptions options, bool first,
                                                    vtkPartitionedDataSetCollection& output) const {
  talus::Scene scene;
  scene.materials = {{.name = "stone", .density = options.density}};
  std::set<std::string> names;
  scene.shapes = bodyShapesOf(meshes, "shape", names);
  options.walls = bodyShapesOf(walls, "wall", names);
  talus::PlacedBodies placed;
  if (first) {
    const talus::ThreadLimit limit(this->Filter.NumberOfThreads);
    talus::Context context(reportTo(this->Filter, 0, 1));
    placed = placeBodies(scene.shapes, options, context);
    scene.bodies = std::move(placed.bodies);
    addWalls(options, scene);
  } else {
    scene.shapes.insert(scene.shapes.end(), options.walls.begin(), options.walls.end());
    for (talus::BodyShape& shape : scene.shapes) shape.mesh = {};
  }
  writeScene(scene, output);
  addCount(output, "WantedBodies", placed.wanted);
  addCount(output, "OverlappingPairs", placed.overlappingPairs);
  addNumber(output, "SphereFraction", placed.sphereFraction);
  return placed.warning;
}

vtkTalusBodyPlacement::vtkTalusBodyPlacement() {
  this->SetNumberOfInputPorts(3);
  this->SetController(vtkMultiProcessController::GetGlobalController());
}

vtkTalusBodyPlacement::~vtkTalusBodyPlacement() {
  this->SetController(nullptr);
}

void vtkTalusBodyPlacement::SetPointsConnection(vtkAlgorithmOutput* output) {
  this->SetInputConnection(1, output);
}

void vtkTalusBodyPlacement::SetPointsData(vtkDataObject* points) {
  this->SetInputDataObject(1, points);
}

void vtkTalusBodyPlacement::SetWallsConnection(vtkAlgorithmOutput* output) {
  this->SetInputConnection(2, output);
}

void vtkTalusBodyPlacement::SetWallsData(vtkDataObject* walls) {
  this->SetInputDataObject(2, walls);
}

int vtkTalusBodyPlacement::FillInputPortInformation(int port, vtkInformation* info) {
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), port == 1 ? "vtkDataSet" : "vtkPolyData");
  info->Append(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkCompositeDataSet");
  info->Set(port == 0 ? vtkAlgorithm::INPUT_IS_REPEATABLE() : vtkAlgorithm::INPUT_IS_OPTIONAL(), 1);
  return 1;
}

int vtkTalusBodyPlacement::RequestInformation(vtkInformation*, vtkInformationVector** inputs,
                                              vtkInformationVector* outputs) {
  outputs->GetInformationObject(0)->Set(CAN_HANDLE_PIECE_REQUEST(), 1);
  mergeTimes(*this, inputs, *outputs);
  return 1;
}

int vtkTalusBodyPlacement::RequestUpdateExtent(vtkInformation*, vtkInformationVector** inputs,
                                               vtkInformationVector*) {
  const RankGroup ranks(this->Controller);
  requestWhole(*inputs[0], ranks);
  requestWhole(*inputs[1], ranks);
  requestWhole(*inputs[2], ranks);
  return 1;
}

int vtkTalusBodyPlacement::RequestData(vtkInformation* request, vtkInformationVector** inputs,
                                       vtkInformationVector* outputs) {
  vtkInformation* info = outputs->GetInformationObject(0);
  const bool first = info->Get(vtkStreamingDemandDrivenPipeline::UPDATE_PIECE_NUMBER()) <= 0;
  auto& output = *vtkPartitionedDataSetCollection::GetData(info);
  const RankGroup ranks(this->Controller);
  const Execution execution(*this);
  NamedMeshes meshes, walls;
  talus::PlacementOptions options;
  std::string warning;
  Outcome outcome = attempt(*this, ranks, [&] {
    options = execution.Options(vtkDataObject::GetData(inputs[1]));
    meshes = namedMeshesOf(*inputs[0]);
    walls = namedMeshesOf(*inputs[2]);
  });
  if (outcome == Outcome::Done) {
    meshes = gatherMeshes(meshes, ranks);
    walls = gatherMeshes(walls, ranks);
    options.points = gatherPoints(options.points, ranks);
    outcome =
        attempt(*this, ranks, [&] { warning = execution.Place(meshes, walls, options, first, output); });
  }
  if (outcome == Outcome::Done)
    setDataTime(*this, *request, inputs, *outputs);
  else
    output.Initialize();
  if (outcome == Outcome::Done && !warning.empty()) vtkWarningMacro(<< warning);
  return outcome == Outcome::Failed ? 0 : 1;
}

void vtkTalusBodyPlacement::PrintSelf(ostream& os, vtkIndent indent) {
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Arrangement: " << this->Arrangement << "\n"
     << indent << "Count: " << this->Count << "\n"
     << indent << "Cells: " << ListText(this->Cells) << "\n"
     << indent << "AutomaticRegion: " << (this->AutomaticRegion ? "On" : "Off") << "\n"
     << indent << "Region: " << ListText(this->Region) << "\n"
     << indent << "Separation: " << this->Separation << "\n"
     << indent << "Clearance: " << this->Clearance << "\n"
     << indent << "Jitter: " << this->Jitter << "\n"
     << indent << "Up: " << this->Up << "\n"
     << indent << "Attempts: " << this->Attempts << "\n"
     << indent << "SizeLaw: " << this->SizeLaw << "\n"
     << indent << "TypicalSize: " << this->TypicalSize << "\n"
     << indent << "SizeDeviation: " << this->SizeDeviation << "\n"
     << indent << "SmallestSize: " << this->SmallestSize << "\n"
     << indent << "LargestSize: " << this->LargestSize << "\n"
     << indent << "SizeExponent: " << this->SizeExponent << "\n"
     << indent << "SizeList: " << this->SizeList << "\n"
     << indent << "ShapeWeights: " << this->ShapeWeights << "\n"
     << indent << "OrientationMode: " << this->OrientationMode << "\n"
     << indent << "Orientation: " << ListText(this->Orientation) << "\n"
     << indent << "OrientationArray: " << this->OrientationArray << "\n"
     << indent << "SizeArray: " << this->SizeArray << "\n"
     << indent << "VelocityArray: " << this->VelocityArray << "\n"
     << indent << "Velocity: " << ListText(this->Velocity) << "\n"
     << indent << "Density: " << this->Density << "\n"
     << indent << "Seed: " << this->Seed << "\n"
     << indent << "NumberOfThreads: " << this->NumberOfThreads << "\n"
     << indent << "Controller: " << this->Controller << "\n";
}
