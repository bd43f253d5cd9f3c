#pragma once

#include "base/parallel.h"

namespace talus {

/// Calls one(i) for every body, in parallel where there are many. Bodies must not depend on each other.
template <class One>
void forEachBody(std::size_t count, const One& one) {
  constexpr std::size_t grain = 2048;  // about 0.1 ms of the cheapest work, far above a task's cost
  const auto chunk = [&one](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) one(i);
  };
  if (count <= grain) return chunk(0, count);
  Context context;
  parallelChunks(count, grain, context, chunk);
}

}  // namespace talus
