#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "distributed/communicator.h"
#include "scene/body_shape.h"
#include "surface_gather.h"

class vtkAlgorithm;
class vtkInformationVector;

namespace talus::filters {

/// The surfaces of all connections of an input port, one for each dataset or block, by number.
struct NamedMeshes {
  BlockMeshes meshes;
  std::map<int, std::string> names;    ///< names of the blocks, may be empty
  std::map<int, std::string> sources;  ///< see SurfaceBlock
  std::int64_t ghosts = 0;             ///< cells that were omitted
};

/// The surfaces of this rank. @throws Error for data that are not a surface.
NamedMeshes namedMeshesOf(vtkInformationVector& input);

/// Gathers the meshes of all ranks; blocks with the same number become one. Collective.
NamedMeshes gatherMeshes(const NamedMeshes& mine, const RankGroup& ranks);

/// Converts the meshes to shapes of bodies, in their order; several ranks divide them. A shape has the name
/// of its block, made valid and unique, otherwise its kind with its number: shape0, shape1 …
/// @param taken names that other shapes have; the new names are added. @throws Error for a surface that is
/// not closed; as computeShared().
std::vector<BodyShape> bodyShapesOf(const NamedMeshes& meshes, const std::string& kind,
                                    std::set<std::string>& taken, vtkAlgorithm& filter, Communicator& ranks);

}  // namespace talus::filters
