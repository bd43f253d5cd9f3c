#pragma once

#include "base/error.h"

namespace talus {

/// The error for values in a snapshot that nothing has written there. A checksum tells only that the bytes
/// are those that it was computed of.
inline Error damagedSnapshot() {
  return {"The snapshot is damaged", "", "Use another one, or start again"};
}

}  // namespace talus
