#include "enclosure/interface/point_source.h"

namespace talus {

std::span<const Vec3> LatticePoints::read(std::size_t begin, std::span<Vec3> room) const {
  const auto& [x, y, z] = lattice_.along;
  std::size_t i = begin % x.size();
  std::size_t j = begin / x.size() % y.size();
  std::size_t k = begin / x.size() / y.size();
  for (Vec3& p : room) {
    p = {x[i], y[j], z[k]};
    if (++i < x.size()) continue;
    i = 0;
    if (++j < y.size()) continue;
    j = 0;
    ++k;
  }
  return room;
}

}  // namespace talus
