#pragma once

#include "base/error.h"

namespace talus {

/// The end of a run by a wall that cannot go on, since bodies before it cannot give way. Programs may expect
/// it.
class BlockedWall : public Error {
 public:
  using Error::Error;
};

}  // namespace talus
