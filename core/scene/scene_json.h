#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/context.h"
#include "scene/scene.h"

namespace talus {

/// Reads a surface from a file. The core reads none itself: who can hands it in.
/// @throws Error what the file lacks.
using MeshLoader = std::function<TriangleMesh(const std::string& path)>;

/// Reads a scene file and all that it includes (`data/scene.schema.json` describes the format).
///
/// Names of files are relative to the file they stand in. What an included file defines comes first; a file
/// that is included twice counts once; gravity and halo of the including file win. Bodies without an id get
/// the next free one. Quaternions of any length but 0 are normalised. Meshes are moved to the body frame, see
/// makeBodyShape(). Runs the context's stages to 1.
/// @throws Error the first mistake, its path in the JSON and the file: `$.bodies[3].orientation in
/// drum.json`. Cancelled. Nothing is left half-built.
Scene readSceneFile(const std::string& path, const MeshLoader& loadMesh, Context& context);

/// The same from a text. @param name what to call it in messages, and the file that relative names start at.
Scene readSceneText(const std::string& text, const std::string& name, const MeshLoader& loadMesh,
                    Context& context);

/// The scene as a scene file with everything in it, meshes included. Reading it gives the same scene, bit for
/// bit. The scene must be valid.
std::string sceneText(const Scene& scene);

/// What no array of bodies holds, item by item as JSON: how other formats carry it along.
struct SceneRows {
  std::vector<std::string> materials, pairs, motions;
};

SceneRows sceneRows(const Scene& scene);
/// Adds such rows to the materials, pairs and motions of a scene. What they say is not yet checked.
/// @param name what to call them in messages. @throws Error that names the row: `$.materials[1].density`.
void readSceneRows(const SceneRows& rows, const std::string& name, Scene& scene);

}  // namespace talus
