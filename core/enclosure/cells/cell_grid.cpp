#include "enclosure/cells/cell_grid.h"

#include <cmath>
#include <limits>

namespace talus {

namespace {

constexpr int maximumCellsPerAxis = 4096;

// Minimum thickness of a cell, so that its centre, rounded to double, stays well inside the cell.
double smallestCell(const Box& bounds, Eigen::Index axis) {
  constexpr double roundings = 64;
  const double magnitude = std::max(std::abs(bounds.min()[axis]), std::abs(bounds.max()[axis]));
  return std::max(roundings * std::numeric_limits<double>::epsilon() * magnitude,
                  1e3 * std::numeric_limits<double>::min());
}

// Edge length of a cube such that `wanted` cubes fill the box; flat directions do not count.
double cubeEdge(const Vec3& extent, double wanted) {
  const double longest = extent.maxCoeff();
  double volume = 1;
  double dimensions = 0;
  for (const double e : extent) {
    const double share = e / longest;
    if (share * std::cbrt(wanted) < 1) continue;
    volume *= share;
    dimensions += 1;
  }
  return longest * std::pow(volume / wanted, 1 / dimensions);
}

}  // namespace

CellGrid::CellGrid(const Box& bounds, double wantedCells) : bounds_(bounds) {
  const Vec3 extent = 0.5 * bounds.max() - 0.5 * bounds.min();  // halved, since the full extent may overflow
  if (!(extent.maxCoeff() > 0)) return;
  const double edge = cubeEdge(extent, std::max(wantedCells, 1.0));
  for (Eigen::Index axis = 0; axis < 3; ++axis) {
    const double cell = std::max(edge, 0.5 * smallestCell(bounds, axis));
    const double count =
        std::clamp(std::floor(extent[axis] / cell), 1.0, static_cast<double>(maximumCellsPerAxis));
    size_[static_cast<std::size_t>(axis)] = static_cast<int>(count);
    cellSize_[axis] = 2 * (extent[axis] / count);
    if (!(cellSize_[axis] > 0)) continue;
    centreError_ = std::max(centreError_, centreErrorAlong(axis));
    if (!std::isfinite(1 / cellSize_[axis])) continue;
    perLength_[axis] = perEdge_[axis] = 1 / cellSize_[axis];
  }
}

double CellGrid::centreErrorAlong(Eigen::Index axis) const {
  constexpr double roundings = 4 * std::numeric_limits<double>::epsilon();
  if (!std::isfinite(1 / cellSize_[axis])) return 1;  // coordinates in units of cells would not be finite
  const double magnitude = std::max(std::abs(bounds_.min()[axis]), std::abs(bounds_.max()[axis]));
  return roundings * (magnitude / cellSize_[axis] + size_[static_cast<std::size_t>(axis)]);
}

}  // namespace talus
