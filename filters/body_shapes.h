#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "scene/body_shape.h"
#include "surface_gather.h"

class vtkInformationVector;

namespace talus::filters {

/// The surfaces of all connections of an input port, one for each dataset or block, by their numbers.
struct NamedMeshes {
  BlockMeshes meshes;
  std::map<int, std::string> names;  ///< those of the blocks, may be empty
  std::int64_t ghosts = 0;           ///< cells that were left out
};

/// What this rank has. @throws Error for what is no surface.
NamedMeshes namedMeshesOf(vtkInformationVector& input);

/// Brings the meshes of all ranks together, blocks with the same number to one. Collective.
NamedMeshes gatherMeshes(const NamedMeshes& mine, const RankGroup& ranks);

/// Makes them shapes of bodies, in their order. A shape has the name of its block, made fit and unique, else
/// that of its kind with its number: shape0, shape1 …
/// @param taken names that other shapes have; these are added. @throws Error for what is no closed surface.
std::vector<BodyShape> bodyShapesOf(const NamedMeshes& meshes, const std::string& kind,
                                    std::set<std::string>& taken);

}  // namespace talus::filters
