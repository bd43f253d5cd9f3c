#pragma once

#include <filesystem>

#include "scene/scene.h"

namespace talus::bench {

/// Convex grains of 20 corners and about 1 cm, of default material, on a lattice above the floor of a box of
/// side × side of them, with gaps so that they fall a little. Grains come first, then five walls.
struct GrainBox {
  Scene scene;
  std::size_t grains = 0;
  double width = 0;   ///< inside, m
  double height = 0;  ///< of the walls, m
};
GrainBox grainBox(int side, int layers);

/// A bed of about so many grains: copies of a settled box side by side, or the grains nearest to one of its
/// edges, within walls of the same kind. At rest.
Scene bedOf(const GrainBox& settled, std::size_t grains);

/// Corners of the shapes and places of the bodies, for programs that are not ours. JSON.
void writeForOthers(const std::filesystem::path& path, const GrainBox& box);

}  // namespace talus::bench
