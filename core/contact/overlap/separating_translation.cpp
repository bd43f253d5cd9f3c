#include "contact/overlap/separating_translation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "contact/overlap/surface_intersection.h"
#include "geometry/exact/intersection.h"

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

// A triangle projected along the direction: its corners in the plane perpendicular to it, and its height
// above that plane.
struct Seen {
  std::array<Vec3, 3> at;  // two coordinates in the plane, then the height
  Vec3 plane;              // height = plane · (x, y, 1)
  double orientation = 0;  // > 0: the corners run counter-clockwise

  Seen(const Corners& corners, const Eigen::Matrix3d& view) {
    for (std::size_t k = 0; k < 3; ++k) at[k] = view * corners[k];
    const Vec3 normal = (at[1] - at[0]).cross(at[2] - at[0]);
    orientation = normal.z();
    plane = {-normal.x() / orientation, -normal.y() / orientation, normal.dot(at[0]) / orientation};
  }

  // Whether its projection has no area; the projections of its neighbours cover it.
  bool isEdgeOn() const {
    const double length = (at[1] - at[0]).norm() * (at[2] - at[0]).norm();
    return !(std::abs(orientation) > 1e-12 * length);
  }
  double heightAt(const Vec3& p) const {
    const double height = plane.x() * p.x() + plane.y() * p.y() + plane.z();
    const auto [low, high] = std::minmax({at[0].z(), at[1].z(), at[2].z()});
    return std::clamp(height, low, high);
  }
};

double orientation2d(const Vec3& a, const Vec3& b, const Vec3& p) {
  return (b.x() - a.x()) * (p.y() - a.y()) - (b.y() - a.y()) * (p.x() - a.x());
}

// The intersection of two projected triangles: at most seven corners.
class SharedPolygon {
 public:
  SharedPolygon(const Seen& s, const Seen& t) : corners_{t.at[0], t.at[1], t.at[2]}, count_(3) {
    for (std::size_t k = 0; k < 3 && count_ > 0; ++k) clip(s.at[k], s.at[(k + 1) % 3], s.orientation);
  }

  std::span<const Vec3> corners() const& { return std::span(corners_).first(count_); }
  void corners() const&& = delete;  // the span would outlive its polygon

 private:
  // Removes the part on the outer side of the line a–b.
  void clip(const Vec3& a, const Vec3& b, double orientation) {
    std::array<Vec3, 9> kept;
    std::size_t count = 0;
    const auto inner = [&](const Vec3& p) {
      return orientation > 0 ? orientation2d(a, b, p) : -orientation2d(a, b, p);
    };
    for (std::size_t i = 0; i < count_; ++i) {
      const Vec3& p = corners_[i];
      const Vec3& q = corners_[(i + 1) % count_];
      const double ofP = inner(p), ofQ = inner(q);
      if (ofP >= 0) kept[count++] = p;
      if ((ofP > 0 && ofQ < 0) || (ofP < 0 && ofQ > 0)) kept[count++] = p + ofP / (ofP - ofQ) * (q - p);
    }
    corners_ = kept;
    count_ = count;
  }

  std::array<Vec3, 9> corners_;
  std::size_t count_;
};

// The translations along the direction at which t touches s.
Interval touchingInterval(const Seen& s, const Seen& t) {
  Interval interval;
  const SharedPolygon polygon(s, t);
  for (const Vec3& corner : polygon.corners()) interval.take(s.heightAt(corner) - t.heightAt(corner));
  return interval;
}

// Two bodies in the frame of the second, which moves.
class Motion {
 public:
  Motion(const SurfaceCells& first, const Pose& firstPose, const SurfaceCells& second, const Pose& secondPose,
         const Vec3& direction)
      : first_(first),
        firstPose_(firstPose),
        second_(second),
        secondPose_(secondPose),
        direction_(direction),
        relative_(secondPose.relative(firstPose)),
        local_(secondPose.rotation.transpose() * direction),
        firstMoves_(first.mesh().triangleCount() < second.mesh().triangleCount()) {
    const Vec3 across = local_.unitOrthogonal();
    view_ << across.transpose(), local_.cross(across).transpose(), local_.transpose();
    size_ = std::max(second.bounds().diagonal().norm(), relative_.scale * first.bounds().diagonal().norm());
    for (std::size_t t = 0; t < first.mesh().triangleCount(); ++t)
      for (const Vec3& p : corners(true, t)) top_ = std::max(top_, local_.dot(p));
    for (std::size_t t = 0; t < second.mesh().triangleCount(); ++t)
      for (const Vec3& p : corners(false, t)) bottom_ = std::min(bottom_, local_.dot(p));
  }

  // No triangles touch beyond this translation, in the second body's unit.
  double longest() const { return top_ - bottom_; }
  double unit() const { return secondPose_.scale; }

  // The beginning of the first gap in which the bodies are free, if it lies within the window.
  std::optional<double> freeWithin(double window) const {
    std::vector<Interval> intervals = touchingIntervals(window);
    std::sort(intervals.begin(), intervals.end(),
              [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
    intervals.push_back({window, window});
    const double slack = 1e-12 * size_;
    double reached = 0;
    for (const Interval& next : intervals) {
      if (next.begin > reached + slack && isFree(0.5 * (reached + next.begin))) return reached;
      reached = std::max(reached, next.end);
    }
    return std::nullopt;
  }

 private:
  Corners corners(bool first, std::size_t triangle) const {
    const Corners own = (first ? first_ : second_).mesh().corners(triangle);
    if (!first) return own;
    return {relative_.toWorld(own[0]), relative_.toWorld(own[1]), relative_.toWorld(own[2])};
  }

  bool isFree(double translation) const {
    Pose moved = secondPose_;
    moved.position += translation * unit() * direction_;
    return !intersectSurfaces(first_, firstPose_, second_, moved).touching();
  }

  // The intervals of all pairs of triangles that touch within the window.
  std::vector<Interval> touchingIntervals(double window) const {
    std::vector<Interval> intervals;
    std::vector<Index> near;
    const std::size_t count = (firstMoves_ ? first_ : second_).mesh().triangleCount();
    for (std::size_t t = 0; t < count; ++t) {
      const Corners own = corners(firstMoves_, t);
      const Seen seen(own, view_);
      if (seen.isEdgeOn()) continue;
      sweep(own, window, near);
      for (const Index s : near) {
        const Seen other(corners(!firstMoves_, static_cast<std::size_t>(s)), view_);
        if (other.isEdgeOn()) continue;
        const Interval interval = firstMoves_ ? touchingInterval(seen, other) : touchingInterval(other, seen);
        if (!interval.isEmpty() && interval.end >= 0 && interval.begin <= window)
          intervals.push_back(interval);
      }
    }
    return intervals;
  }

  // The triangles of the other body near the path of this one.
  void sweep(const Corners& own, double window, std::vector<Index>& near) const {
    const Vec3 middle = (own[0] + own[1] + own[2]) / 3;
    double radius = 0;
    for (const Vec3& p : own) radius = std::max(radius, (p - middle).norm());
    radius += 1e-12 * size_;
    const Vec3 end = middle + (firstMoves_ ? -window : window) * local_;
    if (firstMoves_)
      second_.trianglesAlong(middle, end, radius, near);
    else
      first_.trianglesAlong(relative_.toBody(middle), relative_.toBody(end), radius / relative_.scale, near);
  }

  const SurfaceCells& first_;
  const Pose firstPose_;
  const SurfaceCells& second_;
  const Pose secondPose_;
  Vec3 direction_;
  Pose relative_;    // of the first in the frame of the second
  Vec3 local_;       // the direction in that frame
  bool firstMoves_;  // in the opposite direction: the smaller surface is swept
  Eigen::Matrix3d view_;
  double size_ = 0;
  double top_ = -std::numeric_limits<double>::infinity();
  double bottom_ = std::numeric_limits<double>::infinity();
};

}  // namespace

double separatingTranslation(const SurfaceCells& first, const Pose& firstPose, const SurfaceCells& second,
                             const Pose& secondPose, const Vec3& direction, double guess) {
  const Motion motion(first, firstPose, second, secondPose, direction);
  const double longest = motion.longest();
  if (!(longest > 0)) return 0;
  double window = std::clamp(1.1 * guess / motion.unit(), 1e-3 * longest, longest);
  while (window < longest) {
    if (const auto translation = motion.freeWithin(window)) return *translation * motion.unit();
    window *= 2;
  }
  return motion.freeWithin(longest).value_or(longest) * motion.unit();
}

}  // namespace talus
