#pragma once

#include "base/parallel.h"

namespace talus {

/// Calls one(i) for the items 0 … count−1, on all threads, in chunks of `grain` of them: see
/// parallelChunks().
template <class One>
void parallelItems(std::size_t count, std::size_t grain, const One& one) {
  Context context;
  parallelChunks(count, grain, context, [&one](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) one(i);
  });
}

}  // namespace talus
