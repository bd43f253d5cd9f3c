#include "base/parallel.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>

#ifdef __SANITIZE_THREAD__
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#endif

namespace talus {

namespace {

using RunChunk = std::function<void(std::size_t chunk)>;

// Of the innermost ThreadLimit that was made on this thread. Threads that join it are in it already.
thread_local tbb::task_arena* limitedArena = nullptr;

#ifdef __SANITIZE_THREAD__

// Plain threads: ThreadSanitizer sees only instrumented synchronisation, and the system's oneTBB is not
// instrumented.
void forEachChunk(std::size_t chunks, const RunChunk& runChunk) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto work = [&] {
    try {
      for (std::size_t chunk = next++; chunk < chunks; chunk = next++) runChunk(chunk);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      next = chunks;
    }
  };
  std::thread other(work);
  work();
  other.join();
  if (failure) std::rethrow_exception(failure);
}

#else

// Isolated: a thread that waits for the end of this loop takes no work from outside of it. Such work might
// wait for something that the thread holds (std::call_once).
void forEachChunk(std::size_t chunks, const RunChunk& runChunk) {
  if (chunks == 1) return runChunk(0);
  const auto loop = [&] {
    tbb::parallel_for(std::size_t{0}, chunks, [&runChunk](std::size_t chunk) { runChunk(chunk); });
  };
  const auto isolated = [&] { tbb::this_task_arena::isolate(loop); };
  if (limitedArena)
    limitedArena->execute(isolated);
  else
    isolated();
}

#endif

}  // namespace

void parallelChunks(std::size_t count, std::size_t grain, Context& context,
                    const std::function<void(std::size_t, std::size_t)>& body) {
  const std::size_t chunks = (count + grain - 1) / grain;
  forEachChunk(chunks, [&](std::size_t chunk) {
    const std::size_t begin = chunk * grain;
    const std::size_t end = std::min(count, begin + grain);
    context.throwIfCancelled();
    body(begin, end);
    context.advance(static_cast<std::int64_t>(end - begin));
  });
  context.advance(0);  // reports the last progress of other threads from this one
}

void parallelInvoke(const std::function<void()>& one, const std::function<void()>& other) {
  forEachChunk(2, [&](std::size_t chunk) { (chunk == 0 ? one : other)(); });
}

int concurrency() {
#ifdef __SANITIZE_THREAD__
  return 2;
#else
  return limitedArena ? limitedArena->max_concurrency() : tbb::this_task_arena::max_concurrency();
#endif
}

struct ThreadLimit::Arena {
  explicit Arena(int threads) : limited(threads) { limitedArena = &limited; }
  ~Arena() { limitedArena = outer; }

  tbb::task_arena* outer = limitedArena;
  tbb::task_arena limited;
};

ThreadLimit::ThreadLimit(int threads) {
  if (threads > 0) arena_ = std::make_unique<Arena>(std::min(threads, concurrency()));
}

ThreadLimit::~ThreadLimit() = default;

}  // namespace talus
