#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "options/listed_statistics.h"

namespace talus {

/// Statistics of a frame: counts since the previous frame, and the state at its end. Energies and momenta do
/// not include walls and removed bodies. Most are listed in options/statistics.json.
struct FrameStatistics : ListedStatistics {
  double time = 0;  ///< s
  std::vector<std::int64_t>
      comparisons;  ///< of triangles, by level of the surrogate trees, in searches for contacts

  void save(ByteWriter& bytes) const;
  /// @throws Error the bytes end too early, or are not of statistics.
  void load(ByteReader& bytes);
};

}  // namespace talus
