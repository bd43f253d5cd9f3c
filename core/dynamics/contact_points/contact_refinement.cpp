#include "dynamics/contact_points/contact_refinement.h"

#include <algorithm>

namespace talus {

void ContactRefinement::begin() {
  for (PairRefinement& pair : pairs_.all()) pair.iterated.reset();
}

PairRefinement* ContactRefinement::find(const BodyPair& bodies) {
  const auto pairs = pairs_.all();
  const auto known = std::ranges::lower_bound(pairs, bodies, {}, &PairRefinement::bodies);
  return known != pairs.end() && known->bodies == bodies ? &*known : nullptr;
}

bool ContactRefinement::isSettled() const {
  return std::ranges::all_of(pairs_.all(), [](const PairRefinement& pair) {
    return pair.iterated == nullptr || pair.iterated->isSettled();
  });
}

}  // namespace talus
