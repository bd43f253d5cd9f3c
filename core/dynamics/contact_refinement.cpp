#include "dynamics/contact_refinement.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/number_text.h"

namespace talus {

void requireOptions(const RefinementOptions& options) {
  const auto refuse = [](const char* what, double value, const char* remedy) {
    throw Error(what, numberText(value), remedy);
  };
  const int method = static_cast<int>(options.method);
  if (method < 0 || method > static_cast<int>(RefinementMethod::ActiveSets))
    refuse("There is no such refinement", method, "Use 0 (PairLists) or 1 (ActiveSets)");
  if (!(options.skin >= 0 && std::isfinite(options.skin)))
    refuse("The skin must be at least 0", options.skin, "Give a part of the halos' reach, such as 0.25");
  if (!(options.coarseForce >= 0 && options.coarseForce <= 1))
    refuse("The coarse force must be 0 to 1", options.coarseForce, "Give 0 for none");
}

void ContactRefinement::begin() {
  for (PairRefinement& pair : pairs_) pair.sets = {};
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

bool ContactRefinement::isSettled() const {
  return std::none_of(pairs_.begin(), pairs_.end(),
                      [](const PairRefinement& pair) { return pair.sets.looks > 0 && pair.sets.changed; });
}

void ContactRefinement::save(ByteWriter& bytes) const {
  const auto isKnown = [](const PairRefinement& pair) { return pair.list.known; };
  bytes.value(static_cast<std::uint64_t>(std::count_if(pairs_.begin(), pairs_.end(), isKnown)));
  for (const PairRefinement& pair : pairs_) {
    if (!isKnown(pair)) continue;
    bytes.value(pair.bodies);
    bytes.value(pair.list.seen.linear);
    bytes.value(pair.list.seen.shift);
    bytes.value(pair.list.seen.ratio);
  }
}

void ContactRefinement::load(ByteReader& bytes, std::size_t bodyCount) {
  std::vector<PairRefinement> pairs;
  const auto isBody = [&](Index i) { return i >= 0 && static_cast<std::size_t>(i) < bodyCount; };
  for (auto left = bytes.value<std::uint64_t>(); left > 0; --left) {
    PairRefinement& pair = pairs.emplace_back();
    pair.bodies = bytes.value<BodyPair>();
    pair.list.known = true;
    pair.list.seen.linear = bytes.value<Eigen::Matrix3d>();
    pair.list.seen.shift = bytes.value<Vec3>();
    pair.list.seen.ratio = bytes.value<double>();
    if (!isBody(pair.bodies.first) || !isBody(pair.bodies.second))
      throw Error("The contacts of the snapshot are of other bodies", "",
                  "It is of another scene: use the one that was simulated");
  }
  pairs_ = std::move(pairs);
}

}  // namespace talus
