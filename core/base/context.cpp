#include "base/context.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace talus {

Context::Context(Report report) : report_(std::move(report)), owner_(std::this_thread::get_id()) {}

void Context::beginStage(double end, std::int64_t total) {
  throwIfCancelled();
  begin_ = end_;
  end_ = std::clamp(end, begin_, 1.0);
  total_ = std::max<std::int64_t>(total, 1);
  done_.store(0, std::memory_order_relaxed);
  report(begin_);
}

void Context::advance(std::int64_t steps) {
  const std::int64_t done = done_.fetch_add(steps, std::memory_order_relaxed) + steps;
  if (std::this_thread::get_id() == owner_) {
    const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total_));
    report(begin_ + share * (end_ - begin_));
  }
  throwIfCancelled();
}

void Context::throwIfCancelled() const {
  if (cancelled()) throw Cancelled();
}

void Context::report(double fraction) {
  constexpr double smallestStep = 1e-3;
  const bool worthIt = fraction >= reported_ + smallestStep || (fraction >= 1.0 && reported_ < 1.0);
  if (!report_ || !worthIt) return;
  reported_ = fraction;
  if (!report_(fraction)) cancel();
}

}  // namespace talus
