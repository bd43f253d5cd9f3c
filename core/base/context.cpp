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
  constexpr std::chrono::milliseconds longestWait(50);
  if (!report_) return;
  const bool forward = fraction >= reported_ + smallestStep || (fraction >= 1.0 && reported_ < 1.0);
  const auto now = std::chrono::steady_clock::now();
  if (!forward && now < reportedAt_ + longestWait) return;
  reported_ = fraction;
  reportedAt_ = now;
  if (!report_(fraction)) cancel();
}

}  // namespace talus
