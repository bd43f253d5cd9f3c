#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "attempt.h"
#include "geometry/mesh/triangle_mesh.h"
#include "rank_group.h"

class vtkAlgorithm;
class vtkDataObject;

namespace talus::filters {

/// Bodies as surfaces in their poses, the same on all ranks; those of a scene are ordered by id.
struct WorldBodies {
  /// Everything on which they depend: equal stamps mean equal bodies.
  std::vector<std::uint64_t> stamp;
  std::vector<TriangleMesh> surfaces;
  std::vector<std::string> names;  ///< for messages
  std::vector<std::int64_t> ids;   ///< of the scene, or numbers of blocks
  std::vector<std::string> empty;  ///< names of surfaces without triangles, which are no bodies
  bool numbered = false;           ///< several, or from a composite or scene: `ids` are meaningful

  Box bounds() const;
};

/// The inputs of a filter, and their names as the user knows them; these may be fewer.
struct NamedInputs {
  std::vector<vtkDataObject*> data;
  std::vector<std::string> names;
};

/// Reads one scene, or surfaces and composites of them, on all ranks. Removed bodies of a scene are omitted.
/// Collective.
Outcome readWorldBodies(vtkAlgorithm& filter, const RankGroup& ranks, const NamedInputs& inputs,
                        WorldBodies& bodies);

}  // namespace talus::filters
