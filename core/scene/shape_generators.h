#pragma once

#include <functional>
#include <map>
#include <string>

#include "base/context.h"
#include "geometry/mesh/triangle_mesh.h"
#include "scene/json_node.h"

namespace talus {

/// Makes a mesh; runs the context's stages to 1.
using ShapeRecipe = std::function<TriangleMesh(Context&)>;

/// Reads the options of a generator, all keys of it, in the shape object of a scene file.
/// @throws Error an option of the wrong type; the recipe itself: options out of range.
using ShapeReader = ShapeRecipe (*)(JsonObject& shape);

/// The readers of all generators by the values of a shape's `generator`: the options of core/shapes, by the
/// same names.
const std::map<std::string, ShapeReader>& shapeReaders();

}  // namespace talus
