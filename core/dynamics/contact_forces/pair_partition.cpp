#include "dynamics/contact_forces/pair_partition.h"

#include <algorithm>

namespace talus {

namespace {

// Of the block with which the pairs begin.
std::size_t blockSize(std::span<const BodyPair> pairs, std::size_t maximum, bool byBodies) {
  const auto block = pairs.first(std::min(maximum, pairs.size()));
  if (!byBodies) return block.size();
  const auto bodies = static_cast<Index>((maximum + 3) / 4);
  const auto others = std::ranges::find_if(
      block, [&](const BodyPair& pair) { return pair.first / bodies != block[0].first / bodies; });
  return static_cast<std::size_t>(others - block.begin());
}

}  // namespace

void PairPartition::divide(std::span<const BodyPair> pairs, std::size_t maximum, bool byBodies) {
  pairs_ = pairs;
  begins_.assign(1, 0);
  while (begins_.back() < pairs.size())
    begins_.push_back(begins_.back() + blockSize(pairs.subspan(begins_.back()), maximum, byBodies));
}

}  // namespace talus
