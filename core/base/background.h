#pragma once

#include <exception>
#include <functional>
#include <thread>

namespace talus {

/// Work by a thread of its own, with a lower priority: it gets what other threads leave idle.
class Background {
 public:
  /// @throws std::system_error no thread can be made.
  explicit Background(std::function<void()> work);
  /// Waits for the end of the work.
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  /// Waits for the end of the work. @throws what it threw.
  void wait();

 private:
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace talus
