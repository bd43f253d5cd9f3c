#include "contact/convex/edge_over_face.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

EdgeOverFace::EdgeOverFace(const ConvexBody& body, Index face, const Segment& segment)
    : body_(body), face_(face), segment_(segment), high_(segment.length) {
  for (const ConvexBody::Side& side : body.sides(face)) {
    const double outside = side.outward.dot(segment.tail) - side.offset;
    const double slope = side.outward.dot(segment.direction);
    if (slope > 0)
      high_ = std::min(high_, -outside / slope);
    else if (slope < 0)
      low_ = std::max(low_, -outside / slope);
    else if (outside > 0)
      high_ = -1;
  }
}

double EdgeOverFace::heightAt(double s) const {
  const ConvexBody::Face& face = body_.face(face_);
  return face.normal.dot(segment_.at(s)) - face.offset;
}

bool EdgeOverFace::isParallel(double slack) const {
  return low_ < high_ && height() > 0 && std::abs(heightAt(0) - heightAt(segment_.length)) <= slack;
}

EdgeOverFace::Boundary EdgeOverFace::nearestOfBoundary() const {
  Boundary nearest{-1, -1};
  double least = std::numeric_limits<double>::infinity();
  for (const int end : {0, 1}) {
    const double s = end * segment_.length;
    if (s < low_ || s > high_) continue;
    if (const double d = std::pow(heightAt(s), 2); d < least) {
      least = d;
      nearest = {end, -1};
    }
  }
  for (const ConvexBody::Side& side : body_.sides(face_)) {
    const ConvexBody::Edge& edge = body_.edge(side.edge);
    const Segment boundary{edge.tail, edge.direction, edge.length};
    const SegmentPair points = nearestPoints(segment_, boundary);
    const double d = (segment_.at(points.s) - boundary.at(points.t)).squaredNorm();
    if (d < least) {
      least = d;
      nearest = {-1, side.edge};
    }
  }
  return nearest;
}

}  // namespace talus
