#pragma once

#include "scene/json_node.h"
#include "scene/scene_json.h"
#include "scene/shape_generators.h"

namespace talus {

/// How the mesh of a shape is made, and the value of the scene file that says so, for errors.
struct ShapeSource {
  JsonNode place;
  ShapeRecipe make;
};

/// The source of a shape of a scene file: a mesh file, a generator, or points and triangles. Nothing is made
/// yet. @param load must outlive the source.
/// @throws Error none or several sources, a wrong type, a corner that is no point.
ShapeSource shapeSource(JsonObject& shape, const MeshLoader& load);

}  // namespace talus
