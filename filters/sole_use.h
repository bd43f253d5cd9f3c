#pragma once

#include <atomic>

namespace talus::filters {

/// Use of a filter by one call at a time. Python lets another thread run while a filter reports its progress,
/// and that thread may call the same filter, as may an observer.
class SoleUse {
 public:
  explicit SoleUse(std::atomic<bool>& inUse) : inUse_(inUse), granted_(!inUse.exchange(true)) {}
  ~SoleUse() {
    if (granted_) inUse_ = false;
  }
  SoleUse(const SoleUse&) = delete;
  SoleUse& operator=(const SoleUse&) = delete;

  /// False if another call has not ended: this one must not begin.
  bool granted() const { return granted_; }

 private:
  std::atomic<bool>& inUse_;
  bool granted_;
};

}  // namespace talus::filters
