#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "base/context.h"

namespace talus {

/// Calls body(begin, end) for disjoint chunks that cover [0, count), on all threads of oneTBB.
///
/// Chunks have `grain` items (the last may have fewer), whatever the number of threads. So a body that keeps
/// one partial result per chunk (index begin / grain) gives the same bits for every number of threads.
/// Progress counts items. @throws the first exception of body; Cancelled if the context was cancelled.
void parallelChunks(std::size_t count, std::size_t grain, Context& context,
                    const std::function<void(std::size_t begin, std::size_t end)>& body);

/// Calls both, side by side if a thread is free. @throws the first exception of either.
void parallelInvoke(const std::function<void()>& one, const std::function<void()>& other);

/// The current maximum number of threads of a parallel loop.
int concurrency();

/// Limits the threads of the parallel loops that the current thread starts, during its lifetime, which ends
/// on this thread. Other threads of the program, and their use of oneTBB, keep what they have.
class ThreadLimit {
 public:
  /// @param threads maximum number of threads, no more than an outer limit allows; 0: that of the outer one,
  /// or as many as there are cores.
  explicit ThreadLimit(int threads);
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

 private:
  struct Arena;
  std::unique_ptr<Arena> arena_;
};

}  // namespace talus
