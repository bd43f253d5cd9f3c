#include "dynamics/contact_points/contact_refinement.h"

#include <algorithm>

namespace talus {

PairRefinement* ContactRefinement::find(const BodyPair& bodies) {
  const auto pairs = pairs_.all();
  const auto known = std::ranges::lower_bound(pairs, bodies, {}, &PairRefinement::bodies);
  return known != pairs.end() && known->bodies == bodies ? &*known : nullptr;
}

}  // namespace talus
