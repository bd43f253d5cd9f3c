#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/types.h"
#include "enclosure/cells/cell_planes.h"

namespace talus {

/// The triangles of one group of planes, in the mesh's unit.
struct PlaneSource {
  alignas(64) double corner[3][3][PlaneGroup::size] = {};  ///< [corner][axis][triangle]
  Vec3 reference = Vec3::Zero();                           ///< the reference point of their octant
  std::array<std::uint32_t, PlaneGroup::size> triangle{};
  std::uint32_t count = 0;  ///< of triangles; the places after them become empty

  void add(std::uint32_t number, const std::array<Vec3, 3>& corners);
};

/// Computes planes by SIMD. About 15 ns for a triangle.
/// @param perUnit converts lengths to units of the octants' edges.
/// @param groups the output, one for each source.
/// @param doubtful receives the places, counted through all groups, for which rounding leaves the side of the
/// reference point open: there inner() is a guess, and flip() corrects a wrong one.
void makePlanes(std::span<const PlaneSource> sources, const Vec3& perUnit, PlaneGroup* groups,
                std::vector<std::uint32_t>& doubtful);

inline void PlaneSource::add(std::uint32_t number, const std::array<Vec3, 3>& corners) {
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t axis = 0; axis < 3; ++axis)
      corner[k][axis][count] = corners[k][static_cast<Eigen::Index>(axis)];
  triangle[count++] = number;
}

}  // namespace talus
