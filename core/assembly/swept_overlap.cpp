#include "assembly/swept_overlap.h"

#include <algorithm>
#include <array>
#include <map>
#include <queue>
#include <string>
#include <vector>

#include "assembly/pair_overlap.h"
#include "assembly/part_distance.h"

namespace talus {

namespace {

constexpr int maximumExamined = 150, maximumRows = 50, maximumHalvings = 20;
constexpr std::size_t maximumPlanes = 12;

// The area of the triangles whose boxes are not farther from a box than a distance.
double areaNear(const TriangleMesh& mesh, const Box& box, double distance) {
  double area = 0;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    if (mesh.bounds(t).exteriorDistance(box) > distance) continue;
    const auto [a, b, c] = mesh.corners(t);
    area += 0.5 * (b - a).cross(c - a).norm();
  }
  return area;
}

struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -low;
};

Extent extentAlong(const TriangleMesh& mesh, const Vec3& direction) {
  Extent extent;
  for (std::size_t p = 0; p < mesh.pointCount(); ++p) {
    const double at = direction.dot(Vec3(mesh.x[p], mesh.y[p], mesh.z[p]));
    extent = {std::min(extent.low, at), std::max(extent.high, at)};
  }
  return extent;
}

// Both parts where they are at an instant.
struct Posed {
  TriangleMesh first, second;
};

// What both parts have in common at an instant.
struct Instant {
  double volume = 0, thickness = 0;  // the mean thickness: twice the volume by the surface
};

class SweptSearch {
 public:
  SweptSearch(const MovingPart& a, const MovingPart& b, const SweptOverlapWanted& wanted, Context& context)
      : a_(a), b_(b), names_{a.part().name(), b.part().name()}, wanted_(wanted), context_(context) {
    const double size = std::max(a.part().bounds().sizes().maxCoeff(), b.part().bounds().sizes().maxCoeff());
    tolerance_ = std::max(wanted.tolerance, 1e-12 * size);
    most_ = std::min(a.part().bounds().volume(), b.part().bounds().volume()) * (1 + 1e-9);
  }

  SweptOverlap run() {
    examineRows();
    while (!isDone()) {
      const Interval widest = intervals_.top();
      intervals_.pop();
      const double middle = 0.5 * (widest.begin + widest.end);
      add(widest.begin, middle);
      add(middle, widest.end);
    }
    found_.certified = std::max(found_.volume, intervals_.empty() ? 0 : intervals_.top().bound);
    if (wanted_.body && found_.volume > 0) found_.overlap = overlapAt(found_.time);
    findBegin();
    return found_;
  }

 private:
  // A part of the time, with a proven bound of the volume in it.
  struct Interval {
    double begin, end, bound;

    bool operator<(const Interval& other) const {  // the highest bound first
      return bound != other.bound ? bound < other.bound : begin > other.begin;
    }
  };

  // Between the rows of both tables motions are linear: extremes are often there.
  void examineRows() {
    std::vector<double> times{wanted_.begin, wanted_.end};
    for (const MovingPart* part : {&a_, &b_})
      for (const double time : part->times())
        if (time > wanted_.begin && time < wanted_.end) times.push_back(time);
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    const std::size_t step = times.size() / maximumRows + 1;
    for (std::size_t i = 0; i + 1 < times.size(); i += step) {
      const double end = times[std::min(i + step, times.size() - 1)];
      examine(times[i], posedAt(times[i]));
      add(times[i], end);
    }
    examine(wanted_.end, posedAt(wanted_.end));
  }

  bool isDone() const {
    return intervals_.empty() || instants_.size() >= maximumExamined ||
           intervals_.top().bound <= (1 + wanted_.accuracy) * found_.volume;
  }

  void add(double begin, double end) {
    const double middle = 0.5 * (begin + end);
    if (!(begin < middle && middle < end)) return;  // as fine as doubles are
    const double way = 0.5 * (end - begin) * (a_.speedBetween(begin, end) + b_.speedBetween(begin, end));
    const Posed posed = posedAt(middle);
    const double volume = examine(middle, posed).volume;
    const double area = std::min(areaNear(posed.first, posed.second.bounds(), way),
                                 areaNear(posed.second, posed.first.bounds(), way));
    double bound = std::min(volume + way * area * (1 + 1e-9), most_);
    if (volume == 0) bound = std::min(bound, boundByPlane(posed, begin, end) * area);
    intervals_.push({begin, end, bound});
  }

  // Parts that lie on different sides of a plane, as a slider on its rail, have in common no more than what
  // crosses it: half of the surface of either, times the way across. @return half of that way; 0 for the
  // tolerance.
  double boundByPlane(const Posed& posed, double begin, double end) const {
    double least = std::numeric_limits<double>::infinity();
    for (const Vec3& normal : nearNormals(posed)) {
      const double across =
          std::max(0.0, extentAlong(posed.first, normal).high - extentAlong(posed.second, normal).low);
      least = std::min(least, across + a_.wayAlong(normal, begin, end) + b_.wayAlong(normal, begin, end));
    }
    return least <= tolerance_ ? 0 : 0.5 * least * (1 + 1e-9);
  }

  // The unit normals, both ways, of some triangles where the parts are nearest.
  std::vector<Vec3> nearNormals(const Posed& posed) const {
    const PreparedPart a({names_[0], posed.first}), b({names_[1], posed.second});
    const double distance = distanceOf(a, b, std::numeric_limits<double>::infinity(), context_).distance;
    const std::vector<TrianglePair> pairs =
        nearTriangles(a, b, std::max(tolerance_, distance * (1 + 1e-9)), context_);
    std::vector<Vec3> normals;
    const auto add = [&](const std::array<Vec3, 3>& t) {
      const Vec3 normal = unitNormalOf(t);
      if (normal.allFinite()) normals.insert(normals.end(), {normal, -normal});
    };
    for (std::size_t i = 0; i < pairs.size(); i += pairs.size() / maximumPlanes + 1) {
      add(a.mesh().corners(static_cast<std::size_t>(pairs[i].first)));
      add(b.mesh().corners(static_cast<std::size_t>(pairs[i].second)));
    }
    return normals;
  }

  Posed posedAt(double time) const { return {a_.meshAt(time), b_.meshAt(time)}; }

  const Instant& examine(double time, const Posed& posed) {
    const auto [at, isNew] = instants_.try_emplace(time);
    if (isNew) {
      context_.advance(0);  // may be cancelled
      at->second = instantOf(posed);
    }
    if (at->second.volume > found_.volume) {
      found_.volume = at->second.volume;
      found_.time = time;
    }
    return at->second;
  }

  Instant instantOf(const Posed& posed) const {
    if (!posed.first.bounds().intersects(posed.second.bounds())) return {};
    const SolidMoments moments =
        PairArrangement({posed.first, posed.second}, names_, context_).commonMoments();
    return {moments.volume, moments.area > 0 ? 2 * moments.volume / moments.area : 0};
  }

  std::shared_ptr<const PairOverlap> overlapAt(double time) const {
    const auto overlap = std::make_shared<PairOverlap>();
    overlap->body = PairArrangement({a_.meshAt(time), b_.meshAt(time)}, names_, context_).common(context_);
    overlap->box = overlap->body.mesh.bounds();
    overlap->computed = true;
    if (wanted_.depth) findDepth(a_.bodyAt(time), b_.bodyAt(time), *overlap);
    return overlap;
  }

  bool isThick(const Instant& instant) const { return instant.thickness > tolerance_; }

  // Halves the time before the first instant at which they overlap.
  void findBegin() {
    double before = wanted_.begin, after = before;
    bool any = false;
    for (const auto& [time, instant] : instants_) {
      after = time;
      if ((any = isThick(instant))) break;
      before = time;
    }
    if (!any) return;
    for (int i = 0; i < maximumHalvings && before < after; ++i) {
      const double middle = 0.5 * (before + after);
      if (!(before < middle && middle < after)) break;
      (isThick(instantOf(posedAt(middle))) ? after : before) = middle;
    }
    found_.begin = after;
  }

  const MovingPart &a_, &b_;
  std::array<std::string, 2> names_;
  SweptOverlapWanted wanted_;
  Context& context_;
  double tolerance_ = 0, most_ = 0;
  std::map<double, Instant> instants_;
  std::priority_queue<Interval> intervals_;
  SweptOverlap found_;
};

}  // namespace

SweptOverlap sweptOverlap(const MovingPart& a, const MovingPart& b, const SweptOverlapWanted& wanted,
                          Context& context) {
  return SweptSearch(a, b, wanted, context).run();
}

}  // namespace talus
