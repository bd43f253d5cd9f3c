#include "assembly/motion_clearance.h"

#include <algorithm>
#include <array>
#include <optional>
#include <queue>

#include "assembly/moving_part.h"
#include "assembly/part_distance.h"
#include "dynamics/certificate/certified_gap.h"

namespace talus {

namespace {

constexpr int maximumInstants = 200'000;

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
  const MovingPart& a() const { return a_; }
  const MovingPart& b() const { return b_; }
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

SweptOverlap overlapFrom(double begin, const MovingPair& pair, const MotionSearch::Wanted& wanted,
                         Context& context) {
  return sweptOverlap(pair.a(), pair.b(),
                      {.begin = begin,
                       .end = wanted.end,
                       .accuracy = wanted.accuracy,
                       .tolerance = wanted.tolerance,
                       .body = wanted.overlaps,
                       .depth = wanted.depths},
                      context);
}

// Of parts that are apart when the motion begins.
void findClearance(MovingPair& pair, const MotionSearch::Wanted& wanted, MotionClearance& found,
                   Context& context) {
  LeastClearance search(pair, wanted);
  search.run(context);
  found.time = search.time();
  if (search.least() > 0) {
    found.certified = search.certified();
    found.complete = search.isAccurate();
    return;
  }
  const std::optional<double> contact = firstContact(pair, wanted.begin, wanted.end, context);
  found.contactTime = found.time = contact.value_or(search.time());
  found.complete = contact.has_value();
  if (wanted.overlaps) found.swept = overlapFrom(found.contactTime, pair, wanted, context);
}

// Of parts that touch or overlap then.
void findOverlap(const MovingPair& pair, const MotionSearch::Wanted& wanted, MotionClearance& found,
                 Context& context) {
  found.touchesAtBegin = true;
  found.time = wanted.begin;
  found.swept = overlapFrom(wanted.begin, pair, wanted, context);
  found.contactTime = found.swept.begin;
}

}  // namespace

const PartMotion* MotionSearch::motionOf(Index part) const {
  for (const PartMotion& motion : motions_)
    if (motion.part == part) return &motion;
  return nullptr;
}

bool MotionSearch::moves(Index a, Index b) const {
  const PartMotion *one = motionOf(a), *other = motionOf(b);
  if (one == nullptr || other == nullptr) return one != other;
  return !one->isAlike(*other);
}

MotionClearance MotionSearch::find(Index a, const PreparedPart& first, Index b, const PreparedPart& second,
                                   Context& context) const {
  MovingPair pair(MovingPart(first, motionOf(a), context), MovingPart(second, motionOf(b), context));
  MotionClearance found;
  if (pair.distanceAt(wanted_.begin) > 0)
    findClearance(pair, wanted_, found, context);
  else
    findOverlap(pair, wanted_, found, context);
  const PartDistance nearest = pair.nearestAt(found.time, context);
  found.least = found.touchesAtBegin || found.meets() ? 0 : nearest.distance;
  found.pointA = nearest.pointA;
  found.pointB = nearest.pointB;
  return found;
}

}  // namespace talus
