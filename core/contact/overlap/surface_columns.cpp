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

// A triangle that lines pass through or beside.
class Crossed {
 public:
  explicit Crossed(const ProjectedTriangle& triangle)
      : triangle_(triangle), edgeOn_(triangle.isEdgeOn()), steep_(triangle.slope.norm() > steepest) {}

  const ProjectedTriangle& triangle() const { return triangle_; }
  Passage passageAt(const Eigen::Vector2d& at) const {
    constexpr double near = 1e-9;  // of a triangle's area
    if (edgeOn_) return Passage::Beside;
    double least = 1;
    for (std::size_t k = 0; k < 3; ++k) {
      const double turn = orientation2d(triangle_.at[k], triangle_.at[(k + 1) % 3], at);
      least = std::min(least, turn / triangle_.orientation);
      if (least < -near) return Passage::Beside;
    }
    return least < near || steep_ ? Passage::Unclear : Passage::Through;
  }

 private:
  static constexpr double steepest = 1e3;  // height over way

  ProjectedTriangle triangle_;
  bool edgeOn_, steep_;
};

struct Stretch {
  double begin = 0, end = 0;
};

// The crossings of the first body that are left out lie below the others, those of the second above.
enum class LeftOut { Below, Above };

// The stretches of a line within a body, from its crossings; none if they do not begin and end alternately.
// @param found overwritten; a buffer that callers reuse.
void findStretches(std::span<const SurfaceColumns::Crossing> crossings, LeftOut leftOut,
                   std::vector<Stretch>& found) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  found.clear();
  if (crossings.empty()) return;
  bool within = leftOut == LeftOut::Below && crossings.front().upper;
  if (within) found.push_back({-infinity, infinity});
  for (const SurfaceColumns::Crossing& crossing : crossings) {
    if (crossing.upper != within) return found.clear();
    if (within)
      found.back().end = crossing.height;
    else
      found.push_back({crossing.height, infinity});
    within = !within;
  }
  if (within && leftOut == LeftOut::Below) found.clear();
}

}  // namespace

SurfaceColumns::SurfaceColumns(std::vector<BoxedTriangle> triangles, const Outline& area)
    : triangles_(std::move(triangles)), area_(area) {
  for (Eigen::Index axis = 0; axis < 2; ++axis) {
    columnsPerLength_[axis] = perSide / area.sizes()[axis];
    if (!std::isfinite(columnsPerLength_[axis])) columnsPerLength_[axis] = 0;  // a flat area is one column
  }
  for (std::size_t i = 0; i < middles_.size(); ++i)
    middles_[i] = area.min() + (static_cast<double>(i) + 0.5) / perSide * area.sizes();
  low_.fill(std::numeric_limits<double>::infinity());
  high_.fill(-std::numeric_limits<double>::infinity());
  for (const BoxedTriangle& triangle : triangles_) enter(triangle);
  sortCrossings();
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
  std::optional<Crossed> crossed;
  forEachColumn(box, [&](int column, int row) {
    const auto here = numberOf(column, row);
    low_[here] = std::min(low_[here], box.min().z());
    high_[here] = std::max(high_[here], box.max().z());
    const Eigen::Vector2d at(middles_[static_cast<std::size_t>(column)].x(),
                             middles_[static_cast<std::size_t>(row)].y());
    if (at.x() < box.min().x() || at.x() > box.max().x() || at.y() < box.min().y() || at.y() > box.max().y())
      return;
    if (!crossed) crossed.emplace(ProjectedTriangle(boxed.at));
    const Passage passage = crossed->passageAt(at);
    const ProjectedTriangle& triangle = crossed->triangle();
    if (passage == Passage::Unclear) unclear_[here] = true;
    if (passage == Passage::Through)
      crossings_.push_back({here, triangle.heightAt(at), triangle.orientation > 0});
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
    const ProjectedTriangle triangle(boxed.at);
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
  std::vector<Stretch> ofFirst, ofSecond;
  for (std::size_t column = 0; column < SurfaceColumns::count; ++column) {
    findStretches(second.crossings(column), LeftOut::Above, ofSecond);
    if (ofSecond.empty()) continue;
    findStretches(first.crossings(column), LeftOut::Below, ofFirst);
    for (const Stretch& s : ofFirst)
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
