#include "contact/overlap/separating_translation.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "contact/overlap/distinct_overlap.h"
#include "contact/overlap/projected_surface.h"

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
  const Sides ofS(s, t);
  if (ofS.apart()) return interval;
  const Sides ofT(t, s);
  if (ofT.apart()) return interval;
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

// The least and the greatest difference of the heights of both planes over the rectangle in which the
// outlines overlap. All translations at which t touches s lie between, up to rounding, which may be large for
// steep triangles and needles: these have no bound.
Interval boundOf(const ProjectedTriangle& s, const ProjectedTriangle& t) {
  constexpr double infinity = std::numeric_limits<double>::infinity(), least = 1e-3;
  if (!s.isWide(least) || !t.isWide(least)) return {-infinity, infinity};
  const Outline common = s.outline.intersection(t.outline);
  const Eigen::Vector2d middle = common.center(), slope = s.slope - t.slope;
  const auto heightOf = [&](const ProjectedTriangle& triangle) {
    return triangle.at[0].z() + triangle.slope.dot(middle - triangle.at[0].head<2>());
  };
  const double difference = heightOf(s) - heightOf(t);
  const double change = 0.5 * slope.cwiseAbs().dot(common.sizes());
  return {difference - change, difference + change};
}

// Two bodies in the frame of the second, which moves. Translations are in its unit.
class Motion {
 public:
  Motion(const SurfaceCells& first, const Pose& firstPose, const SurfaceCells& second, const Pose& secondPose,
         const Vec3& direction, const NearTriangles& near)
      : Motion(first, firstPose, second, secondPose, direction, near,
               viewAlong(secondPose.rotation.transpose() * direction)) {}

  double unit() const { return secondPose_.scale; }
  /// About the size of a triangle of the finer surface: a triangle has few near ones within that distance.
  double fineness() const {
    const std::size_t triangles = std::max(first_.mesh().triangleCount(), second_.mesh().triangleCount());
    return size_ / std::sqrt(static_cast<double>(triangles));
  }
  double slack() const { return 1e-12 * size_; }
  /// No triangles touch beyond this translation.
  double longest() const { return ofFirst_.highest() - ofSecond_.lowest(); }
  /// An upper bound of it that is found at once.
  double longestBound() const { return ofFirst_.box().max().z() - ofSecond_.box().min().z(); }
  /// The bodies overlap for certain up to this translation, as lines from some points of the world tell.
  double surelyOverlapping(std::span<const Vec3> points) const {
    std::vector<Interval> overlaps;
    for (const Vec3& point : points) {
      const Vec3 seen = ofSecond_.seen(secondPose_.toBody(point));
      addOverlaps(seen.head<2>(), seen.z(), seen.z(), overlaps);
    }
    return joined(overlaps, 0);
  }
  /// The same as many lines tell. @param from they overlap or touch up to that translation.
  double surelyOverlapping(double from) const {
    constexpr int perSide = 11;
    const Box ofFirst = ofFirst_.box(), ofSecond = ofSecond_.box(), common = ofFirst.intersection(ofSecond);
    std::vector<Interval> overlaps;
    for (int row = 0; row < perSide; ++row)
      for (int column = 0; column < perSide; ++column) {
        const Eigen::Array2d place = Eigen::Array2d(column + 0.5, row + 0.5) / perSide;
        const Eigen::Vector2d line =
            common.min().head<2>() + (place * common.sizes().head<2>().array()).matrix();
        addOverlaps(line, ofFirst.min().z(), ofSecond.max().z(), overlaps);
      }
    return joined(overlaps, from);
  }

  /// Whether the bodies come free between two translations. @param from where they overlap or touch; then
  /// where they come free, or where they still overlap or touch, at `to` or beyond.
  bool comesFree(double& from, double to) const {
    const double middle = 0.5 * (from + to);
    const std::span<const TrianglePair> near = near_(moved(middle), 0.5 * (to - from) * unit());
    std::vector<Interval> intervals = touchingIntervals(near, from, to);
    sort(intervals);
    const auto freeAt = [&](double translation) {
      return !overlapDistinctly(first_, firstPose_, second_, moved(translation), near);
    };
    const auto freeUpTo = [&](double next) { return next > from + slack() && freeAt(0.5 * (from + next)); };
    double tried = -std::numeric_limits<double>::infinity();
    // A body that fits exactly is free at one translation only.
    const auto fitsAtOnce = [&](double next) {
      if (std::abs(next - from) > slack() || std::abs(from - tried) <= slack()) return false;
      tried = from;
      return freeAt(from);
    };
    for (const Interval& next : intervals) {
      if (freeUpTo(next.begin) || fitsAtOnce(next.begin)) return true;
      from = std::max(from, next.end);
    }
    if (freeUpTo(to)) return true;
    from = std::max(from, to);
    return false;
  }

 private:
  static constexpr double rounding = 1e-9;  // of the sizes: far more than the possible error

  Motion(const SurfaceCells& first, const Pose& firstPose, const SurfaceCells& second, const Pose& secondPose,
         const Vec3& direction, const NearTriangles& near, const Eigen::Matrix3d& view)
      : first_(first),
        second_(second),
        firstPose_(firstPose),
        secondPose_(secondPose),
        direction_(direction),
        near_(near),
        ofFirst_(first, secondPose.relative(firstPose), second.bounds().center(), view),
        ofSecond_(second, {}, second.bounds().center(), view),
        size_(std::max(second.bounds().diagonal().norm(),
                       secondPose.relative(firstPose).scale * first.bounds().diagonal().norm())) {}

  static Eigen::Matrix3d viewAlong(const Vec3& direction) {
    const Vec3 across = direction.unitOrthogonal();
    Eigen::Matrix3d view;
    view << across.transpose(), direction.cross(across).transpose(), direction.transpose();
    return view;
  }

  void addOverlaps(const Eigen::Vector2d& line, double above, double below,
                   std::vector<Interval>& overlaps) const {
    for (const auto& [begin, end] : sureOverlaps(ofFirst_, ofSecond_, line, above, below))
      overlaps.push_back({begin, end});
  }

  // Up to where each interval overlaps the ones before, less what rounding may change: where two only meet, a
  // body that fits exactly is free. At the start bodies overlap.
  double joined(std::vector<Interval>& overlaps, double from) const {
    sort(overlaps);
    double reached = from;
    for (const Interval& next : overlaps) {
      if (next.begin > (reached > 0 ? reached - rounding * size_ : 0)) break;
      reached = std::max(reached, next.end);
    }
    return std::max(from, reached - rounding * size_);
  }

  static void sort(std::vector<Interval>& intervals) {
    std::sort(intervals.begin(), intervals.end(),
              [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
  }

  Pose moved(double translation) const {
    Pose pose = secondPose_;
    pose.position += translation * unit() * direction_;
    return pose;
  }

  // The intervals of the pairs that touch between two translations.
  std::vector<Interval> touchingIntervals(std::span<const TrianglePair> near, double from, double to) const {
    const auto within = [&](const Interval& interval, double margin) {
      return !(interval.end < from - margin || interval.begin > to + margin);
    };
    std::vector<Interval> intervals;
    for (const auto& [a, b] : near) {
      const ProjectedTriangle s(ofFirst_.corners(a)), t(ofSecond_.corners(b));
      if (!s.outline.intersects(t.outline) || s.isEdgeOn() || t.isEdgeOn()) continue;
      if (!within(boundOf(s, t), rounding * size_)) continue;
      const Interval interval = touchingInterval(s, t);
      if (!interval.isEmpty() && within(interval, 0)) intervals.push_back(interval);
    }
    return intervals;
  }

  const SurfaceCells& first_;
  const SurfaceCells& second_;
  const Pose firstPose_, secondPose_;
  Vec3 direction_;
  const NearTriangles& near_;
  ProjectedSurface ofFirst_, ofSecond_;
  double size_ = 0;
};

}  // namespace

double separatingTranslation(const SurfaceCells& first, const Pose& firstPose, const SurfaceCells& second,
                             const Pose& secondPose, const Vec3& direction, double estimate,
                             std::span<const Vec3> deep, const NearTriangles& near, double limit) {
  const Motion motion(first, firstPose, second, secondPose, direction, near);
  const double bound = motion.longestBound(), extent = estimate / motion.unit(), last = limit / motion.unit();
  double reached = motion.surelyOverlapping(deep);
  const auto firstWidth = [&] {
    return std::clamp(0.1 * (extent - reached), 0.1 * motion.fineness(), 4 * motion.fineness());
  };
  double width = firstWidth();
  constexpr int fewParts = 3;  // if they are not enough, many lines take less time than more of them
  for (int part = 1; reached < bound && !motion.comesFree(reached, reached + width); ++part) {
    if (reached > last) break;
    width = std::min(2 * width, 4 * motion.fineness());
    if (part != fewParts) continue;
    reached = motion.surelyOverlapping(reached);
    width = firstWidth();
  }
  if (!(reached + motion.slack() < extent)) {
    const double longest = motion.longest();
    if (!(reached + motion.slack() < longest)) reached = std::max(longest, 0.0);
  }
  return reached > last ? std::numeric_limits<double>::infinity() : reached * motion.unit();
}

}  // namespace talus
