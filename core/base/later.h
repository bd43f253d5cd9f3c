#pragma once

#include <memory>
#include <mutex>

namespace talus {

/// A value that is made when it is first needed, once, whichever thread needs it. Parallel loops of the one
/// that makes it do not wait for work of others (parallel.h), so it may run some.
template <class Value>
class Later {
 public:
  /// @param make returns a unique_ptr; if it throws, the next call tries again.
  template <class Make>
  const Value& get(const Make& make) const {
    std::call_once(state_->once, [&] { state_->made = make(); });
    return *state_->made;
  }

 private:
  struct State {
    std::once_flag once;
    std::unique_ptr<const Value> made;
  };
  std::unique_ptr<State> state_ = std::make_unique<State>();
};

}  // namespace talus
