#include "vtkTalusBodyPlacement.h"

#include <vtkDataObject.h>
#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkObjectFactory.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkStreamingDemandDrivenPipeline.h>

#include <set>

#include "answer.h"
#include "attempt.h"
#include "base/parallel.h"
#include "body_shapes.h"
#include "field_data.h"
#include "filter_messages.h"
#include "filter_progress.h"
#include "pipeline_request.h"
#include "placement_points.h"
#include "report/body_answer.h"
#include "scene/body_placement.h"
#include "scene_data.h"

using namespace talus::filters;

vtkStandardNewMacro(vtkTalusBodyPlacement);

namespace {

talus::Material materialOf(const talus::PlacementOptions& options) {
  return {.name = "stone",
          .density = options.density,
          .young = options.young,
          .contact = {.restitution = options.restitution, .friction = options.friction}};
}

// Adds the walls as fixed bodies after the others, each with its own shape.
void addWalls(const talus::PlacementRequest& options, talus::Scene& scene) {
  for (const talus::BodyShape& wall : options.walls) {
    scene.bodies.add({.id = static_cast<std::int64_t>(scene.bodies.size()),
                      .shape = static_cast<talus::Index>(scene.shapes.size()),
                      .position = wall.offset,
                      .mass = options.density * wall.properties.volume,
                      .motion = talus::Motion::Fixed});
    scene.shapes.push_back(wall);
  }
}

}  // namespace

// The request to the core, and its result.
class vtkTalusBodyPlacement::Execution {
 public:
  explicit Execution(vtkTalusBodyPlacement& filter) : Filter(filter) {}

  talus::PlacementRequest Request(vtkDataObject* points) const;

  // Writes the scene on the first rank, its empty blocks on the others. Returns the warning.
  std::string Place(const NamedMeshes& meshes, const NamedMeshes& walls, talus::PlacementRequest request,
                    bool first, vtkPartitionedDataSetCollection& output, talus::Communicator& ranks) const;

 private:
  vtkTalusBodyPlacement& Filter;
};

talus::PlacementRequest vtkTalusBodyPlacement::Execution::Request(vtkDataObject* points) const {
  const auto& f = this->Filter;
  talus::PlacementRequest request{f.CoreOptions()};
  if (f.Arrangement == AT_POINTS)
    request.points = placementPointsOf(points, {f.OrientationArray, f.SizeArray, f.VelocityArray});
  return request;
}

std::string vtkTalusBodyPlacement::Execution::Place(const NamedMeshes& meshes, const NamedMeshes& walls,
                                                    talus::PlacementRequest request, bool first,
                                                    vtkPartitionedDataSetCollection& output,
                                                    talus::Communicator& ranks) const {
  talus::Scene scene;
  scene.materials = {materialOf(request)};
  std::set<std::string> names;
  scene.shapes = bodyShapesOf(meshes, "shape", names, this->Filter, ranks);
  request.walls = bodyShapesOf(walls, "wall", names, this->Filter, ranks);
  talus::PlacedBodies placed;
  if (first) {
    const talus::ThreadLimit limit(this->Filter.NumberOfThreads);
    talus::Context context(reportTo(this->Filter, 0, 1));
    placed = placeBodies(scene.shapes, request, context);
    scene.bodies = std::move(placed.bodies);
    addWalls(request, scene);
  } else {
    scene.shapes.insert(scene.shapes.end(), request.walls.begin(), request.walls.end());
    for (talus::BodyShape& shape : scene.shapes) shape.mesh = {};
  }
  writeScene(scene, output);
  addCount(output, "WantedBodies", placed.wanted);
  addCount(output, "OverlappingPairs", placed.overlappingPairs);
  addNumber(output, "SphereFraction", placed.sphereFraction);
  if (first) setAnswer(this->Filter, output, talus::placementAnswer(scene, placed.wanted));
  return placed.warning;
}

int vtkTalusBodyPlacement::RequestInformation(vtkInformation* request, vtkInformationVector** inputs,
                                              vtkInformationVector* outputs) {
  outputs->GetInformationObject(0)->Set(CAN_HANDLE_PIECE_REQUEST(), 1);
  return this->Superclass::RequestInformation(request, inputs, outputs);
}

int vtkTalusBodyPlacement::RequestData(vtkInformation* request, vtkInformationVector** inputs,
                                       vtkInformationVector* outputs) {
  vtkInformation* info = outputs->GetInformationObject(0);
  const bool first = info->Get(vtkStreamingDemandDrivenPipeline::UPDATE_PIECE_NUMBER()) <= 0;
  auto& output = *vtkPartitionedDataSetCollection::GetData(info);
  const RankGroup ranks(this->Controller);
  beginAnswer(*this);
  const Execution execution(*this);
  NamedMeshes meshes, walls;
  talus::PlacementRequest wanted;
  std::string warning;
  Outcome outcome = attempt(*this, ranks, [&] {
    wanted = execution.Request(vtkDataObject::GetData(inputs[1]));
    meshes = namedMeshesOf(*inputs[0]);
    walls = namedMeshesOf(*inputs[2]);
  });
  if (outcome == Outcome::Done) {
    meshes = gatherMeshes(meshes, ranks);
    walls = gatherMeshes(walls, ranks);
    wanted.points = gatherPoints(wanted.points, ranks);
    outcome = attemptTogether(*this, ranks, [&](talus::Communicator& messages) {
      warning = execution.Place(meshes, walls, wanted, first, output, messages);
    });
  }
  if (outcome == Outcome::Done)
    setDataTime(*this, *request, inputs, *outputs);
  else
    output.Initialize();
  if (outcome == Outcome::Done && !warning.empty()) reportWarning(*this, warning);
  return outcome == Outcome::Failed ? 0 : 1;
}
