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

/// Bodies as surfaces in their places, the same on all ranks.
struct WorldBodies {
  /// What they depend on: equal stamps, equal bodies.
  std::vector<std::uint64_t> stamp;
  std::vector<TriangleMesh> surfaces;
  std::vector<std::string> names;  ///< for messages
  std::vector<std::int64_t> ids;   ///< the scene's, or numbers of blocks
  std::vector<std::string> empty;  ///< names of surfaces without triangles, which are no bodies
  bool numbered = false;           ///< several, or of a composite or scene: `ids` are worth telling

  Box bounds() const;
};

/// Reads one scene, or surfaces and composites of them, on all ranks. A scene's bodies that were removed are
/// left out. Collective.
Outcome readWorldBodies(vtkAlgorithm& filter, const RankGroup& ranks,
                        const std::vector<vtkDataObject*>& inputs, WorldBodies& bodies);

}  // namespace talus::filters
