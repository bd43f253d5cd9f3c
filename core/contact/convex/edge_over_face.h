#pragma once

#include "contact/convex/convex_pair.h"

namespace talus {

/// The other body's edge in a body's own frame.
template <Of side>
Segment ownSegment(const ConvexPair& pair, Index othersEdge) {
  const Segment edge = pair.edge<other(side)>(othersEdge);
  return {pair.toOwn<side>(edge.tail), pair.turnedToOwn<side>(edge.direction),
          edge.length / pair.scale<side>()};
}

/// The part of a segment that lies over a face, within the prism of its sides. All in the body's frame and
/// unit.
class EdgeOverFace {
 public:
  EdgeOverFace(const ConvexBody& body, Index face, const Segment& segment);

  /// It passes from above the face to beneath it.
  bool pierces() const {
    return low_ <= high_ && (heightAt(low_) > 0) != (heightAt(high_) > 0) && !onPlane();
  }
  /// It lies over the face, above its plane, and its heights differ by no more than `slack`.
  bool isParallel(double slack) const;
  /// Of that part. Of the whole segment if there is none: one along a side may miss it by rounding, and then
  /// the ends of the part say nothing.
  Vec3 middle() const { return segment_.at(low_ <= high_ ? (low_ + high_) / 2 : segment_.length / 2); }
  double height() const { return heightAt((low_ + high_) / 2); }

  /// Which end of the segment (0 tail, 1 head), or else which edge of the face, is nearest to face or
  /// segment.
  struct Boundary {
    int end;
    Index side;
  };
  Boundary nearestOfBoundary() const;

 private:
  double heightAt(double s) const;
  bool onPlane() const { return heightAt(low_) == 0 || heightAt(high_) == 0; }

  const ConvexBody& body_;
  Index face_;
  Segment segment_;
  double low_ = 0, high_ = 0;  // low_ > high_: no part
};

}  // namespace talus
