#include "dynamics/contact_points/contact_refinement.h"

#include <algorithm>

namespace talus {

void ContactRefinement::begin() {
  for (PairRefinement& pair : pairs_) pair.iterated.reset();
}

void ContactRefinement::arrange(std::span<const BodyPair> pairs) {
  const auto same = [](const PairRefinement& known, const BodyPair& bodies) {
    return known.bodies == bodies;
  };
  if (std::equal(pairs_.begin(), pairs_.end(), pairs.begin(), pairs.end(), same)) return;
  before_.swap(pairs_);
  pairs_.clear();
  auto known = before_.begin();
  for (const BodyPair& bodies : pairs) {
    while (known != before_.end() && known->bodies < bodies) ++known;
    if (known != before_.end() && known->bodies == bodies)
      pairs_.push_back(std::move(*known));
    else
      pairs_.push_back({bodies, {}, {}});
  }
  before_.clear();
}

PairRefinement* ContactRefinement::find(const BodyPair& bodies) {
  const auto precedes = [](const PairRefinement& known, const BodyPair& key) { return known.bodies < key; };
  const auto known = std::lower_bound(pairs_.begin(), pairs_.end(), bodies, precedes);
  return known != pairs_.end() && known->bodies == bodies ? &*known : nullptr;
}

bool ContactRefinement::isSettled() const {
  return std::all_of(pairs_.begin(), pairs_.end(), [](const PairRefinement& pair) {
    return pair.iterated == nullptr || pair.iterated->isSettled();
  });
}

}  // namespace talus
