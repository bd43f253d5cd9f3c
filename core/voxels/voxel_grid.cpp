#include "voxels/voxel_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "base/error.h"
#include "base/number_text.h"

namespace talus {

namespace {

constexpr double largestCount = 1 << 30;
constexpr double maximumVoxels = 1e18;

std::string axisName(int axis) {
  return std::string(1, static_cast<char>('x' + axis));
}

std::string textOf(const Vec3& v) {
  return numberText(v[0]) + " " + numberText(v[1]) + " " + numberText(v[2]);
}

void requireBounds(const Box& box) {
  if (!box.min().allFinite() || !box.max().allFinite() || !(box.sizes().array() >= 0).all())
    throw Error("The bounds of the grid are empty", textOf(box.min()) + " to " + textOf(box.max()),
                "Give finite lower bounds below the upper ones");
}

// As many voxels of an edge as cover a length; what exceeds a whole number by rounding only does not count.
double countFor(double length, double edge) {
  return std::max(1.0, std::ceil(length / edge * (1 - 1e-12)));
}

Index asCount(double count, int axis) {
  if (!(count <= largestCount))
    throw Error("The voxels are too small", numberText(count) + " of them along " + axisName(axis),
                "Choose larger voxels or smaller bounds");
  return static_cast<Index>(count);
}

Index requireCount(Index count, Index padding, int axis) {
  if (count <= 2 * padding)
    throw Error("The padding leaves no voxel for the surface",
                std::to_string(count) + " voxels along " + axisName(axis) + " with " +
                    std::to_string(padding) + " on each side",
                "Give more voxels or less padding");
  return count - 2 * padding;
}

void requireExtent(double length, int axis) {
  if (!(length > 0))
    throw Error("The box to divide has no extent along " + axisName(axis), "length " + numberText(length),
                "Give bounds, or cubic voxels");
}

void requireSpacing(const Vec3& spacing) {
  if (!spacing.allFinite() || !(spacing.array() > 0).all())
    throw Error("The edges of a voxel must be lengths above 0", "spacing " + textOf(spacing),
                "Give three positive numbers");
}

// Voxels of given edges over a box.
VoxelGrid coveringGrid(const Box& box, const Vec3& spacing, Index padding, bool centred) {
  VoxelGrid grid;
  grid.spacing = spacing;
  for (int axis = 0; axis < 3; ++axis) {
    const double inner = countFor(box.sizes()[axis], spacing[axis]);
    const double surplus = std::max(0.0, inner * spacing[axis] - box.sizes()[axis]);
    grid.counts[static_cast<std::size_t>(axis)] = asCount(inner + 2.0 * padding, axis);
    grid.origin[axis] = box.min()[axis] - padding * spacing[axis] - (centred ? surplus / 2 : 0);
  }
  return grid;
}

}  // namespace

Vec3 VoxelGrid::centre(Index i, Index j, Index k) const {
  const Vec3 low = node(i, j, k);
  return low + 0.5 * (node(i + 1, j + 1, k + 1) - low);
}

std::int64_t VoxelGrid::voxelCount() const {
  return std::int64_t{counts[0]} * counts[1] * counts[2];
}

Vec3 VoxelGrid::toVoxels(const Vec3& p) const {
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
  Vec3 u;
  for (int axis = 0; axis < 3; ++axis) {
    const double place = (p[axis] - origin[axis]) / spacing[axis];
    const double nearest = std::round(place);
    const double doubt =
        rounding * ((std::abs(origin[axis]) + std::abs(p[axis])) / spacing[axis] + std::abs(place));
    u[axis] = std::abs(place - nearest) <= doubt ? nearest : place;
  }
  return u;
}

namespace {

// The grid, as long as its voxels can be numbered.
VoxelGrid requireCountable(const VoxelGrid& grid) {
  const double voxels = static_cast<double>(grid.counts[0]) * grid.counts[1] * grid.counts[2];
  if (voxels > maximumVoxels)
    throw Error("The grid has too many voxels", numberText(voxels) + " of them",
                "Choose larger voxels or smaller bounds");
  return grid;
}

}  // namespace

VoxelGrid makeGrid(const VoxelGridOptions& options, const Box& surface) {
  requireValid(options);
  const auto& b = options.bounds;
  const Box box = options.useBounds ? Box(Vec3(b[0], b[2], b[4]), Vec3(b[1], b[3], b[5])) : surface;
  const Index padding = options.useBounds ? 0 : options.padding;
  requireBounds(box);
  const Vec3 size = box.sizes();
  if (options.sizeBy == GridSize::Spacing)
    return requireCountable(coveringGrid(box, options.spacing, padding, !options.useBounds));
  if (options.sizeBy == GridSize::LongestEdge) {
    int axis = 0;
    size.maxCoeff(&axis);
    requireExtent(size[axis], axis);
    const double edge = size[axis] / requireCount(options.longestCount, padding, axis);
    requireSpacing(Vec3::Constant(edge));
    return requireCountable(coveringGrid(box, Vec3::Constant(edge), padding, !options.useBounds));
  }
  VoxelGrid grid;
  grid.counts = options.counts;
  for (int axis = 0; axis < 3; ++axis) {
    requireExtent(size[axis], axis);
    const Index inner = requireCount(options.counts[static_cast<std::size_t>(axis)], padding, axis);
    asCount(options.counts[static_cast<std::size_t>(axis)], axis);
    grid.spacing[axis] = size[axis] / inner;
    grid.origin[axis] = box.min()[axis] - padding * grid.spacing[axis];
  }
  requireSpacing(grid.spacing);
  return requireCountable(grid);
}

}  // namespace talus
