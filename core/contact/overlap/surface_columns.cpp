#include "contact/overlap/surface_columns.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

namespace talus {

namespace {

std::size_t numberOf(int column, int row) {
  return static_cast<std::size_t>(row) * SurfaceColumns::perSide + static_cast<std::size_t>(column);
}

enum class Passage { Beside, Through, Unclear };

Passage passageThrough(const ProjectedTriangle& triangle, const Eigen::Vector2d& at) {
  constexpr double near = 1e-9;  // of a triangle's area
  constexpr double steep = 1e3;  // height over way
  double least = 1;
  for (std::size_t k = 0; k < 3; ++k) {
    const double turn = orientation2d(triangle.at[k], triangle.at[(k + 1) % 3], at);
    least = std::min(least, turn / triangle.orientation);
  }
  if (least < -near) return Passage::Beside;
  return least < near || triangle.slope.norm() > steep ? Passage::Unclear : Passage::Through;
}

struct Stretch {
  double begin = 0, end = 0;
};

// The crossings of the first body that are left out lie below the others, those of the second above.
enum class LeftOut { Below, Above };

// The stretches of a line within a body, from its crossings; none if they do not begin and end alternately.
std::vector<Stretch> stretchesOf(std::span<const SurfaceColumns::Crossing> crossings, LeftOut leftOut) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<Stretch> found;
  if (crossings.empty()) return found;
  bool within = leftOut == LeftOut::Below && crossings.front().upper;
  if (within) found.push_back({-infinity, infinity});
  for (const SurfaceColumns::Crossing& crossing : crossings) {
    if (crossing.upper != within) return {};
    if (within)
      found.back().end = crossing.height;
    else
      found.push_back({crossing.height, infinity});
    within = !within;
  }
  if (within && leftOut == LeftOut::Below) return {};
  return found;
}

}  // namespace

SurfaceColumns::SurfaceColumns(const ProjectedSurface& surface, std::vector<BoxedTriangle> triangles,
                               const Outline& area)
    : surface_(surface), triangles_(std::move(triangles)), area_(area) {
  for (Eigen::Index axis = 0; axis < 2; ++axis) {
    columnsPerLength_[axis] = perSide / area.sizes()[axis];
    if (!std::isfinite(columnsPerLength_[axis])) columnsPerLength_[axis] = 0;  // a flat area is one column
  }
  low_.fill(std::numeric_limits<double>::infinity());
  high_.fill(-std::numeric_limits<double>::infinity());
  for (const BoxedTriangle& triangle : triangles_) enter(triangle);
  sortCrossings();
}

Eigen::Vector2d SurfaceColumns::middleOf(int column, int row) const {
  const Eigen::Array2d place = Eigen::Array2d(column + 0.5, row + 0.5) / perSide;
  return area_.min() + (place * area_.sizes().array()).matrix();
}

// Calls visit(column, row) for the columns that a box meets. Monotonic, so that triangles that share a point
// of the area have a column in common.
template <class Visit>
void SurfaceColumns::forEachColumn(const Box& box, const Visit& visit) const {
  const auto index = [&](double place, Eigen::Index axis) {
    const double at = (place - area_.min()[axis]) * columnsPerLength_[axis];
    return static_cast<int>(std::clamp(at, 0.0, perSide - 1.0));
  };
  const int left = index(box.min().x(), 0), right = index(box.max().x(), 0);
  const int bottom = index(box.min().y(), 1), top = index(box.max().y(), 1);
  for (int row = bottom; row <= top; ++row)
    for (int column = left; column <= right; ++column) visit(column, row);
}

void SurfaceColumns::enter(const BoxedTriangle& boxed) {
  const Box& box = boxed.box;
  std::optional<ProjectedTriangle> triangle;
  forEachColumn(box, [&](int column, int row) {
    const auto here = numberOf(column, row);
    low_[here] = std::min(low_[here], box.min().z());
    high_[here] = std::max(high_[here], box.max().z());
    const Eigen::Vector2d at = middleOf(column, row);
    if (at.x() < box.min().x() || at.x() > box.max().x() || at.y() < box.min().y() || at.y() > box.max().y())
      return;
    if (!triangle) triangle = surface_.triangle(boxed.number);
    if (triangle->isEdgeOn()) return;
    const Passage passage = passageThrough(*triangle, at);
    if (passage == Passage::Unclear) unclear_[here] = true;
    if (passage == Passage::Through)
      crossings_.push_back({here, triangle->heightAt(at), triangle->orientation > 0});
  });
}

void SurfaceColumns::sortCrossings() {
  std::sort(crossings_.begin(), crossings_.end(), [](const Crossing& a, const Crossing& b) {
    return a.column != b.column ? a.column < b.column : a.height < b.height;
  });
  for (const Crossing& crossing : crossings_) ++begin_[crossing.column + 1];
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
}

std::span<const SurfaceColumns::Crossing> SurfaceColumns::crossings(std::size_t column) const {
  if (unclear_[column]) return {};
  return std::span(crossings_).subspan(begin_[column], begin_[column + 1] - begin_[column]);
}

// @param reaches whether a triangle's box is wanted for a column.
template <class Reaches>
std::vector<ProjectedTriangle> SurfaceColumns::trianglesWhere(const Reaches& reaches) const {
  std::vector<ProjectedTriangle> found;
  for (const BoxedTriangle& boxed : triangles_) {
    bool wanted = false;
    forEachColumn(boxed.box,
                  [&](int column, int row) { wanted = wanted || reaches(boxed.box, numberOf(column, row)); });
    if (!wanted) continue;
    const ProjectedTriangle triangle = surface_.triangle(boxed.number);
    if (!triangle.isEdgeOn()) found.push_back(triangle);
  }
  return found;
}

std::vector<ProjectedTriangle> SurfaceColumns::trianglesAbove(const SurfaceColumns& other, double by) const {
  return trianglesWhere(
      [&](const Box& box, std::size_t column) { return box.max().z() - by >= other.low_[column]; });
}

std::vector<ProjectedTriangle> SurfaceColumns::trianglesBelow(const SurfaceColumns& other, double by) const {
  return trianglesWhere(
      [&](const Box& box, std::size_t column) { return other.high_[column] - by >= box.min().z(); });
}

double surelyOverlappingUpTo(const SurfaceColumns& first, const SurfaceColumns& second) {
  std::vector<Stretch> overlaps;  // translations of the second body
  for (std::size_t column = 0; column < SurfaceColumns::count; ++column) {
    const std::vector<Stretch> ofSecond = stretchesOf(second.crossings(column), LeftOut::Above);
    if (ofSecond.empty()) continue;
    for (const Stretch& s : stretchesOf(first.crossings(column), LeftOut::Below))
      for (const Stretch& t : ofSecond)
        if (s.end > t.begin) overlaps.push_back({s.begin - t.end, s.end - t.begin});
  }
  std::sort(overlaps.begin(), overlaps.end(),
            [](const Stretch& a, const Stretch& b) { return a.begin < b.begin; });
  double reached = 0;
  for (const Stretch& next : overlaps) {
    if (next.begin > reached) break;
    reached = std::max(reached, next.end);
  }
  return reached;
}

}  // namespace talus
