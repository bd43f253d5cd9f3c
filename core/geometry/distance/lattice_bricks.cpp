#include "geometry/distance/lattice_bricks.h"

#include <limits>

namespace talus {

// Morton, A computer oriented geodetic data base (1966): the bits of the coordinates in turn. The next bit is
// that of the axis along which the nodes of the bits before extend least.
LatticeBricks::LatticeBricks(const std::array<std::size_t, 3>& counts, const Vec3& spacing)
    : counts_(counts) {
  for (std::size_t nodes = 1; nodes < capacity; nodes *= 2) {
    double least = std::numeric_limits<double>::infinity();
    std::size_t axis = 3;
    for (std::size_t a = 0; a < 3; ++a) {
      const double extent = static_cast<double>(edge_[a]) * spacing[static_cast<Eigen::Index>(a)];
      if (edge_[a] >= counts_[a] || extent >= least) continue;
      least = extent;
      axis = a;
    }
    if (axis == 3) break;
    for (std::size_t n = 0; n < nodes; ++n) {
      place_[nodes + n] = place_[n];
      place_[nodes + n][axis] = static_cast<std::uint16_t>(place_[n][axis] + edge_[axis]);
    }
    edge_[axis] *= 2;
  }
  for (std::size_t a = 0; a < 3; ++a) bricks_[a] = (counts_[a] + edge_[a] - 1) / edge_[a];
}

}  // namespace talus
