#pragma once

#include "base/context.h"

namespace talus {

/// The context of one of many tasks of a computation: asks the whole one whether work was cancelled, and lets
/// it report, but counts its own steps.
class PartContext {
 public:
  /// @param whole must outlive this. @param steps of the task.
  PartContext(Context& whole, std::int64_t steps)
      : own_([&whole](double) {
          whole.advance(0);  // throws if it was cancelled
          return true;
        }) {
    own_.beginStage(1, steps);
  }

  operator Context&() { return own_; }

 private:
  Context own_;
};

}  // namespace talus
