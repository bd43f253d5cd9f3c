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

/// The part of a segment over a face, inside the prism over its sides. All in the body's frame and unit.
class EdgeOverFace {
 public:
  EdgeOverFace(const ConvexBody& body, Index face, const Segment& segment);

  /// Whether the segment passes through the face.
  bool pierces() const {
    return low_ <= high_ && (heightAt(low_) > 0) != (heightAt(high_) > 0) && !onPlane();
  }
  /// Whether a part lies above the face, and the heights of the segment's ends differ by at most `slack`.
  bool isParallel(double slack) const;
  /// The middle of that part, or of the whole segment if there is none: a segment along a side may miss the
  /// face by rounding, and then low_ and high_ are meaningless.
  Vec3 middle() const { return segment_.at(low_ <= high_ ? (low_ + high_) / 2 : segment_.length / 2); }
  double height() const { return heightAt((low_ + high_) / 2); }

  /// The end of the segment (0 tail, 1 head) that is nearest to the face, or the edge of the face that is
  /// nearest to the segment, whichever is nearer.
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
