#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <thread>

namespace talus {

/// Progress and cancellation of one long computation. It consists of a sequence of stages, each an interval
/// of [0, 1]; loops call advance() from any thread.
///
/// The report function is called only from the thread that created the context, with fractions that never
/// decrease: for each thousandth of the whole, and every 50 ms, so that slow work can be cancelled, too. It
/// returns false to cancel; loops then stop at their next chunk and throw Cancelled.
class Context {
 public:
  using Report = std::function<bool(double fraction)>;

  explicit Context(Report report = {});
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// Begins a stage of `total` steps that ends at fraction `end` of the whole. The previous stage counts as
  /// complete.
  void beginStage(double end, std::int64_t total);
  /// Counts `steps` of the current stage as done. Thread-safe. Throws Cancelled once the work is cancelled.
  void advance(std::int64_t steps);

  /// Requests cancellation. Thread-safe.
  void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }
  /// Throws Cancelled if cancel() was called.
  void throwIfCancelled() const;

 private:
  void report(double fraction);

  Report report_;
  std::thread::id owner_;
  std::atomic<bool> cancelled_{false};
  std::atomic<std::int64_t> done_{0};
  std::int64_t total_ = 1;
  double begin_ = 0;
  double end_ = 0;
  double reported_ = -1;
  std::chrono::steady_clock::time_point reportedAt_;
};

}  // namespace talus
