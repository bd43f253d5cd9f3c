#pragma once

#include "contact/search/near_pairs.h"
#include "dynamics/halo/last_search.h"

namespace talus {

/// What searches of two closed bodies of any form keep for later ones. Results have the same bits without it.
struct NearSurfaces {
  NearPairs list;  ///< near triangles
  LastSearch last;
};

}  // namespace talus
