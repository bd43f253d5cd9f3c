#include "assembly/part_distance.h"

#include <algorithm>

#include "contact/overlap/exact_overlap.h"
#include "geometry/exact/predicates.h"

namespace talus {

namespace {

// Asks now and then whether work was cancelled.
class CancelQuestion {
 public:
  explicit CancelQuestion(Context& context) : context_(context) {}

  void operator()() {
    if (++count_ % 4096 == 0) context_.advance(0);
  }

 private:
  Context& context_;
  std::size_t count_ = 0;
};

Corners cornersOf(const PreparedPart& part, Index triangle) {
  return part.mesh().corners(static_cast<std::size_t>(triangle));
}

bool anyEdgePierces(const Corners& s, const Corners& t) {
  for (std::size_t k = 0; k < 3; ++k)
    if (piercesStrictly({s[k], s[(k + 1) % 3]}, t)) return true;
  return false;
}

}  // namespace

bool hasArea(const Corners& triangle) {
  return !collinear(triangle[0], triangle[1], triangle[2]);
}

PartDistance distanceOf(const PreparedPart& a, const PreparedPart& b, double limit, Context& context) {
  constexpr double stoppingLimit = -1;
  PartDistance best;
  double squaredLimit = limit * limit;
  CancelQuestion ask(context);
  a.tree().queryPairs(
      b.tree(), [&] { return squaredLimit; },
      [&](Index s, Index t) {
        ask();
        const TrianglePairDistance pair = trianglePairDistance(cornersOf(a, s), cornersOf(b, t));
        const double gap =
            pair.intersecting ? 0 : std::max(pair.gap, std::numeric_limits<double>::denorm_min());
        if (gap > limit || !(gap < best.distance)) return;
        best = {gap, s, t, pair.pointA, pair.pointB, pair.featureA, pair.featureB, pair.intersecting};
        squaredLimit = pair.intersecting ? stoppingLimit : std::min(squaredLimit, gap * gap);
      });
  return best;
}

MeetingTriangles meetingTriangles(const PreparedPart& a, const PreparedPart& b, Context& context) {
  constexpr double stoppingLimit = -1;
  MeetingTriangles found;
  double squaredLimit = 0;
  CancelQuestion ask(context);
  a.tree().queryPairs(
      b.tree(), [&] { return squaredLimit; },
      [&](Index s, Index t) {
        ask();
        const Corners first = cornersOf(a, s), second = cornersOf(b, t);
        if (!hasArea(first) || !hasArea(second) || !trianglesMeet(first, second)) return;
        found.pairs.emplace_back(s, t);
        found.strictly = anyEdgePierces(first, second) || anyEdgePierces(second, first);
        if (found.strictly) squaredLimit = stoppingLimit;
      });
  return found;
}

std::vector<TrianglePair> nearTriangles(const PreparedPart& a, const PreparedPart& b, double distance,
                                        Context& context) {
  std::vector<TrianglePair> near;
  CancelQuestion ask(context);
  a.tree().queryPairs(
      b.tree(), [squared = distance * distance] { return squared; },
      [&](Index s, Index t) {
        ask();
        near.emplace_back(s, t);
      });
  return near;
}

}  // namespace talus
