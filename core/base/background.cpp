#include "base/background.h"

#include <unistd.h>

#include <utility>

namespace talus {

namespace {

constexpr int lower = 10;  // a tenth of the time of others where all cores are busy

void lowerPriority() {
#ifdef __linux__  // elsewhere it would be that of the whole process
  static_cast<void>(::nice(lower));
#endif
}

}  // namespace

Background::Background(std::function<void()> work)
    : thread_([this, own = std::move(work)] {
        lowerPriority();
        try {
          own();
        } catch (...) {
          failure_ = std::current_exception();
        }
      }) {}

Background::~Background() {
  if (thread_.joinable()) thread_.join();
}

void Background::wait() {
  if (thread_.joinable()) thread_.join();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

}  // namespace talus
