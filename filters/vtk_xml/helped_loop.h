#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>

namespace talus::filters {

/// Loops of one thread whose items others may take over.
class HelpedLoop {
 public:
  /// Calls one(i) for i in [0, count), by its thread and those that help. @throws the first exception of one.
  void run(std::size_t count, const std::function<void(std::size_t)>& one);
  /// No loop follows.
  void end();
  /// Takes items of this loop and those that follow, until the end.
  void help();

 private:
  void takeOne(std::unique_lock<std::mutex>& lock);

  std::mutex mutex_;
  std::condition_variable changed_;
  const std::function<void(std::size_t)>* one_ = nullptr;
  std::size_t count_ = 0, next_ = 0, done_ = 0;
  std::exception_ptr failure_;
  bool ended_ = false;
};

}  // namespace talus::filters
