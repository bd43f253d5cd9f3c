#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "enclosure/enclosure.h"

namespace talus::bench {

/// Labels some points; thread-safe unless its contender says otherwise.
using Query = std::function<void(std::span<const Vec3> points, std::span<Side> sides)>;

/// A way to classify points: ours or another library's.
struct Contender {
  std::string name;
  std::function<Query(const TriangleMesh& mesh)> build;
  std::size_t stride = 1;  ///< of the points it is asked about; above 1 its times are extrapolated
  bool parallel = true;    ///< may be queried from many threads
};

/// Ours first, then the peers found at configure time.
std::vector<Contender> contenders();

}  // namespace talus::bench
