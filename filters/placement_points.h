#pragma once

#include <string>

#include "rank_group.h"
#include "scene/body_placement.h"

class vtkDataObject;

namespace talus::filters {

/// Names of point arrays with properties of the bodies at points; empty or "None": no array.
struct PlacementArrays {
  std::string orientation;  ///< 4 components, w x y z
  std::string size;         ///< 1 component
  std::string velocity;     ///< 3 components
};

/// This rank's points of a dataset, or of all datasets of a composite, with their arrays; no ghosts.
/// @throws Error for data without points, an array that does not exist or has another number of components.
PlacementPoints placementPointsOf(vtkDataObject* cloud, const PlacementArrays& names);

/// The points of all ranks, in the order of the ranks. Collective.
PlacementPoints gatherPoints(const PlacementPoints& mine, const RankGroup& ranks);

}  // namespace talus::filters
