#include "vtk_xml/helped_loop.h"

#include <utility>

namespace talus::filters {

void HelpedLoop::run(std::size_t count, const std::function<void(std::size_t)>& one) {
  std::unique_lock lock(mutex_);
  one_ = &one;
  count_ = count;
  next_ = done_ = 0;
  changed_.notify_all();
  while (next_ < count_) takeOne(lock);
  changed_.wait(lock, [this] { return done_ == count_; });
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void HelpedLoop::end() {
  const std::lock_guard lock(mutex_);
  ended_ = true;
  changed_.notify_all();
}

void HelpedLoop::help() {
  std::unique_lock lock(mutex_);
  while (!ended_) {
    if (next_ < count_)
      takeOne(lock);
    else
      changed_.wait(lock);
  }
}

void HelpedLoop::takeOne(std::unique_lock<std::mutex>& lock) {
  const std::size_t item = next_++;
  const auto& one = *one_;
  lock.unlock();
  std::exception_ptr failure;
  try {
    one(item);
  } catch (...) {
    failure = std::current_exception();
  }
  lock.lock();
  if (failure && !failure_) failure_ = failure;
  ++done_;
  changed_.notify_all();
}

}  // namespace talus::filters
