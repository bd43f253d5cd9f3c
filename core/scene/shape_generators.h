#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/context.h"
#include "geometry/mesh/triangle_mesh.h"
#include "scene/json_node.h"

namespace talus {

/// The values of a shape's `generator` in a scene file.
std::vector<std::string> shapeGenerators();

/// Makes a mesh; runs the context's stages to 1.
using ShapeRecipe = std::function<TriangleMesh(Context&)>;

/// The recipe in the shape object of a scene file: its `generator` and the options of core/shapes, by the
/// same names. Reads all keys of the generator.
/// @throws Error unknown generator, an option of the wrong type; the recipe itself: options out of range.
ShapeRecipe generatorRecipe(JsonObject& shape);

}  // namespace talus
