#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "geometry/mass/mass_properties.h"
#include "geometry/mesh/triangle_mesh.h"
#include "scene/scene.h"

namespace talus {

/// "1 body · volume 0.385, mass 808.5, centre (0, 0.1, 0)"; of several bodies the totals.
std::string massAnswer(std::span<const MassProperties> bodies);

/// "12 bodies of 3 shapes · 10 move by forces, 1 fixed, 1 moved by motions · 3.2 kg".
std::string sceneAnswer(const Scene& scene);

/// The same of placed bodies. @param wanted number of bodies that were to be placed, without walls.
std::string placementAnswer(const Scene& scene, std::int64_t wanted);

/// "110 bodies · 12 345 triangles".
std::string instancesAnswer(std::int64_t bodies, std::int64_t triangles);

/// "20 480 triangles · size 2 x 1 x 1".
std::string shapeAnswer(const TriangleMesh& mesh);

}  // namespace talus
