#include "body_input.h"

#include <vtkPartitionedDataSetCollection.h>
#include <vtkPolyData.h>

#include <algorithm>

#include "base/error.h"
#include "base/surface_title.h"
#include "geometry/check/mesh_check.h"
#include "surface_blocks.h"

namespace talus::filters {

namespace {

bool allHaveTriangles(const std::vector<BodyShape>& shapes) {
  return std::all_of(shapes.begin(), shapes.end(),
                     [](const BodyShape& shape) { return shape.mesh.triangleCount() > 0; });
}

BodyInput bodiesOf(vtkPartitionedDataSetCollection& input, const SceneStamp& known) {
  BodyInput found;
  for (const auto& shape : sceneBlocks(input).shapes) found.stamp.emplace_back(shape, shape->GetMTime());
  const ShapeReading reading = found.stamp == known ? ShapeReading::Names : ShapeReading::Whole;
  Scene scene = readScene(input, reading);
  // A source that has the bodies on one rank gives shapes without triangles to the others.
  if (reading == ShapeReading::Whole && scene.bodies.size() == 0 && !allHaveTriangles(scene.shapes))
    scene.shapes.clear();
  for (BodyShape& shape : scene.shapes) {
    found.names.push_back(shape.name);
    found.shapes.push_back(std::move(shape.mesh));
    found.offsets.push_back(shape.offset);
  }
  found.bodies = contactBodies(scene.bodies);
  found.ids = scene.bodies.id;
  found.centres = scene.bodies.position;
  found.halo = scene.halo;
  found.fromScene = true;
  return found;
}

Vec3 centreOf(const TriangleMesh& mesh) {
  Box box;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    for (const Vec3& corner : mesh.corners(t)) box.extend(corner);
  return box.center();
}

}  // namespace

std::string BodyInput::labelOf(std::int64_t id) const {
  if (const auto label = labels.find(id); label != labels.end()) return label->second;
  return (fromScene ? "body " : "surface ") + std::to_string(id);
}

void BodyReader::read(const std::vector<vtkDataObject*>& inputs, const std::vector<std::string>& names) {
  for (vtkDataObject* input : inputs)
    if (isScene(*input) && inputs.size() > 1)
      throw Error("A scene comes with other inputs", "its contacts are those of its own bodies",
                  "Give the scene alone, or surfaces only");
  if (inputs.size() == 1 && isScene(*inputs[0])) {
    found_ = bodiesOf(*vtkPartitionedDataSetCollection::SafeDownCast(inputs[0]), known_);
    return;
  }
  pieces_ = readSplitPieces(inputs, names);
  for (const MeshPiece& piece : pieces_) {
    found_.stamp.emplace_back(piece.data, piece.data->GetMTime());
    if (!piece.name.empty()) found_.labels[piece.block] = piece.name;
  }
}

void BodyReader::gather() {
  surfaces_ = gatherBlocks(pieces_, ranks_);
  pieces_.clear();
}

BodyInput BodyReader::take() {
  for (auto& [number, block] : surfaces_) {
    const std::string name = surfaces_.size() > 1 ? "surface " + std::to_string(number) : "surface";
    takeSurface(number, block, withSource(name, block.source));
  }
  surfaces_.clear();
  return std::move(found_);
}

void BodyReader::takeSurface(int number, BlockMesh& block, const std::string& name) {
  found_.ghosts += block.ghosts;
  if (block.mesh.triangleCount() == 0) {
    found_.empty.push_back(name);
    return;
  }
  requireUsable(block.mesh, name);
  found_.bodies.add(static_cast<Index>(found_.shapes.size()), {});
  if (!block.source.empty()) found_.labels.try_emplace(number, name);
  found_.ids.push_back(number);
  found_.centres.push_back(centreOf(block.mesh));
  found_.names.push_back(name);
  found_.shapes.push_back(std::move(block.mesh));
  found_.offsets.push_back(Vec3::Zero());
}

}  // namespace talus::filters
