#include "base/parallel.h"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <optional>

namespace talus {

void parallelChunks(std::size_t count, std::size_t grain, Context& context,
                    const std::function<void(std::size_t, std::size_t)>& body) {
  const std::size_t chunks = (count + grain - 1) / grain;
  const auto runChunk = [&](std::size_t chunk) {
    const std::size_t begin = chunk * grain;
    const std::size_t end = std::min(count, begin + grain);
    context.throwIfCancelled();
    body(begin, end);
    context.advance(static_cast<std::int64_t>(end - begin));
  };
  tbb::parallel_for(std::size_t{0}, chunks, runChunk);
}

struct ThreadLimit::Control {
  std::optional<tbb::global_control> limit;
};

ThreadLimit::ThreadLimit(int threads) : control_(std::make_unique<Control>()) {
  if (threads > 0)
    control_->limit.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
}

ThreadLimit::~ThreadLimit() = default;

}  // namespace talus
