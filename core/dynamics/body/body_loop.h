#pragma once

#include "base/parallel.h"

namespace talus {

/// Calls chunk(begin, end) for ranges that cover all bodies, in parallel if there are many. Bodies must not
/// depend on each other.
template <class Chunk>
void forEachRange(std::size_t count, const Chunk& chunk) {
  // Some 20 µs of the cheapest work, far above the cost of a task, and equal shares of 9 000 bodies.
  constexpr std::size_t bodiesPerChunk = 512;
  if (count <= bodiesPerChunk) return chunk(std::size_t{0}, count);
  Context context;
  parallelChunks(count, bodiesPerChunk, context, chunk);
}

/// Calls one(i) for every body.
template <class One>
void forEachBody(std::size_t count, const One& one) {
  forEachRange(count, [&one](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) one(i);
  });
}

}  // namespace talus
