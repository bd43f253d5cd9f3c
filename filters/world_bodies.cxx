#include "world_bodies.h"

#include <vtkDataObject.h>

#include <bit>
#include <numeric>
#include <utility>

#include "body_input.h"
#include "geometry/mesh/placed_mesh.h"
#include "id_order.h"
#include "surface_gather.h"

namespace talus::filters {

namespace {

void addPose(const Pose& pose, std::vector<std::uint64_t>& stamp) {
  for (int axis = 0; axis < 3; ++axis) {
    stamp.push_back(std::bit_cast<std::uint64_t>(pose.position[axis]));
    for (int other = 0; other < 3; ++other)
      stamp.push_back(std::bit_cast<std::uint64_t>(pose.rotation(axis, other)));
  }
  stamp.push_back(std::bit_cast<std::uint64_t>(pose.scale));
}

void takeSurfaces(BodyInput input, WorldBodies& bodies) {
  bodies.surfaces = std::move(input.shapes);
  bodies.names = std::move(input.names);
  for (std::string& name : bodies.names)
    name = bodies.names.size() == 1 ? "The " + name : "S" + name.substr(1);
  bodies.ids = std::move(input.ids);
}

void takeScene(const BodyInput& input, WorldBodies& bodies) {
  for (std::size_t i = 0; i < input.bodies.size(); ++i) {
    if (input.bodies.role[i] == BodyRole::Absent) continue;
    addPose(input.bodies.pose[i], bodies.stamp);
    const TriangleMesh& shape = input.shapes[static_cast<std::size_t>(input.bodies.shape[i])];
    bodies.surfaces.push_back(placed(shape, input.bodies.pose[i]));
    bodies.names.push_back("Body " + std::to_string(input.ids[i]));
    bodies.ids.push_back(input.ids[i]);
  }
}

// Sends the bodies of each rank to all.
void shareScene(const RankGroup& ranks, WorldBodies& bodies) {
  const auto count = static_cast<Index>(bodies.surfaces.size());
  const std::vector<Index> counts = ranks.gather(std::vector{count});
  int number = std::accumulate(counts.begin(), counts.begin() + ranks.rank(), 0);
  BlockMeshes mine;
  for (TriangleMesh& surface : bodies.surfaces) mine[number++] = std::move(surface);
  std::vector<Index> ids(bodies.ids.begin(), bodies.ids.end());
  GatheredSurface all = gatherSurface(std::move(mine), ranks);
  ids = ranks.gather(ids);
  bodies.surfaces.clear();
  bodies.names.clear();
  bodies.ids.assign(ids.begin(), ids.end());
  for (auto& [block, mesh] : all.meshes) bodies.surfaces.push_back(std::move(mesh));
  for (const Index id : ids) bodies.names.push_back("Body " + std::to_string(id));
}

// Of a scene.
void orderByIds(WorldBodies& bodies) {
  WorldBodies ordered;
  for (const std::size_t i : rowsById(bodies.ids)) {
    ordered.surfaces.push_back(std::move(bodies.surfaces[i]));
    ordered.names.push_back(std::move(bodies.names[i]));
    ordered.ids.push_back(bodies.ids[i]);
  }
  std::swap(bodies.surfaces, ordered.surfaces);
  std::swap(bodies.names, ordered.names);
  std::swap(bodies.ids, ordered.ids);
}

}  // namespace

Box WorldBodies::bounds() const {
  Box box;
  for (const TriangleMesh& surface : surfaces) box.extend(surface.bounds());
  return box;
}

Outcome readWorldBodies(vtkAlgorithm& filter, const RankGroup& ranks, const NamedInputs& inputs,
                        WorldBodies& bodies) {
  BodyReader reader(ranks);
  Outcome outcome = attempt(filter, ranks, [&] { reader.read(inputs.data, inputs.names); });
  if (outcome != Outcome::Done) return outcome;
  reader.gather();
  bool scene = false;
  outcome = attempt(filter, ranks, [&] {
    BodyInput input = reader.take();
    scene = input.fromScene;
    for (const auto& [data, time] : input.stamp) {
      bodies.stamp.push_back(reinterpret_cast<std::uintptr_t>(data));
      bodies.stamp.push_back(time);
    }
    bodies.empty = input.empty;
    if (scene)
      takeScene(input, bodies);
    else
      takeSurfaces(std::move(input), bodies);
  });
  if (outcome != Outcome::Done) return outcome;
  scene = ranks.any(scene);
  if (scene && ranks.size() > 1) shareScene(ranks, bodies);
  if (scene) orderByIds(bodies);
  bool composite = false;
  for (vtkDataObject* input : inputs.data) composite = composite || input->IsA("vtkCompositeDataSet");
  bodies.numbered = ranks.any(composite) || bodies.surfaces.size() > 1;
  return outcome;
}

}  // namespace talus::filters
