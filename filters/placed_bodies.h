#pragma once

#include <vector>

#include "enclosure/classifier/classifier.h"
#include "rank_group.h"

class vtkPartitionedDataSetCollection;

namespace talus::filters {

/// The bodies of a scene as numbers that ranks can exchange.
struct PlacedBodies {
  std::vector<double> poses;  ///< for each body: shape, position, rotation by rows, scale
  std::vector<Index> ids;

  bool operator==(const PlacedBodies&) const = default;
  std::vector<PlacedSurface> surfaces() const;
};

/// @throws Error for an invalid scene, or ids beyond 32 bits.
PlacedBodies placedBodiesOf(vtkPartitionedDataSetCollection& scene);

/// Gathers the bodies of all ranks on every rank, ordered by id. Collective.
PlacedBodies gatherBodies(const PlacedBodies& mine, const RankGroup& ranks);

}  // namespace talus::filters
