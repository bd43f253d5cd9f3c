#include "contact/overlap/separating_translation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "contact/overlap/overlap_lines.h"
#include "contact/overlap/projected_surface.h"
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

// The intersection of two projected triangles: at most seven corners.
class SharedPolygon {
 public:
  SharedPolygon(const ProjectedTriangle& s, const ProjectedTriangle& t)
      : corners_{t.at[0], t.at[1], t.at[2]}, count_(3) {
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
      const double turn = orientation2d(a, b, p.head<2>());
      return orientation > 0 ? turn : -turn;
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

// The translations along the direction at which t touches s. Rounding may leave corners of the polygon beyond
// the ends of a triangle whose projection is nearly a line: they are moved back.
Interval touchingInterval(const ProjectedTriangle& s, const ProjectedTriangle& t) {
  Interval interval;
  const SharedPolygon polygon(s, t);
  const Outline both = s.outline.intersection(t.outline);
  for (const Vec3& corner : polygon.corners()) {
    const Eigen::Vector2d at = corner.head<2>().cwiseMax(both.min()).cwiseMin(both.max());
    interval.take(s.heightAt(at) - t.heightAt(at));
  }
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
        direction_(direction) {
    const Pose relative = secondPose.relative(firstPose);
    const Vec3 local = secondPose.rotation.transpose() * direction;
    const Vec3 across = local.unitOrthogonal();
    Eigen::Matrix3d view;
    view << across.transpose(), local.cross(across).transpose(), local.transpose();
    const ProjectedSurface ofFirst(first.mesh(), relative, view), ofSecond(second.mesh(), {}, view);
    size_ = std::max(second.bounds().diagonal().norm(), relative.scale * first.bounds().diagonal().norm());
    longest_ = ofFirst.high() - ofSecond.low();
    area_ = ofFirst.outline().intersection(ofSecond.outline());
    if (area_.isEmpty()) return;
    firstTriangles_ = ProjectionGrid(ofFirst.trianglesIn(area_), area_);
    secondTriangles_ = ProjectionGrid(ofSecond.trianglesIn(area_), area_);
    constexpr double rounding = 1e-9;  // of the sizes: far more than the possible error
    overlapping_ =
        std::max(0.0, surelyOverlappingUpTo(firstTriangles_, secondTriangles_, area_) - rounding * size_);
  }

  // No triangles touch beyond this translation, in the second body's unit.
  double longest() const { return longest_; }
  double unit() const { return secondPose_.scale; }

  // A translation up to which to search first. @param guess as that of separatingTranslation.
  double firstWindow(double guess) const {
    if (overlapping_ > 0) return overlapping_ + area_.sizes().maxCoeff() / overlapLinesPerSide;
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
    return !intersectSurfaces(first_, firstPose_, second_, moved).touching();
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

  const SurfaceCells& first_;
  const Pose firstPose_;
  const SurfaceCells& second_;
  const Pose secondPose_;
  Vec3 direction_;
  double size_ = 0, longest_ = 0;
  Outline area_;  // that both surfaces cover
  ProjectionGrid firstTriangles_, secondTriangles_;
  double overlapping_ = 0;  // up to this translation the bodies surely overlap
};

}  // namespace

double separatingTranslation(const SurfaceCells& first, const Pose& firstPose, const SurfaceCells& second,
                             const Pose& secondPose, const Vec3& direction, double guess) {
  const Motion motion(first, firstPose, second, secondPose, direction);
  const double longest = motion.longest();
  if (!(longest > 0)) return 0;
  for (double window = motion.firstWindow(guess); window < longest; window *= 2)
    if (const auto translation = motion.freeWithin(window)) return *translation * motion.unit();
  return motion.freeWithin(longest).value_or(longest) * motion.unit();
}

}  // namespace talus
