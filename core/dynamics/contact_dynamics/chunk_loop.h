#pragma once

#include <algorithm>
#include <vector>

#include "base/parallel.h"

namespace talus {

/// Calls chunk(begin, end) for ranges of `grain` items that cover [0, count), in parallel if there are more.
/// Items must not depend on each other. Loops of a step are short: a task must be worth its start.
template <class Chunk>
void inChunks(std::size_t count, std::size_t grain, const Chunk& chunk) {
  if (count <= grain) {
    if (count > 0) chunk(std::size_t{0}, count);
    return;
  }
  Context context;
  parallelChunks(count, grain, context, chunk);
}

/// Calls one(n) for every pair of bodies, as inChunks().
template <class One>
void forEachPair(std::size_t count, const One& one) {
  constexpr std::size_t pairsPerChunk = 256;
  inChunks(count, pairsPerChunk, [&one](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) one(n);
  });
}

/// For each chunk of pairs the value that sum(begin, end) returns, in their order: added up in it, they have
/// the same bits for every number of threads.
template <class Sum>
auto sumsOfPairs(std::size_t count, const Sum& sum) {
  constexpr std::size_t pairsPerSum = 1024;
  std::vector<decltype(sum(std::size_t{}, std::size_t{}))> sums((count + pairsPerSum - 1) / pairsPerSum);
  inChunks(count, pairsPerSum, [&](std::size_t begin, std::size_t end) {
    for (std::size_t first = begin; first < end; first += pairsPerSum)
      sums[first / pairsPerSum] = sum(first, std::min(first + pairsPerSum, end));
  });
  return sums;
}

}  // namespace talus
