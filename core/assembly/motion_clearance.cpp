#include "assembly/motion_clearance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <queue>

#include "assembly/part_distance.h"
#include "dynamics/certificate/certified_gap.h"
#include "geometry/mesh/placed_mesh.h"

namespace talus {

namespace {

constexpr int maximumInstants = 200'000;

// A part that moves, for proven distances.
class MovingPart {
 public:
  MovingPart(const PreparedPart& part, const PartMotion* motion, Context& context)
      : part_(part), motion_(motion), geometry_(&part.geometry(context)) {
    for (const Vec3& p : geometry_->points()) {
      extent_ = std::max(extent_, p.norm());
      if (motion_ != nullptr) distance_ = std::max(distance_, distanceFromAxis(p));
    }
  }

  CertifiedBody at(double time) const { return {geometry_, pose(time), extent_ * (1 + 1e-12)}; }
  TriangleMesh meshAt(double time) const { return placed(part_.mesh(), pose(time)); }
  const PreparedPart& part() const { return part_; }
  double speedBetween(double begin, double end) const {
    return motion_ == nullptr ? 0 : motion_->speedBetween(begin, end, distance_) * (1 + 1e-9);
  }
  /// Of the tables; none of a part that rests.
  std::span<const double> times() const {
    return motion_ == nullptr ? std::span<const double>() : std::span<const double>(motion_->times);
  }
  Vec3 displacementAt(double time) const {
    return motion_ == nullptr ? Vec3(Vec3::Zero()) : motion_->displacementAt(time);
  }
  /// How far its points move by turning between two times, at most, if it turns one way.
  double turnBetween(double begin, double end) const {
    if (motion_ == nullptr) return 0;
    return std::abs(motion_->angleAt(end) - motion_->angleAt(begin)) * distance_ * (1 + 1e-9);
  }

 private:
  Pose pose(double time) const { return motion_ == nullptr ? Pose{} : motion_->poseAt(time); }
  double distanceFromAxis(const Vec3& p) const {
    return (p - motion_->centre).cross(motion_->axis.normalized()).norm();
  }

  const PreparedPart& part_;
  const PartMotion* motion_;
  const ContactGeometry* geometry_;
  double extent_ = 0, distance_ = 0;
};

// Two moving parts.
class MovingPair {
 public:
  MovingPair(MovingPart a, MovingPart b) : a_(std::move(a)), b_(std::move(b)) {
    rows_.assign(a_.times().begin(), a_.times().end());
    rows_.insert(rows_.end(), b_.times().begin(), b_.times().end());
    std::sort(rows_.begin(), rows_.end());
  }

  /// A proven lower bound of the distance at an instant; ≤ 0: none.
  double distanceAt(double time) {
    ++instants_;
    return finder_.find(a_.at(time), b_.at(time), features_).length;
  }
  double speedBetween(double begin, double end) const {
    return a_.speedBetween(begin, end) + b_.speedBetween(begin, end);
  }
  /// The distance in the middle of an interval, and a bound of it in the whole interval, both proven. Planes
  /// that divide the parts approach only by what moves across them: parts may slide along each other.
  std::array<double, 2> boundsIn(double begin, double end) {
    ++instants_;
    const double middle = 0.5 * (begin + end);
    const CertifiedGap gap = finder_.find(a_.at(middle), b_.at(middle), features_);
    double bound = gap.length - 0.5 * (end - begin) * speedBetween(begin, end);
    if (gap.divided && gap.length > 0)
      bound = std::max(bound, gap.length - approachIn(begin, end, gap.normal));
    return {gap.length, bound};
  }
  int instants() const { return instants_; }
  /// The distance and nearest points of the placed parts.
  PartDistance nearestAt(double time, Context& context) const {
    const PreparedPart first({a_.part().name(), a_.meshAt(time)}),
        second({b_.part().name(), b_.meshAt(time)});
    return distanceOf(first, second, std::numeric_limits<double>::infinity(), context);
  }

 private:
  // By how much two planes in the middle of an interval, which move with the parts, come nearer at most, if
  // turns count in full. Motions are linear between the rows of the tables.
  double approachIn(double begin, double end, const Vec3& normal) const {
    const double middle = 0.5 * (begin + end);
    const auto wayOf = [&](double time) { return Vec3(b_.displacementAt(time) - a_.displacementAt(time)); };
    const Vec3 start = wayOf(middle);
    double most = 0, turn[2] = {0, 0}, last[2] = {middle, middle};
    const auto reach = [&](double time, std::size_t side) {
      turn[side] += a_.turnBetween(last[side], time) + b_.turnBetween(last[side], time);
      last[side] = time;
      const Vec3 way = wayOf(time) - start;
      most = std::max(most, turn[side] - normal.dot(way) + 1e-15 * way.norm());
    };
    const auto first = std::upper_bound(rows_.begin(), rows_.end(), begin);
    const auto beyond = std::lower_bound(rows_.begin(), rows_.end(), end);
    const auto half = std::lower_bound(first, std::max(first, beyond), middle);
    for (auto row = half; row < beyond; ++row) reach(*row, 0);
    reach(end, 0);
    for (auto row = half; row > first;) reach(*--row, 1);
    reach(begin, 1);
    return most;
  }

  MovingPart a_, b_;
  std::vector<double> rows_;  // of both tables, ascending
  GapFinder finder_;
  std::optional<FeaturePair> features_;
  int instants_ = 0;
};

// A part of the time, with a proven lower bound of the distance in it.
struct TimeInterval {
  double begin, end, bound;

  bool operator<(const TimeInterval& other) const {  // the lowest bound first
    return bound != other.bound ? bound > other.bound : begin > other.begin;
  }
};

// Halves intervals until the least bound is as near to the least distance as wanted.
class LeastClearance {
 public:
  LeastClearance(MovingPair& pair, const MotionSearch::Wanted& wanted) : pair_(pair), wanted_(wanted) {}

  void run(Context& context) {
    add(wanted_.begin, wanted_.end);
    while (!isDone()) {
      context.advance(0);
      const TimeInterval widest = intervals_.top();
      intervals_.pop();
      const double middle = 0.5 * (widest.begin + widest.end);
      if (!(widest.begin < middle && middle < widest.end)) {
        floor_ = std::min(floor_, widest.bound);  // as fine as doubles are
        continue;
      }
      add(widest.begin, middle);
      add(middle, widest.end);
    }
  }

  double least() const { return least_; }
  double time() const { return time_; }
  double certified() const {
    const double bound = intervals_.empty() ? floor_ : std::min(floor_, intervals_.top().bound);
    return std::clamp(bound, 0.0, least_);
  }
  bool isAccurate() const { return certified() >= (1 - wanted_.accuracy) * std::min(least_, wanted_.limit); }

 private:
  bool isDone() const {
    return least_ <= 0 || intervals_.empty() || isAccurate() || pair_.instants() >= maximumInstants;
  }

  void add(double begin, double end) {
    const auto [distance, bound] = pair_.boundsIn(begin, end);
    if (distance < least_) {
      least_ = distance;
      time_ = 0.5 * (begin + end);
    }
    intervals_.push({begin, end, bound});
  }

  MovingPair& pair_;
  MotionSearch::Wanted wanted_;
  std::priority_queue<TimeInterval> intervals_;
  double least_ = std::numeric_limits<double>::infinity(), time_ = 0;
  double floor_ = std::numeric_limits<double>::infinity();
};

// The first instant at which no distance can be proven: until then there is no contact. None if that takes
// too many steps.
std::optional<double> firstContact(MovingPair& pair, double begin, double end, Context& context) {
  double time = begin;
  for (int step = 0; step < maximumInstants && time < end; ++step) {
    context.advance(0);
    const double distance = pair.distanceAt(time);
    if (!(distance > 0)) return time;
    // A speed over a longer time may be higher than the one near the instant: look ahead as far as it holds.
    double ahead = end - time;
    while (distance < ahead * pair.speedBetween(time, time + ahead) && time + 0.5 * ahead > time)
      ahead *= 0.5;
    const double speed = pair.speedBetween(time, time + 2 * ahead);
    const double next = time + std::max(ahead, speed > 0 ? std::min(2 * ahead, distance / speed) : ahead);
    if (!(next > time)) return time;  // as near as times can tell
    time = next;
  }
  return std::nullopt;
}

}  // namespace

const PartMotion* MotionSearch::motionOf(Index part) const {
  for (const PartMotion& motion : motions_)
    if (motion.part == part) return &motion;
  return nullptr;
}

MotionClearance MotionSearch::find(Index a, const PreparedPart& first, Index b, const PreparedPart& second,
                                   Context& context) const {
  MovingPair pair(MovingPart(first, motionOf(a), context), MovingPart(second, motionOf(b), context));
  LeastClearance search(pair, wanted_);
  search.run(context);
  MotionClearance found;
  found.time = search.time();
  if (search.least() <= 0) {
    const std::optional<double> contact = firstContact(pair, wanted_.begin, wanted_.end, context);
    found.contactTime = found.time = contact.value_or(search.time());
    found.complete = contact.has_value();
  } else {
    found.certified = search.certified();
    found.complete = search.isAccurate();
  }
  const PartDistance nearest = pair.nearestAt(found.time, context);
  found.least = found.meets() ? 0 : nearest.distance;
  found.pointA = nearest.pointA;
  found.pointB = nearest.pointB;
  return found;
}

}  // namespace talus
