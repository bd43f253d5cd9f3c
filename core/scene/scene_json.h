#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/context.h"
#include "scene/scene.h"

namespace talus {

/// Reads a surface from a file. The core has no file readers: the caller provides one.
/// @throws Error the file is missing or invalid.
using MeshLoader = std::function<TriangleMesh(const std::string& path)>;

/// Reads a scene file and its included files (`data/scene.schema.json` describes the format). File names are
/// relative to the file that contains them. Definitions of included files come first; a file that is included
/// twice counts once; gravity and halo of the including file take precedence. Bodies without an id get the
/// next free one. Quaternions of any length but 0 are normalised. Meshes are moved to the body frame, see
/// makeBodyShape(). Runs the context's stages to 1.
/// @throws Error the first mistake, its path in the JSON and the file: `$.bodies[3].orientation in
/// drum.json`. Cancelled. There are no partial results.
Scene readSceneFile(const std::string& path, const MeshLoader& loadMesh, Context& context);

/// The same from a text. @param name in messages, and the file from which relative names start.
Scene readSceneText(const std::string& text, const std::string& name, const MeshLoader& loadMesh,
                    Context& context);

/// The scene as a scene file with everything in it, meshes included. Reading it gives the same scene, bit for
/// bit. The scene must be valid.
std::string sceneText(const Scene& scene);

/// The parts of a scene that are not arrays of bodies, item by item as JSON, for other formats.
struct SceneRows {
  std::vector<std::string> materials, pairs, motions;
};

SceneRows sceneRows(const Scene& scene);
/// Adds such rows to the materials, pairs and motions of a scene. Values are not yet checked.
/// @param name in messages. @throws Error with the row: `$.materials[1].density`.
void readSceneRows(const SceneRows& rows, const std::string& name, Scene& scene);

}  // namespace talus
