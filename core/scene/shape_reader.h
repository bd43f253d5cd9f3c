#pragma once

#include "scene/json_node.h"
#include "scene/scene_json.h"
#include "scene/shape_generators.h"

namespace talus {

/// A recipe for the mesh of a shape, and the value of the scene file that defines it, for errors.
struct ShapeSource {
  JsonNode place;
  ShapeRecipe make;
};

/// The source of a shape of a scene file: a mesh file, a generator, or points and triangles. Nothing is made
/// yet. @param load must outlive the source.
/// @throws Error none or several sources, a wrong type, a corner that is not the index of a point.
ShapeSource shapeSource(JsonObject& shape, const MeshLoader& load);

}  // namespace talus
