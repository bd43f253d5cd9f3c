#include "contact/overlap/separating_translation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "contact/overlap/projected_surface.h"
#include "contact/overlap/surface_columns.h"
#include "contact/overlap/surface_intersection.h"

namespace talus {

namespace {

// The translations at which two triangles touch: from begin to end.
struct Interval {
  double begin = std::numeric_limits<double>::infinity();
  double end = -std::numeric_limits<double>::infinity();

  bool isEmpty() const { return end < begin; }
  void take(double translation) {
    begin = std::min(begin, translation);
    end = std::max(end, translation);
  }
};

// On which sides of the edges of a projected triangle the corners of another lie.
class Sides {
 public:
  Sides(const ProjectedTriangle& triangle, const ProjectedTriangle& other) {
    for (std::size_t edge = 0; edge < 3; ++edge)
      for (std::size_t corner = 0; corner < 3; ++corner) {
        const double turn =
            orientation2d(triangle.at[edge], triangle.at[(edge + 1) % 3], other.at[corner].head<2>());
        turn_[edge][corner] = triangle.orientation > 0 ? turn : -turn;
      }
  }

  /// Whether an edge has all corners on its outer side.
  bool apart() const {
    return std::any_of(turn_.begin(), turn_.end(), [](const auto& turns) {
      return std::all_of(turns.begin(), turns.end(), [](double turn) { return turn < 0; });
    });
  }
  bool inside(std::size_t corner) const {
    return std::all_of(turn_.begin(), turn_.end(), [&](const auto& turns) { return turns[corner] >= 0; });
  }
  /// Where the line of an edge divides the other triangle's edge from a corner to the next, 0 to 1; nothing
  /// if it does not, or if both are on one line.
  std::optional<double> division(std::size_t edge, std::size_t corner) const {
    const double from = turn_[edge][corner], to = turn_[edge][(corner + 1) % 3];
    if ((from < 0) == (to < 0) && from != 0 && to != 0) return {};
    if (from == to) return {};
    return from / (from - to);
  }

 private:
  std::array<std::array<double, 3>, 3> turn_;  // > 0: inner
};

// The height of an edge from a corner to the next.
double heightAlong(const ProjectedTriangle& triangle, std::size_t corner, double place) {
  const double from = triangle.at[corner].z(), to = triangle.at[(corner + 1) % 3].z();
  return from + place * (to - from);
}

// The translations along the direction at which t touches s: from the least to the greatest difference of
// their heights over the polygon in which their projections overlap. Its corners are corners of the one in
// the other, and crossings of edges. There heights are those of the edges: the plane of a triangle that is
// nearly edge-on would tell them coarsely.
Interval touchingInterval(const ProjectedTriangle& s, const ProjectedTriangle& t) {
  Interval interval;
  const Sides ofS(s, t), ofT(t, s);
  if (ofS.apart() || ofT.apart()) return interval;
  for (std::size_t i = 0; i < 3; ++i) {
    const Eigen::Vector2d cornerOfS = s.at[i].head<2>(), cornerOfT = t.at[i].head<2>();
    if (ofT.inside(i) && t.outline.contains(cornerOfS)) interval.take(s.at[i].z() - t.heightAt(cornerOfS));
    if (ofS.inside(i) && s.outline.contains(cornerOfT)) interval.take(s.heightAt(cornerOfT) - t.at[i].z());
    for (std::size_t j = 0; j < 3; ++j) {
      const auto onS = ofT.division(j, i), onT = ofS.division(i, j);
      if (onS && onT) interval.take(heightAlong(s, i, *onS) - heightAlong(t, j, *onT));
    }
  }
  return interval;
}

Outline outlineOf(const std::vector<ProjectedTriangle>& triangles) {
  Outline outline;
  for (const ProjectedTriangle& triangle : triangles) outline.extend(triangle.outline);
  return outline;
}

Outline outlineOf(const Box& box) {
  return {box.min().head<2>(), box.max().head<2>()};
}

Box boundsOf(const std::vector<BoxedTriangle>& triangles) {
  Box bounds;
  for (const BoxedTriangle& triangle : triangles) bounds.extend(triangle.box);
  return bounds;
}

// All places of a box that moves along the direction, and against it.
Box movedOn(Box box) {
  box.max().z() = std::numeric_limits<double>::infinity();
  return box;
}
Box movedBack(Box box) {
  box.min().z() = -std::numeric_limits<double>::infinity();
  return box;
}

// Two bodies in the frame of the second, which moves.
class Motion {
 public:
  Motion(const SurfaceCells& first, const Pose& firstPose, const SurfaceCells& second, const Pose& secondPose,
         const Vec3& direction, const std::function<bool(const Pose&)>& overlap)
      : secondPose_(secondPose), direction_(direction), overlap_(overlap) {
    const Pose relative = secondPose.relative(firstPose);
    const Vec3 local = secondPose.rotation.transpose() * direction;
    const Vec3 across = local.unitOrthogonal();
    Eigen::Matrix3d view;
    view << across.transpose(), local.cross(across).transpose(), local.transpose();
    const Vec3 origin = second.bounds().center();
    const ProjectedSurface ofFirst(first, relative, origin, view), ofSecond(second, {}, origin, view);
    size_ = std::max(second.bounds().diagonal().norm(), relative.scale * first.bounds().diagonal().norm());
    longest_ = ofFirst.highest() - ofSecond.lowest();
    if (!(longest_ > 0)) return;
    const Box nearSecond = ofSecond.boundsIn(movedBack(ofFirst.boundsIn(movedOn(ofSecond.bounds()))));
    std::vector<BoxedTriangle> firstOnes = ofFirst.trianglesIn(movedOn(nearSecond));
    std::vector<BoxedTriangle> secondOnes = ofSecond.trianglesIn(movedBack(boundsOf(firstOnes)));
    std::erase_if(firstOnes, [where = movedOn(boundsOf(secondOnes))](const BoxedTriangle& one) {
      return !one.box.intersects(where);
    });
    const Outline area = outlineOf(boundsOf(firstOnes)).intersection(outlineOf(boundsOf(secondOnes)));
    if (area.isEmpty()) return;
    columnSize_ = area.sizes().maxCoeff() / SurfaceColumns::perSide;
    const SurfaceColumns firstColumns(std::move(firstOnes), area);
    const SurfaceColumns secondColumns(std::move(secondOnes), area);
    constexpr double rounding = 1e-9;  // of the sizes: far more than the possible error
    overlapping_ = std::max(0.0, surelyOverlappingUpTo(firstColumns, secondColumns) - rounding * size_);
    std::vector<ProjectedTriangle> above = firstColumns.trianglesAbove(secondColumns, overlapping_);
    std::vector<ProjectedTriangle> below = secondColumns.trianglesBelow(firstColumns, overlapping_);
    const Outline common = outlineOf(above).intersection(outlineOf(below));
    if (common.isEmpty()) return;
    firstTriangles_ = ProjectionGrid(std::move(above), common);
    secondTriangles_ = ProjectionGrid(std::move(below), common);
  }

  // No triangles touch beyond this translation, in the second body's unit.
  double longest() const { return longest_; }
  double unit() const { return secondPose_.scale; }

  // A translation up to which to search first. @param guess as that of separatingTranslation.
  double firstWindow(double guess) const {
    if (overlapping_ > 0) return overlapping_ + columnSize_;
    return std::max(1.1 * guess / unit(), 1e-3 * longest_);
  }

  // The beginning of the first gap in which the bodies are free, if it lies within the window.
  std::optional<double> freeWithin(double window) const {
    std::vector<Interval> intervals = touchingIntervals(window);
    std::sort(intervals.begin(), intervals.end(),
              [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
    intervals.push_back({window, window});
    const double slack = 1e-12 * size_;
    double reached = overlapping_;
    for (const Interval& next : intervals) {
      if (next.begin > reached + slack && isFree(0.5 * (reached + next.begin))) return reached;
      reached = std::max(reached, next.end);
    }
    return std::nullopt;
  }

 private:
  bool isFree(double translation) const {
    Pose moved = secondPose_;
    moved.position += translation * unit() * direction_;
    return !overlap_(moved);
  }

  // The intervals of all pairs of triangles that touch within the window, but for those that end while the
  // bodies surely overlap.
  std::vector<Interval> touchingIntervals(double window) const {
    std::vector<Interval> intervals;
    for (const ProjectedTriangle& s : firstTriangles_.triangles())
      secondTriangles_.forEachNear(s, s.low - window, s.high - overlapping_, [&](const ProjectedTriangle& t) {
        const Interval interval = touchingInterval(s, t);
        if (!interval.isEmpty() && interval.end >= overlapping_ && interval.begin <= window)
          intervals.push_back(interval);
      });
    return intervals;
  }

  const Pose secondPose_;
  Vec3 direction_;
  const std::function<bool(const Pose&)>& overlap_;
  double size_ = 0, longest_ = 0;
  double columnSize_ = 0;
  ProjectionGrid firstTriangles_, secondTriangles_;  // that may touch while the bodies do not surely overlap
  double overlapping_ = 0;                           // up to this translation the bodies surely overlap
};

}  // namespace

double separatingTranslation(const SurfaceCells& first, const Pose& firstPose, const SurfaceCells& second,
                             const Pose& secondPose, const Vec3& direction, double guess,
                             const std::function<bool(const Pose&)>& overlap) {
  const Motion motion(first, firstPose, second, secondPose, direction, overlap);
  const double longest = motion.longest();
  if (!(longest > 0)) return 0;
  double window = motion.firstWindow(guess);
  while (window < longest) {
    if (const auto translation = motion.freeWithin(window)) return *translation * motion.unit();
    window *= 2;
  }
  return motion.freeWithin(longest).value_or(longest) * motion.unit();
}

double separatingTranslation(const SurfaceCells& first, const Pose& firstPose, const SurfaceCells& second,
                             const Pose& secondPose, const Vec3& direction, double guess) {
  return separatingTranslation(
      first, firstPose, second, secondPose, direction, guess,
      [&](const Pose& moved) { return intersectSurfaces(first, firstPose, second, moved).touching(); });
}

}  // namespace talus
