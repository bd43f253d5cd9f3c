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

/// The current maximum number of threads of a parallel loop.
int concurrency();

/// Limits the threads of every parallel loop during its lifetime.
class ThreadLimit {
 public:
  /// @param threads maximum number of threads; 0: as many as there are cores.
  explicit ThreadLimit(int threads);
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

 private:
  struct Control;
  std::unique_ptr<Control> control_;
};

}  // namespace talus
