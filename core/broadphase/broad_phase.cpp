#include "broadphase/broad_phase.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.h"
#include "broadphase/neighbour_list.h"
#include "broadphase/sweep_and_prune.h"

namespace talus {

void BroadPhase::update(const BoxArrays& boxes, Context& context) {
  requireBoxes(boxes);
  context.throwIfCancelled();
  begun_.clear();
  ended_.clear();
  work_ = {};
  search(boxes);
  context.advance(static_cast<std::int64_t>(boxes.size()));
}

void BroadPhase::update(const BoxArrays& boxes) {
  Context quiet;
  update(boxes, quiet);
}

std::size_t BroadPhase::memoryBytes() const {
  return methodBytes() + allocatedBytes(pairs_) + allocatedBytes(begun_) + allocatedBytes(ended_) +
         allocatedBytes(scratch_);
}

void BroadPhase::keepWanted(std::vector<BodyPair>& pairs) const {
  if (wanted_)
    std::erase_if(pairs, [this](const BodyPair& pair) { return !wanted_(pair.first, pair.second); });
}

void BroadPhase::replacePairs(const PairParts& found, std::size_t bodies) {
  sortPairs(found, bodies, scratch_);
  replaceSortedPairs(scratch_);
}

void BroadPhase::replaceSortedPairs(std::vector<BodyPair>& found) {
  keepWanted(found);
  comparePairs(pairs_, found, begun_, ended_);
  pairs_.swap(found);
}

void BroadPhase::changePairs(std::vector<BodyPair>& begun, std::vector<BodyPair>& ended) {
  for (auto* const changes : {&begun, &ended}) {
    std::sort(changes->begin(), changes->end());
    changes->erase(std::unique(changes->begin(), changes->end()), changes->end());
    keepWanted(*changes);
  }
  talus::changePairs(pairs_, begun, ended, scratch_);
  begun_.swap(begun);
  ended_.swap(ended);
}

BroadPhaseMethod chooseBroadPhase(std::size_t expectedBoxes) {
  constexpr std::size_t boxesForSweepAndPrune = 5000;
  return expectedBoxes > 0 && expectedBoxes <= boxesForSweepAndPrune ? BroadPhaseMethod::SweepAndPrune
                                                                     : BroadPhaseMethod::NeighbourList;
}

AddedMethods<BroadPhaseMethod, std::unique_ptr<BroadPhase> (*)(PairFilter)>& addedBroadPhases() {
  static AddedMethods<BroadPhaseMethod, std::unique_ptr<BroadPhase> (*)(PairFilter)> methods;
  return methods;
}

std::unique_ptr<BroadPhase> makeBroadPhase(const BroadPhaseOptions& options) {
  const bool choose = options.method == BroadPhaseMethod::Auto;
  switch (choose ? chooseBroadPhase(options.expectedBoxes) : options.method) {
    case BroadPhaseMethod::SweepAndPrune:
      return std::make_unique<SweepAndPrune>(options.wanted);
    case BroadPhaseMethod::SpatialHeapsort:
    case BroadPhaseMethod::Octree:
    case BroadPhaseMethod::UniformGrid:
    case BroadPhaseMethod::AdaptiveGrid:
    case BroadPhaseMethod::AllPairs:
      return addedBroadPhases().at(options.method)(options.wanted);
    case BroadPhaseMethod::NeighbourList:
      if (!std::isfinite(options.skin))
        throw Error("The skin " + std::to_string(options.skin) + " is not a finite length", "broad phase",
                    "Give a length of at least 0, or a negative number for an automatic choice");
      return std::make_unique<NeighbourList>(options.wanted, options.skin);
    case BroadPhaseMethod::Auto:
      break;
  }
  throw Error("The method " + std::to_string(static_cast<int>(options.method)) + " is unknown", "broad phase",
              "Choose one of BroadPhaseMethod");
}

}  // namespace talus
