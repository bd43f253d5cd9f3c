#include "contact/overlap/projected_surface.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

namespace talus {

ProjectedTriangle::ProjectedTriangle(const std::array<Vec3, 3>& corners) : at(corners) {
  const Vec3 normal = (at[1] - at[0]).cross(at[2] - at[0]);
  orientation = normal.z();
  slope = -normal.head<2>() / orientation;
  for (const Vec3& p : at) outline.extend(p.head<2>());
  std::tie(low, high) = std::minmax({at[0].z(), at[1].z(), at[2].z()});
}

bool ProjectedTriangle::isEdgeOn() const {
  const double length = (at[1] - at[0]).norm() * (at[2] - at[0]).norm();
  return !(std::abs(orientation) > 1e-12 * length);
}

double ProjectedTriangle::heightAt(const Eigen::Vector2d& p) const {
  return std::clamp(at[0].z() + slope.dot(p - at[0].head<2>()), low, high);
}

ProjectedSurface::ProjectedSurface(const SurfaceCells& surface, const Pose& toFrame, const Vec3& origin,
                                   const Eigen::Matrix3d& view)
    : mesh_(surface.mesh()), patches_(surface.patches()), toFrame_(toFrame), origin_(origin), view_(view) {
  constexpr double roundings = 64 * std::numeric_limits<double>::epsilon();
  const auto greatest = [](const Vec3& p) { return p.lpNorm<Eigen::Infinity>(); };
  const Box& box = surface.bounds();
  const double size = toFrame.scale * std::max(greatest(box.min()), greatest(box.max())) +
                      greatest(toFrame.position) + greatest(origin);
  const Vec3 margin = Vec3::Constant(roundings * size);
  const Eigen::Matrix3d turn = view * toFrame.rotation * toFrame.scale;
  const Eigen::Matrix3d spread = turn.cwiseAbs();
  const Vec3 shift = view * (toFrame.position - origin);
  boxes_.reserve(patches_.patches().size());
  for (const SurfacePatches::Patch& patch : patches_.patches()) {
    const Vec3 middle = turn * patch.box.center() + shift;
    const Vec3 half = spread * (0.5 * patch.box.sizes()) + margin;
    bounds_.extend(boxes_.emplace_back(middle - half, middle + half));
  }
}

// The greatest height of a point, or of its opposite if the sign is -1. Begins with the patch that may have
// it.
double ProjectedSurface::farthest(double sign) const {
  const auto limit = [&](const Box& box) { return sign > 0 ? box.max().z() : -box.min().z(); };
  double found = -std::numeric_limits<double>::infinity();
  const auto take = [&](std::size_t patch) {
    for (const Index point : patches_.points(patches_.patches()[patch]))
      found = std::max(found, sign * place(point).z());
  };
  const auto first = std::max_element(boxes_.begin(), boxes_.end(),
                                      [&](const Box& a, const Box& b) { return limit(a) < limit(b); });
  if (first != boxes_.end()) take(static_cast<std::size_t>(first - boxes_.begin()));
  for (std::size_t i = 0; i < boxes_.size(); ++i)
    if (limit(boxes_[i]) > found) take(i);
  return found;
}

Box ProjectedSurface::boundsIn(const Box& where) const {
  Box bounds;
  for (const Box& box : boxes_)
    if (box.intersects(where)) bounds.extend(box);
  return bounds;
}

std::vector<BoxedTriangle> ProjectedSurface::trianglesIn(const Box& where) const {
  std::vector<BoxedTriangle> found;
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    if (!boxes_[i].intersects(where)) continue;
    const SurfacePatches::Patch& patch = patches_.patches()[i];
    points.clear();
    for (const Index point : patches_.points(patch)) points.push_back(place(point));
    for (const auto& [a, b, c] : patches_.triangles(patch)) {
      const std::array<Vec3, 3> at{points[a], points[b], points[c]};
      const Box box = boxOf(at);
      if (box.intersects(where)) found.push_back({at, box});
    }
  }
  return found;
}

ProjectionGrid::ProjectionGrid(std::vector<ProjectedTriangle> triangles, const Outline& area)
    : triangles_(std::move(triangles)), area_(area) {
  constexpr int maximumPerSide = 1024;
  constexpr std::size_t maximumEntries = 8;  // for a triangle, in the mean
  const double root = std::sqrt(static_cast<double>(triangles_.size()));
  for (perSide_ = std::clamp(static_cast<int>(root), 1, maximumPerSide);; perSide_ /= 2) {
    cellsPerLength_ = (perSide_ / area_.sizes().array()).matrix();
    if (perSide_ == 1 || entries() <= maximumEntries * triangles_.size()) break;
  }
  fill();
}

// Monotonic in all coordinates, so that outlines that meet have a cell in common.
ProjectionGrid::Cells ProjectionGrid::cellsOf(const Outline& outline) const {
  const auto index = [&](double place, Eigen::Index axis) {
    const double at = (place - area_.min()[axis]) * cellsPerLength_[axis];
    return std::isfinite(at) ? static_cast<int>(std::clamp(at, 0.0, perSide_ - 1.0)) : 0;
  };
  if (!outline.intersects(area_)) return {0, -1, 0, -1};
  return {index(outline.min().x(), 0), index(outline.max().x(), 0), index(outline.min().y(), 1),
          index(outline.max().y(), 1)};
}

std::size_t ProjectionGrid::entries() const {
  std::size_t count = 0;
  for (const ProjectedTriangle& triangle : triangles_) {
    const Cells cells = cellsOf(triangle.outline);
    count += static_cast<std::size_t>(cells.right - cells.left + 1) *
             static_cast<std::size_t>(cells.top - cells.bottom + 1);
  }
  return count;
}

void ProjectionGrid::fill() {
  const auto forEachEntry = [&](const auto& enter) {
    for (std::size_t i = 0; i < triangles_.size(); ++i) {
      const Cells cells = cellsOf(triangles_[i].outline);
      const Entry entry{static_cast<std::uint32_t>(i), cells.left, cells.bottom};
      for (int row = cells.bottom; row <= cells.top; ++row)
        for (int column = cells.left; column <= cells.right; ++column) enter(cell(column, row), entry);
    }
  };
  begin_.assign(cell(0, perSide_) + 1, 0);
  forEachEntry([&](std::size_t where, const Entry&) { ++begin_[where + 1]; });
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  entries_.resize(begin_.back());
  heights_.assign(begin_.size() - 1, {});
  std::vector<std::uint32_t> next = begin_;
  forEachEntry([&](std::size_t where, const Entry& entry) {
    entries_[next[where]++] = entry;
    const ProjectedTriangle& triangle = triangles_[entry.triangle];
    heights_[where].low = std::min(heights_[where].low, triangle.low);
    heights_[where].high = std::max(heights_[where].high, triangle.high);
  });
}

}  // namespace talus
